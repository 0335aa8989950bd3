// Who sits at the table.
import { Face } from './faces.js';
import { html } from './vendor/view.js';
import { nameOf, signed } from './words.js';

/**
 * @typedef {import('./types').BoardModule} BoardModule
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').Effect} Effect
 * @typedef {import('./api').GameCard} GameCard
 * @typedef {import('./api').Scene} Scene
 * @typedef {import('./api').SeatInfo} SeatInfo
 */

/**
 * What a player is, under the name.
 * @param {SeatInfo} seat
 * @param {boolean} turn
 * @param {GameCard|undefined} game
 * @param {Words} words
 */
function kindOf(seat, turn, game, words) {
  if (seat.kind === 'bot') {
    const level = game?.levels.find(one => one.name === seat.level);
    return seat.level ? words('seat.bot', { level: level?.label ?? seat.level }) : '';
  }
  if (seat.kind === 'open') return '';
  if (seat.mine && turn) return words('seat.your_turn');
  if (seat.kind === 'here') return words('seat.here');
  if (seat.mine) return words('seat.me');
  return words(seat.online ? 'seat.online' : 'seat.away');
}

/** What a seat is called on my page. @param {import('./api').SeatCard} seat @param {Words} words */
export function shownName(seat, words) {
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
 * @param {Effect[][]} props.last what each seat did in its last turn
 * @param {Words} props.words
 * @param {boolean} [props.past] whether the game is over and looked at again
 * @param {(seat: SeatInfo) => any} [props.action] a button for a seat, if any
 */
export function Seats({ seats, toMove, words, last, ...rest }) {
  return html`<ul class="seats" aria-label=${words('table.seats')}>
    ${seats.map(
      seat =>
        html`<${Seat}
          key=${seat.seat}
          seat=${seat}
          turn=${seat.seat === toMove}
          last=${last[seat.seat] ?? []}
          words=${words}
          ...${rest}
        />`,
    )}
  </ul>`;
}

/**
 * @param {Omit<Parameters<typeof Seats>[0], 'seats' | 'toMove' | 'last'> & {seat: SeatInfo, turn: boolean,
 *   last: Effect[]}} props
 */
function Seat({ seat, turn, last, game, board, scene, scores, words, past, action }) {
  const away = seat.kind === 'person' && !seat.online && !seat.mine;
  const kind = past && seat.kind !== 'bot' ? '' : kindOf(seat, turn, game, words);
  const Note = board?.SeatNote;
  return html`<li
    class=${`seat${turn ? ' turn' : ''}${away ? ' away' : ''}`}
    aria-current=${turn ? 'true' : undefined}
    data-key=${`seat-${seat.seat}`}
  >
    <${Face} seat=${seat} size=${40} />
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
      html`<div class="seat-note">
        <${Note} scene=${scene} seat=${seat.seat} words=${words} past=${past} last=${last} />
      </div>`
    }
    ${action?.(seat)}
  </li>`;
}
