// The guide: explains the aim of a game at its first decision, and each kind of decision on its first occurrence.
import { TeacherFace } from '../ui/faces.js';
import { prefer } from '../app/preferences.js';
import { html } from '../vendor/view.js';

/** @import { App, Words } from '../types' */

/**
 * @typedef {{name: string, text: string, learnt: () => void, hide: () => void}} Lesson
 */

/**
 * Return the current explanation, if any: the aim first. A solo game and a value of an option (`aim_mode_teams`) may
 * have their own explanations.
 * @param {App} app
 * @param {{game: string, options: {name: string, value: string}[]}} table
 * @param {string|undefined} phase
 * @param {number} seats
 * @returns {Lesson|null}
 */
export function lessonFor(app, { game, options }, phase, seats) {
  const { preferences } = app;
  const words = app.gameWords(game);
  const isNew = !preferences.explained.some(one => one.startsWith(`${game} `));
  const wanted = isNew && words.has('guide.aim') ? 'aim' : phase;
  const own = [...(seats === 1 ? ['solo'] : []), ...options.map(({ name, value }) => `${name}_${value}`)];
  const kind = own.map(one => `${wanted}_${one}`).find(one => words.has(`guide.${one}`)) ?? wanted;
  const name = `${game} ${kind}`;
  const known = !preferences.guide || preferences.explained.includes(name);
  if (!kind || known || !words.has(`guide.${kind}`)) return null;
  return {
    name,
    text: words(`guide.${kind}`),
    learnt: () => prefer({ explained: [...preferences.explained, name] }),
    hide: () => prefer({ guide: false }),
  };
}

/**
 * The owl's explanation, at the bottom of the rail or over seats and log.
 * @param {{lesson: Lesson, words: Words, wide?: boolean}} props
 */
export const Guide = ({ lesson, words, wide }) =>
  html`<section class=${`guide${wide ? ' only-wide' : ''}`} aria-label=${words('table.guide')}>
    <${TeacherFace} size=${34} />
    <p>${lesson.text}</p>
    <div class="guide-foot">
      <button class="button small plain" type="button" onClick=${lesson.hide}>${words('table.guide_hide')}</button>
      <button class="button small" type="button" onClick=${lesson.learnt}>${words('table.guide_ok')}</button>
    </div>
  </section>`;
