// The board of a step: the move made in ink, a better one dotted.
import { badge } from '../ui/pieces.js';
import { digitsOf, isChoice, plainFigure, scaleOf, short } from './data.js';
import { perspectiveWord } from './said.js';
import { useDesktop } from '../app/hooks.js';
import { Stage } from '../table/stage.js';
import { html } from '../vendor/view.js';
import { signed } from '../app/words.js';

/**
 * @import { ReviewMoment as Moment, ReviewOption, ReviewStep } from '../api'
 * @import { Comparison, Words } from '../types'
 * @import { Shared } from './story.js'
 */

const NOTHING = () => {};

/**
 * Return the moves to draw on the board: the one made, and a better one if there was one.
 * @param {ReviewOption[]} options
 * @param {string|null} unit
 * @param {Words} words
 * @param {ReviewOption} [yours] the answer to a question, which replaces the move made
 * @returns {Comparison|undefined}
 */
export function comparison(options, unit, words, yours) {
  const drawn = (/** @type {ReviewOption|undefined} */ one, /** @type {string} */ word) =>
    one && {
      offers: one.offers,
      scene: one.scene,
      label: one.label,
      says: words(unit === 'points' ? 'review_page.pill_points' : 'review_page.pill_share', {
        word,
        n: plainFigure(one.chance * scaleOf({ unit }), digitsOf({ unit }), words),
      }),
    };
  const made = yours ?? options.find(one => one.made);
  const best = options.find(one => one.best);
  if (!made && !best) return undefined;
  const better = best && best !== made ? best : undefined;
  return {
    made: drawn(made, words(yours ? 'mistakes.yours' : 'review_page.made')) ?? null,
    better: drawn(better, words(`review_page.${made?.equal ? 'equal' : yours ? 'best' : 'better'}`)) ?? null,
  };
}

/**
 * Return the turn and the event; only the event if it includes the turn.
 * @param {ReviewStep} step
 * @param {Words} words
 */
function headOf(step, words) {
  const turn = words('review.turn', { turn: step.turn });
  const does = short(step.does);
  if (step.turn === 0 || does.startsWith(turn)) return does;
  return words('review_page.scene_head', { turn, does });
}

/**
 * Return how the dotted move compares with the one in ink.
 * @param {ReviewStep} step
 */
const dotsSay = ({ word, made }) => (word ? 'ink_and_dots' : made?.equal ? 'ink_equal' : 'ink_maybe');

/** The holdings of all seats, in one line. @param {Pick<Shared, 'board'|'seats'|'words'> & {scene: any}} props */
export function Holds({ board, seats, words, scene }) {
  const Note = board?.SeatNote;
  return html`<div class="rv-holds">
    ${seats.map(
      seat =>
        html`<span key=${seat.seat}>
          ${badge(seat.colour, 18)}<span class="hidden-text">${seat.shown} </span>
          ${Note && !board?.Hidden && html`<${Note} scene=${scene} seat=${seat.seat} words=${words} past />`}
          <b><span class="hidden-text">${words('table.score')} </span>${signed(scene.seats[seat.seat]?.points ?? 0)}</b>
        </span>`,
    )}
  </div>`;
}

/**
 * @param {Shared & {step: ReviewStep, moment: Moment|null, seenBy: 'own'|'all', setSeenBy: (seenBy: 'own'|'all') =>
 *   void}} props
 */
export function Scene({ review, seats, board, words, step, moment, seenBy, setSeenBy }) {
  const wide = useDesktop();
  const known = moment?.step.step === step.step;
  const both = known && isChoice(step) ? comparison(moment.options, review.unit, words) : undefined;
  const scene = moment && (seenBy === 'all' ? moment.open : moment.scene);
  const under = !isChoice(step)
    ? ''
    : both?.better
      ? words(`review_page.${dotsSay(step)}`)
      : step.kind === 'decision'
        ? words('review_page.ink_only')
        : '';
  const trail =
    known && !isChoice(step) && moment.effects.length
      ? [{ seat: step.seat, turn: step.turn, says: step.does, effects: moment.effects }]
      : [];
  const pressed = (/** @type {'own'|'all'} */ one, /** @type {string} */ label) =>
    html`<button type="button" aria-pressed=${seenBy === one} onClick=${() => setSeenBy(one)}>${label}</button>`;
  return html`<section class="rv-scene" aria-label=${words('review_page.board')}>
    <div class="rv-scene-head">
      <p>${headOf(step, words)}<small>${under}</small></p>
      ${
        review.secrets &&
        html`<div
          class="rv-switch"
          role="group"
          aria-label=${words('review_page.perspective')}
          title=${words('review_page.perspective_key')}
        >
          ${pressed('own', words(perspectiveWord(step, seats)))}${pressed('all', words('review_page.all_cards'))}
        </div>`
      }
      ${scene && !review.secrets && html`<${Holds} board=${board} seats=${seats} words=${words} scene=${scene} />`}
    </div>
    ${
      scene &&
      html`<${Stage}
        board=${board}
        label=${words('table.board')}
        scene=${scene}
        offers=${[]}
        chosen=${null}
        choose=${NOTHING}
        play=${NOTHING}
        words=${words}
        seats=${seats}
        trail=${trail}
        compare=${both}
        snug
        wide=${wide}
      />`
    }
  </section>`;
}
