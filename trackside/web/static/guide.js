// Explains the aim of a game at its first decision, and each kind of decision the first time it comes up.
import { TeacherFace } from './faces.js';
import { prefer } from './preferences.js';
import { html } from './vendor/view.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Words} Words
 * @typedef {{name: string, text: string, learnt: () => void, hide: () => void}} Lesson
 */

/**
 * What there is to explain now, if anything: the aim first; a solo game may have explanations of its own.
 * @param {App} app
 * @param {string} game
 * @param {string|undefined} phase
 * @param {number} seats
 * @returns {Lesson|null}
 */
export function lessonFor(app, game, phase, seats) {
  const { preferences } = app;
  const words = app.gameWords(game);
  const isNew = !preferences.explained.some(one => one.startsWith(`${game} `));
  const wanted = isNew && words.has('guide.aim') ? 'aim' : phase;
  const kind = seats === 1 && words.has(`guide.${wanted}_solo`) ? `${wanted}_solo` : wanted;
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
 * The owl's words, at the foot of the rail or over seats and log.
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
