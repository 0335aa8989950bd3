// The board of Träxx: the sheet to draw on, those of the others, the card, the numbers. It knows no rules.
import { el, num } from '/static/ui/pieces.js';
import { html, useRef } from '/static/vendor/view.js';
import { Spread } from './end.js';
import { lastRound, partOf, partsOf } from './geometry.js';
import { Deck, Others, called } from './others.js';
import { usePen } from './pen.js';
import { Alone, Compare } from './compare.js';
import { Sheet, hexagon, motif } from './sheet.js';
import { Small } from './small.js';

export { about } from './about.js';
export { Account, Outcome } from './end.js';
export { film } from './film.js';

/** A field with a line on it, the symbol of the game. */
export const Piece = () =>
  el(
    'svg',
    { class: 'sheet', viewBox: '-30 -32 60 64', 'aria-hidden': 'true' },
    el('path', { class: 'hex h-blue sign', d: hexagon([0, 0], 28) }),
    el('path', { class: 'line-case', d: 'M-10 10 8 -8' }),
    el('path', { class: 'line-ink', d: 'M-10 10 8 -8' }),
  );

/**
 * @import { Effect, Mark, Offer, Scene } from './api'
 * @import { Part, Trail } from './geometry.js'
 * @import { SeatCard } from '/static/api'
 * @import { Words } from '/static/types'
 */

/**
 * @typedef {{scene: Scene, offers: Offer[], chosen: number|null, choose: (move: number|null) => void, play:
 *   (move: number) => void, words: Words, wide: boolean, still?: boolean, trail?: Trail[], best?: number|null, seats?:
 *   SeatCard[], held?: number|null, compare?: import('./compare.js').Comparison, snug?: boolean, past?:
 *   boolean, part?: string}} Props
 */

/**
 * Keep a last patch that waits for "Done" as a preview, so that line, score and log agree.
 * @param {Props} props
 * @returns {Props & {pending?: Offer}}
 */
function withHeld(props) {
  const pending = props.offers.find(one => one.move === props.held && one.kind === 'enter');
  return pending ? { ...props, offers: [], pending } : props;
}

/**
 * Return what the others drew in the last round; it stays until the next round is over. In a replay, return only the
 * events of the trail.
 * @param {Scene} scene
 * @param {Trail[]} trail
 * @param {boolean} past
 * @returns {{[seat: number]: Part}}
 */
function useParts(scene, trail, past) {
  const known = useRef(
    /** @type {{round: number, parts: {[seat: number]: Part}}} */ ({ round: -1, parts: {} }),
  );
  const round = lastRound(scene),
    parts = partsOf(trail, round);
  if (past) return partsOf(trail, trail[0]?.turn ?? 0);
  if (known.current.round !== round || Object.keys(parts).length) known.current = { round, parts };
  return known.current.parts;
}

/** The viewer's sheet with those of the others; spectators see all in the same way. @param {Props} given */
export function Board(given) {
  const props = withHeld(given);
  const {
    scene,
    offers,
    chosen,
    words,
    still = false,
    trail = [],
    seats = [],
    best = null,
    past = false,
    pending,
  } = props;
  const pen = usePen(props),
    parts = useParts(scene, trail, past),
    mine = scene.perspective ?? 0;
  if (still)
    return html`<${Sheet}
      scene=${scene}
      index=${mine}
      offers=${[]}
      chosen=${null}
      words=${words}
      part=${given.part}
      still
    />`;
  if (given.compare?.made?.scene) return html`<${Compare} compare=${given.compare} words=${words} />`;
  if (given.snug && scene.perspective !== null) return html`<${Alone} scene=${scene} words=${words} />`;
  if (scene.perspective === null) {
    const order = scene.seats.map((_, index) => ({ index, place: 0 }));
    return html`<${Spread} scene=${scene} seats=${seats} words=${words} order=${order} parts=${parts} />`;
  }
  const others = scene.seats.map((_, index) => index).filter(index => index !== mine);
  const fresh = scene.phase !== 'on' && Object.keys(parts).length > 0;
  const when = fresh ? '_drew' : lastRound(scene) > 0 ? '_ago' : '';
  const label =
    others.length === 1
      ? words(`board.other${when}`, { who: called(seats[others[0]], scene.seats[others[0]].colour, words) })
      : words(`board.others${when}`);
  return html`<div class="tx-table">
    <div class=${`spread n${others.length}`}>
      <div class="paper">
        <${Sheet}
          scene=${scene}
          index=${mine}
          offers=${offers}
          chosen=${chosen}
          best=${best}
          pending=${pending}
          words=${words}
          still=${false}
          pen=${pen}
        />
      </div>
      ${
        others.length
          ? html`<${Others} ...${{ scene, seats, parts, words, label }} shown=${others} />`
          : scene.deck.length > 0 && html`<${Deck} scene=${scene} words=${words} />`
      }
    </div>
  </div>`;
}

/** @param {{colour: string, used: boolean}} patch @param {number} index @param {boolean} would @param {Words} words */
const patch = ({ colour, used }, index, would, words) =>
  el(
    'svg',
    {
      key: index,
      class: `patch${used ? ' used' : ''}${would ? ' would' : ''}`,
      viewBox: '-31 -34 62 68',
      role: 'img',
      'aria-label': words(used ? 'board.used' : 'board.patch', { colour: words(`colour.${colour}`) }),
      'data-about': `${used ? 'used' : 'patch'}-${colour}`,
    },
    el('path', { class: `hex h-${colour}`, d: hexagon([0, 0], 28) }),
    motif(colour, [0, 0], 1.35),
    would ? el('path', { class: 'ring', d: hexagon([0, 0], 33) }) : null,
    used ? el('path', { class: 'crossed-case', d: 'M-15 15 15 -15' }) : null,
    used ? el('path', { class: 'crossed', d: 'M-15 15 15 -15' }) : null,
  );

/** One of the player's numbers. @param {{mark: Mark, would: boolean, words: Words}} props */
function Disc({ mark: { value, state, points }, would, words }) {
  const got = state === 'full' || state === 'shared',
    late = state === 'half';
  return html`<li class=${`mark9 ${state}${would ? ' would' : ''}`} data-about=${`number-${value}`}>
    ${el(
      'svg',
      { viewBox: '-16 -16 32 32', 'aria-hidden': 'true' },
      el('circle', { class: `disc${got ? ' full' : late ? '' : ' open'}`, r: got || late ? 14 : 13.4 }),
      late ? el('path', { class: 'disc-half', d: 'M-14 0A14 14 0 0 0 14 0Z' }) : null,
      num(value, 0, 0, 13, got ? 'on' : 'off', 2.5),
    )}
    ${
      got || late
        ? html`<b aria-hidden="true">${points}</b>`
        : html`<span aria-hidden="true">${points || '–'}</span>`
    }
    <span class="how" aria-hidden="true">${words(`board.${got ? 'full' : state}`)}</span>
    <span class="hidden-text">${words(`number.${state}`, { value, points })}</span>
  </li>`;
}

/** Return what is left of the card, in words. @param {Scene} scene @param {Words} words */
function leftOver(scene, words) {
  const names = scene.card.filter(one => !one.used).map(one => words(`colour.${one.colour}`)),
    used = scene.card.length - names.length;
  if (!used) return '';
  if (!names.length) return words('board.used_up');
  const colours =
    names.length > 1
      ? words('and', { first: names.slice(0, -1).join(', '), last: names[names.length - 1] })
      : names[0];
  return words('board.left', { used, left: names.length, colours });
}

/** The card with its patches, then my numbers. @param {Props} given */
export function Tray(given) {
  const { scene, offers, chosen, words, pending } = withHeld(given);
  const preview = pending ?? offers.find(o => o.move === chosen && o.kind === 'enter');
  const next = preview
    ? scene.card.findIndex(p => !p.used && p.colour === scene.fields[preview.field ?? 0][3])
    : -1;
  const card = words('board.card', { number: scene.round, count: scene.rounds });
  return html`<div class="groups tx-tray">
    <div class="group g-card">
      <h3 class="label">${card}</h3>
      <div class="patches" data-key="card">${scene.card.map((p, i) => patch(p, i, i === next, words))}</div>
      <p class="quiet left-over">${scene.perspective === null ? '' : leftOver(scene, words)}</p>
    </div>
    ${
      scene.perspective !== null &&
      html`<div class="group g-numbers">
        <h3 class="label">${words('board.numbers', { points: scene.seats[scene.perspective].noted })}</h3>
        <ul class="scorebar">
          ${scene.numbers.map(
            mark =>
              html`<${Disc} key=${mark.value} mark=${mark} would=${preview?.value === mark.value} words=${words} />`,
          )}
        </ul>
      </div>`
    }
  </div>`;
}

/**
 * Format a text with one value in bold.
 * @param {Words} words
 * @param {string} key
 * @param {string} name
 * @param {number} value
 * @param {{[name: string]: unknown}} [rest]
 */
function bold(words, key, name, value, rest = {}) {
  const [before, after] = words(key, { ...rest, [name]: '\u0001' }).split('\u0001');
  return html`<span>${before}<b>${value}</b>${after}</span>`;
}

/**
 * A player's numbers and fields; for the others on a phone, a small sheet with what was drawn last.
 * @param {{scene: Scene, seat: number, words: Words, last?: Effect[]}} props
 */
export function SeatNote({ scene, seat, words, last = [] }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const { noted, line } = scene.seats[seat],
    fields = scene.fields.length;
  const sum = html`<span class="chip tx-sum">
    ${bold(words, 'board.for_numbers', 'points', noted)}
    ${bold(words, 'board.to_go', 'missed', fields - line.length)}
  </span>`;
  const look = `has tx-note${scene.seats.length > 2 ? ' crowded' : ''}`;
  if (scene.perspective === null || seat === scene.perspective) return html`<div class=${look}>${sum}</div>`;
  const part = partOf(last),
    all = words('board.sum', { points: noted, reached: line.length, fields });
  return html`<div class=${`${look} other-note`}>
    ${sum}
    <button
      type="button"
      class="mini-button"
      aria-label=${words('board.look_this')}
      onClick=${() => dialog.current?.showModal()}
    >
      <${Small} scene=${scene} index=${seat} part=${part} numerals=${false} />
    </button>
    <dialog class="sheet-dialog" ref=${dialog} aria-label=${all} onClick=${() => dialog.current?.close()}>
      <div class="small-paper"><${Small} scene=${scene} index=${seat} part=${part} /></div>
      <div class="looked-foot">
        <span class="quiet">${all}</span>
        <button type="button" class="button small">${words('board.back')}</button>
      </div>
    </dialog>
  </div>`;
}

/** @param {Scene} scene @param {Words} words */
export function headline(scene, words) {
  if (scene.phase === 'over') return words('board.cards', { count: scene.rounds });
  const card = words('board.card', { number: scene.round, count: scene.rounds });
  return scene.seats.length > 1 ? words('board.at_once', { card }) : card;
}

/**
 * Return the main action: to finish the card; everything else is drawn on the sheet.
 * @param {Offer[]} offers
 * @param {number|null} chosen
 * @param {Words} words
 */
export function primary(offers, chosen, words) {
  const stop = offers.find(offer => offer.kind === 'stop');
  return stop ? { move: stop.move, label: words('act.stop') } : null;
}
