// Who sits at the table and what has happened.
import { badge } from './kit.js';
import { html } from './vendor/view.js';
import { nameOf, signed } from './words.js';

/**
 * @typedef {import('./types').BoardModule} BoardModule
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').GameCard} GameCard
 * @typedef {import('./api').LogEntry} LogEntry
 * @typedef {import('./api').Scene} Scene
 * @typedef {import('./api').SeatInfo} SeatInfo
 */

/**
 * What a player is, under the name.
 * @param {SeatInfo} seat
 * @param {GameCard|undefined} game
 * @param {Words} words
 */
function kindOf(seat, game, words) {
  if (seat.kind === 'bot' && !seat.level) return '';
  if (seat.kind === 'bot') {
    const level = game?.levels.find(one => one.name === seat.level);
    return words('seat.bot', { level: level?.label ?? seat.level });
  }
  if (seat.kind === 'open') return '';
  if (seat.kind === 'here') return words('seat.here');
  if (seat.mine) return words('seat.me');
  return words(seat.online ? 'seat.online' : 'seat.away');
}

/** @param {SeatInfo} seat @param {Words} words */
function shownName(seat, words) {
  if (seat.kind === 'open') return words('seat.open');
  return seat.mine && seat.kind === 'person' ? words('seat.you') : nameOf(seat, words);
}

/**
 * The seats of a table.
 * @param {object} props
 * @param {SeatInfo[]} props.seats
 * @param {GameCard|undefined} props.game
 * @param {BoardModule|null} props.board
 * @param {Scene|null} props.scene
 * @param {number[]} props.scores
 * @param {number|null} props.toMove
 * @param {Words} props.words
 * @param {boolean} [props.past] whether the game is over and looked at again
 * @param {(seat: SeatInfo) => any} [props.action] a button for a seat, if any
 */
export function Seats({ seats, toMove, words, ...rest }) {
  return html`<ul class="seats" aria-label=${words('table.seats')}>
    ${seats.map(
      seat =>
        html`<${Seat} key=${seat.seat} seat=${seat} turn=${seat.seat === toMove} words=${words} ...${rest} />`,
    )}
  </ul>`;
}

/** @param {Omit<Parameters<typeof Seats>[0], 'seats' | 'toMove'> & {seat: SeatInfo, turn: boolean}} props */
function Seat({ seat, turn, game, board, scene, scores, words, past, action }) {
  const away = seat.kind === 'person' && !seat.online && !seat.mine;
  const kind = past && seat.kind !== 'bot' ? '' : kindOf(seat, game, words);
  const Note = board?.SeatNote;
  return html`<li
    class=${`seat${turn ? ' turn' : ''}${away ? ' away' : ''}`}
    aria-current=${turn ? 'true' : undefined}
  >
    ${badge(seat.colour, 26)}
    <span class="name">
      <span class="called" title=${nameOf(seat, words)}>${shownName(seat, words)}</span>
      <small>${kind}</small>
    </span>
    ${
      scores.length > 0 &&
      html`<span class="points">
        <span class="hidden-text">${words('table.score')} </span>${signed(scores[seat.seat])}
      </span>`
    }
    ${
      Note &&
      scene &&
      html`<div class="seat-note"><${Note} scene=${scene} seat=${seat.seat} words=${words} past=${past} /></div>`
    }
    ${action?.(seat)}
  </li>`;
}

/** An entry in words. @param {LogEntry} entry */
const sentence = entry => entry.said.join(' ') || entry.text;

const CHANCE = html`<span class="chance" aria-hidden="true"></span>`;

/** One entry, with whose it is. @param {{entry: LogEntry, seats: SeatInfo[], now: boolean}} props */
const LogLine = ({ entry, seats, now }) =>
  html`<li class=${now ? 'now' : undefined}>
    ${seats[entry.seat] ? badge(seats[entry.seat].colour, 18) : CHANCE}<span>${sentence(entry)}</span>
  </li>`;

const SETUP_SHOWN = 3;

/**
 * How many entries of a long setup to leave out: what chance did before anybody moved, except its end.
 * @param {LogEntry[]} log
 */
export function setupHidden(log) {
  const first = log.findIndex(entry => entry.seat >= 0);
  const before = first < 0 ? log.length : first;
  return before > 2 * SETUP_SHOWN ? before - SETUP_SHOWN : 0;
}

/**
 * The log, newest first; on a phone one line that opens.
 * @param {{log: LogEntry[], seats: SeatInfo[], words: Words}} props
 */
export function Log({ log, seats, words }) {
  const hidden = setupHidden(log);
  const lines = log
    .map(
      (entry, i) => html`<${LogLine} key=${i} entry=${entry} seats=${seats} now=${i === log.length - 1} />`,
    )
    .slice(hidden)
    .reverse();
  if (hidden)
    lines.push(
      html`<li key="setup">${CHANCE}<span class="quiet">${words('table.set_up', { n: hidden })}</span></li>`,
    );
  const last = log.at(-1);
  const list = html`<ol tabindex="0" aria-label=${words('table.log')}>${lines}</ol>`;
  return html`<section class="log only-wide" aria-labelledby="log-title">
      <h2 class="label" id="log-title">${words('table.log')}</h2>
      ${list}
    </section>
    <details class="log only-tall">
      <summary class="quiet">${words('table.log_line', { text: last ? sentence(last) : '' })}</summary>
      ${list}
    </details>`;
}

const SPOKEN = 6;

/** The newest entries for screen readers, read out as they come. @param {{log: LogEntry[]}} props */
export const SpokenLog = ({ log }) =>
  html`<div class="hidden-text" role="log" aria-live="polite">
    ${log.map((entry, i) => html`<p key=${i}>${sentence(entry)}</p>`).slice(-SPOKEN)}
  </div>`;
