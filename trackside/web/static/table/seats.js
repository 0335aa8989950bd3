// The seats of a table.
import { Face } from '../ui/faces.js';
import { html, useState } from '../vendor/view.js';
import { joinNames, nameOf, signed } from '../app/words.js';

/**
 * @import { Effect, GameCard, Scene, SeatInfo } from '../api'
 * @import { BoardModule, Words } from '../types'
 */

/**
 * Return the description of a player, below the name.
 * @param {SeatInfo} seat
 * @param {boolean} turn
 * @param {GameCard|undefined} game
 * @param {Words} words
 */
function kindOf(seat, turn, game, words) {
  if (seat.kind === 'bot') {
    const level = game?.levels.find(one => one.name === seat.level)?.label ?? seat.level ?? '';
    if (seat.asked_by !== null) return words('seat.stands_in', { level });
    return level && words('seat.bot', { level });
  }
  if (seat.kind === 'open') return '';
  if (seat.mine && turn) return words('seat.your_turn');
  if (seat.kind === 'here') return words('seat.here');
  if (seat.mine) return words('seat.me');
  return words(seat.online ? 'seat.online' : 'seat.away');
}

/**
 * Return the description of a player and, in a team, the partners, so that colours and shapes are not the only sign.
 * @param {string} kind
 * @param {SeatInfo} seat
 * @param {SeatInfo[]} seats
 * @param {number[]} sides
 * @param {Words} words
 */
export function withPartner(kind, seat, seats, sides, words) {
  const partners = seats.filter(one => one.seat !== seat.seat && sides[one.seat] === sides[seat.seat]);
  if (!partners.length) return kind;
  const yours = !seat.mine && partners.some(one => one.mine);
  const names = partners.map(one => nameOf(one, words));
  const said = yours ? words('seat.partner') : words('seat.with', { who: joinNames(names, words) });
  return seat.mine && kind ? `${said} · ${kind}` : said;
}

/** Return a seat's name on my page. @param {import('../api').SeatCard} seat @param {Words} words */
export function shownName(seat, words) {
  if (seat.kind === 'open') return words('seat.open');
  return seat.mine && seat.kind === 'person' ? words('seat.you') : nameOf(seat, words);
}

const ROOMY = 4; // number of seats up to which holdings are always shown

/**
 * The list of seats.
 * @param {object} props
 * @param {SeatInfo[]} props.seats
 * @param {GameCard|undefined} props.game
 * @param {BoardModule|null} props.board
 * @param {Scene|null} props.scene
 * @param {number[]} props.scores
 * @param {number[]} [props.sides] equal for partners of a team
 * @param {number|null} props.toMove
 * @param {Effect[][]} props.last the effects of each seat's last turn
 * @param {Words} props.words
 * @param {boolean} [props.past] true if the game is over and on view again
 * @param {(seat: SeatInfo) => any} [props.action] a button for a seat, if any
 */
export function Seats({ seats, sides = [], toMove, words, last, ...rest }) {
  const [open, setOpen] = useState(/** @type {number|null} */ (null));
  const crowded = seats.length > ROOMY;
  return html`<ul class="seats" aria-label=${words('table.seats')}>
    ${seats.map(
      seat =>
        html`<${Seat}
          key=${seat.seat}
          seat=${seat}
          turn=${seat.seat === toMove}
          last=${last[seat.seat] ?? []}
          team=${(/** @type {string} */ kind) => (sides.length ? withPartner(kind, seat, seats, sides, words) : kind)}
          words=${words}
          more=${crowded ? { open: open === seat.seat, setOpen } : null}
          ...${rest}
        />`,
    )}
  </ul>`;
}

/**
 * Return the handlers that show and hide a seat's holdings if space is short: hover, press and focus.
 * @param {number} seat
 * @param {{open: boolean, setOpen: (seat: number|null) => void}} more
 */
const opens = (seat, { open, setOpen }) => ({
  tabindex: 0,
  onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && setOpen(seat),
  onPointerLeave: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && setOpen(null),
  onFocus: (/** @type {FocusEvent & {currentTarget: Element}} */ event) =>
    event.currentTarget.matches(':focus-visible') && setOpen(seat),
  onBlur: () => setOpen(null),
  onClick: (/** @type {PointerEvent} */ event) =>
    event.pointerType !== 'mouse' && setOpen(open ? null : seat),
  onKeyDown: (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && setOpen(null),
});

/**
 * @param {Omit<Parameters<typeof Seats>[0], 'seats' | 'sides' | 'toMove' | 'last'> & {seat: SeatInfo, turn: boolean,
 *   last: Effect[], team: (kind: string) => string,
 *   more: {open: boolean, setOpen: (seat: number|null) => void}|null}} props
 */
function Seat({ seat, turn, last, team, game, board, scene, scores, words, past, action, more }) {
  const away = seat.kind === 'person' && !seat.online && !seat.mine;
  const kind = past && seat.kind !== 'bot' ? '' : kindOf(seat, turn, game, words);
  const Note = board?.SeatNote;
  const hidden = Note && scene && seat.seat !== scene.perspective ? more : null;
  return html`<li
    class=${`seat${turn ? ' turn' : ''}${away ? ' away' : ''}`}
    aria-current=${turn ? 'true' : undefined}
    data-key=${`seat-${seat.seat}`}
    ...${hidden ? opens(seat.seat, hidden) : {}}
  >
    <${Face} seat=${seat} size=${40} />
    <span class="name">
      <span class="called" title=${nameOf(seat, words)}>${shownName(seat, words)}</span>
      <small title=${kind}>${team(kind)}</small>
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
    ${
      hidden?.open &&
      html`<div class="seat-more" aria-hidden="true">
        <b>${shownName(seat, words)}</b>
        <${Note} scene=${scene} seat=${seat.seat} words=${words} past=${past} last=${last} />
      </div>`
    }
  </li>`;
}
