// The default board, for a game without its own drawing: the track of its scene, its values, and the seats as cards.
import { Track } from './track.js';
import { badge } from '../ui/pieces.js';
import { html } from '../vendor/view.js';
import { signed } from '../app/words.js';

/**
 * @import { SceneSeat } from '../api'
 * @import { BoardProps, Words } from '../types'
 */

/**
 * @typedef {[name: string, text: string][]} Values
 */

const LONG = 16; // characters from which a value is set smaller
const SHOWN_ELSEWHERE = ['perspective', 'phase', 'seats', 'colour', 'points'];

/**
 * Format a plain value; return null for anything else.
 * @param {unknown} value
 * @param {Words} words
 * @returns {string|null}
 */
export function valueText(value, words) {
  if (typeof value === 'number' || typeof value === 'string') return signed(value);
  if (typeof value === 'boolean') return words(value ? 'page.yes' : 'page.no');
  if (!Array.isArray(value)) return null;
  const texts = value.map(one => (Array.isArray(one) ? null : valueText(one, words)));
  if (texts.includes(null)) return null;
  return texts.length ? texts.join(', ') : '–';
}

/**
 * Return the plain values of an object, with labels.
 * @param {{[name: string]: unknown}} object
 * @param {Words} words
 * @returns {Values}
 */
export function plainValues(object, words) {
  /** @type {Values} */
  const values = [];
  for (const [name, value] of Object.entries(object)) {
    const text = SHOWN_ELSEWHERE.includes(name) ? null : valueText(value, words);
    if (text !== null) values.push([labelOf(name, words), text]);
  }
  return values;
}

/** Return the game's word for a value, or its name. @param {string} name @param {Words} words */
export const labelOf = (name, words) =>
  words.has(`scene.${name}`) ? words(`scene.${name}`) : name.replaceAll('_', ' ');

/** @param {{values: Values, look: string}} props */
const ValueList = ({ values, look }) =>
  values.length > 0 &&
  html`<dl class=${look}>
    ${values.map(
      ([label, text]) => html`<div key=${label} class=${text.length > LONG ? 'long' : undefined}>
        <dt>${label}</dt>
        <dd class="tabular">${text}</dd>
      </div>`,
    )}
  </dl>`;

/** @param {{seat: SceneSeat, words: Words}} props */
const SeatCard = ({ seat, words }) =>
  html`<li class="seat-card">
    <div class="seat-head">
      ${badge(seat.colour, 26)}<span>${words(`seat.${seat.colour}`)}</span>
      <span class="seat-points tabular">
        <span class="hidden-text">${words('table.score')} </span>${signed(seat.points)}
      </span>
    </div>
    <${ValueList} values=${plainValues(seat, words)} look="seat-values" />
  </li>`;

/** @param {BoardProps} props */
export const Board = ({ scene, offers, chosen, best = null, words, still }) =>
  html`<div class=${`default-board${still ? ' still' : ''}`}>
    ${
      typeof scene.track === 'object' &&
      html`<${Track} scene=${scene} offers=${offers} chosen=${chosen} best=${best} words=${words} />`
    }
    <${ValueList} values=${plainValues(scene, words)} look="table-values" />
    <ul class="seat-cards">
      ${(scene.seats ?? []).map((seat, i) => html`<${SeatCard} key=${i} seat=${seat} words=${words} />`)}
    </ul>
  </div>`;
