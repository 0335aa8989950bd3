// Who sits at the table and what has happened.
import { badge } from './kit.js';
import { html } from './vendor/view.js';
import { nameOf, signed } from './words.js';

/**
 * @typedef {import('./types').Seat} Seat
 * @typedef {import('./types').Words} Words
 * @typedef {import('./types').Entry} Entry
 */

/**
 * What a player is, under the name.
 * @param {Seat} seat
 * @param {import('./types').Game|undefined} game
 * @param {Words} words
 */
function kindOf(seat, game, words) {
  if (seat.kind === 'bot' && !seat.level) return '';
  if (seat.kind === 'bot')
    return words('seat.bot', {
      level: game?.levels.find(one => one.name === seat.level)?.label ?? seat.level,
    });
  if (seat.kind === 'open') return '';
  if (seat.kind === 'here') return words('seat.here');
  if (seat.mine) return words('seat.me');
  return words(seat.online ? 'seat.online' : 'seat.away');
}

/**
 * The seats; `act` gives a button for a seat, if any.
 * @param {{seats: Seat[], game: import('./types').Game|undefined, board: import('./types').BoardModule|null,
 *   scene: import('./types').Scene|null, scores: number[], toMove: number | null, words: Words, past?: boolean,
 *   act?: (seat: Seat) => any}} props
 */
export function Seats({ seats, game, board, scene, scores, toMove, words, past, act }) {
  return html`<ul class="seats" aria-label=${words('table.seats')}>${seats.map(seat => {
    const turn = seat.seat === toMove;
    const Note = board?.SeatNote;
    return html`<li key=${seat.seat} class=${`seat${turn ? ' turn' : ''}${seat.kind === 'person' && !seat.online && !seat.mine ? ' away' : ''}`} aria-current=${turn ? 'true' : undefined}>
      ${badge(seat.colour, 26)}<span class="name"><span class="called" title=${nameOf(seat, words)}>${seat.kind === 'open' ? words('seat.open') : seat.mine && seat.kind === 'person' ? words('seat.you') : nameOf(seat, words)}</span><small>${past && seat.kind !== 'bot' ? '' : kindOf(seat, game, words)}</small></span>
      ${scores.length > 0 && html`<span class="points"><span class="hidden-text">${words('table.score')} </span>${signed(scores[seat.seat])}</span>`}
      ${Note && scene && html`<div class="seat-note"><${Note} scene=${scene} seat=${seat.seat} words=${words} past=${past} /></div>`}
      ${act?.(seat)}</li>`;
  })}</ul>`;
}

/** One entry in words, with whose it is. @param {{entry: Entry, seats: Seat[], now: boolean}} props */
const Line = ({ entry, seats, now }) =>
  html`<li class=${now ? 'now' : undefined}>${seats[entry.seat] ? badge(seats[entry.seat].colour, 18) : html`<span class="chance" aria-hidden="true"></span>`}<span>${entry.said.join(' ') || entry.text}</span></li>`;

const SETUP_SHOWN = 3;

/**
 * How many entries of setting up go without saying: what chance did before anybody moved, but for its end.
 * @param {Entry[]} log
 */
export function setupHidden(log) {
  const first = log.findIndex(entry => entry.seat >= 0),
    before = first < 0 ? log.length : first;
  return before > 2 * SETUP_SHOWN ? before - SETUP_SHOWN : 0;
}

/**
 * The log, newest first; on a phone one line that opens.
 * @param {{log: Entry[], seats: Seat[], words: Words}} props
 */
export function Log({ log, seats, words }) {
  const hidden = setupHidden(log);
  const lines = log
    .slice(hidden)
    .map(
      (entry, i) =>
        html`<${Line} key=${hidden + i} entry=${entry} seats=${seats} now=${hidden + i === log.length - 1} />`,
    )
    .reverse();
  if (hidden)
    lines.push(
      html`<li key="setup"><span class="chance" aria-hidden="true"></span><span class="quiet">${words('table.set_up', { n: hidden })}</span></li>`,
    );
  const last = log[log.length - 1];
  return html`<section class="log only-wide" aria-labelledby="log-title"><h2 class="label" id="log-title">${words('table.log')}</h2><ol tabindex="0" aria-label=${words('table.log')}>${lines}</ol></section>
    <details class="log only-tall"><summary class="quiet">${words('table.log_line', { text: last ? last.said.join(' ') || last.text : '' })}</summary><ol tabindex="0" aria-label=${words('table.log')}>${lines}</ol></details>`;
}

/** What a screen reader is told as it happens. @param {{log: Entry[]}} props */
export const Told = ({ log }) =>
  html`<div class="hidden-text" role="log" aria-live="polite">${log.slice(-6).map((entry, i) => html`<p key=${Math.max(0, log.length - 6) + i}>${entry.said.join(' ') || entry.text}</p>`)}</div>`;
