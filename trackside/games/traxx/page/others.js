// The sheets of the others next to the viewer's: all of them, or one enlarged; in a solo game, the cards still to come.
import { Face } from '/static/ui/faces.js';
import { badge, el } from '/static/ui/pieces.js';
import { html, useEffect, useRef, useState } from '/static/vendor/view.js';
import { nameOf } from '/static/app/words.js';
import { hexagon, motif, says } from './sheet.js';
import { Small } from './small.js';

/**
 * @import { Card, Scene } from './api'
 * @import { Part } from './geometry.js'
 * @import { SeatCard } from '/static/api'
 * @import { Words } from '/static/types'
 */

/** Return a seat's name at the table. @param {SeatCard|undefined} seat @param {string} colour @param {Words} words */
export function called(seat, colour, words) {
  if (!seat) return words(`seat.${colour}`);
  return seat.mine && seat.kind === 'person' ? words('seat.you') : nameOf(seat, words);
}

/** @param {{seats: SeatCard[], scene: Scene, index: number, size: number}} props */
export const Portrait = ({ seats, scene, index, size }) =>
  seats[index] ? html`<${Face} seat=${seats[index]} size=${size} />` : badge(scene.seats[index].colour, size);

/**
 * A seat's last round in a few words.
 * @param {{part: Part|null, scene: Scene, index: number, words: Words}} props
 */
function Did({ part, scene, index, words }) {
  const missed = scene.fields.length - scene.seats[index].line.length;
  if (!part) return html`<span class="quiet">${words('board.to_go', { missed })}</span>`;
  const n = part.path.length - 1;
  const did = n > 0 ? words('board.drew', { n }) : words('board.passed');
  return html`<span class="quiet">${did}</span>
    ${part.numbers.map(
      ({ value, state, points }) =>
        html`<span class="got" key=${value}>${value} ${words(`board.${state}`)} <b>+${points}</b></span>`,
    )}
    ${n > 0 && part.numbers.length === 0 && html`<span class="quiet">${words('board.no_number')}</span>`}
    <span class="quiet">${words('board.to_go', { missed })}</span>`;
}

/**
 * @typedef {object} OthersProps
 * @property {Scene} scene
 * @property {SeatCard[]} seats
 * @property {{[seat: number]: Part}} parts
 * @property {Words} words
 * @property {number[]} shown the seats whose sheets are shown
 * @property {string} label
 */

/** All sheets, or the pressed one in their place. @param {OthersProps} props */
export function Others(props) {
  const { shown, label } = props;
  const [looked, look] = useState(/** @type {number|null} */ (null));
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const before = useRef(/** @type {number|null} */ (null));
  useEffect(() => {
    const wanted = looked === null ? `[data-look="${before.current}"]` : '[data-back]';
    if (before.current !== looked)
      /** @type {HTMLElement|null} */ (box.current?.querySelector(wanted))?.focus();
    before.current = looked;
  }, [looked]);
  const large = looked !== null && shown.includes(looked) ? looked : null;
  return html`<section class="beside" ref=${box} aria-label=${label}>
    <h2 class="label">${label}</h2>
    ${
      large === null
        ? html`<ul class=${`others n${shown.length}`}>
            ${shown.map(index => html`<${Other} key=${index} index=${index} look=${look} ...${props} />`)}
          </ul>`
        : html`<${Looked} index=${large} look=${look} ...${props} />`
    }
  </section>`;
}

/** @param {OthersProps & {index: number, look: (index: number|null) => void}} props */
function Other({ scene, seats, parts, words, index, look, shown }) {
  const who = called(seats[index], scene.seats[index].colour, words);
  const part = parts[index] ?? null;
  const sheet = html`<${Small} scene=${scene} index=${index} part=${part} keyed />`;
  return html`<li class="other">
    ${
      shown.length > 1
        ? html`<button
            type="button"
            class="small-paper"
            data-look=${index}
            aria-label=${words('board.look', { who })}
            onClick=${() => look(index)}
          >
            ${sheet}
          </button>`
        : html`<div class="small-paper" role="img" aria-label=${says(scene, index, words, who)}>${sheet}</div>`
    }
    <div class="other-text">
      <span class="other-name"
        ><${Portrait} seats=${seats} scene=${scene} index=${index} size=${30} /><b>${who}</b></span
      >
      <${Did} part=${part} scene=${scene} index=${index} words=${words} />
    </div>
  </li>`;
}

/** @param {OthersProps & {index: number, look: (index: number|null) => void}} props */
function Looked({ scene, seats, parts, words, index, look, shown }) {
  const name = (/** @type {number} */ seat) => called(seats[seat], scene.seats[seat].colour, words);
  const { noted, line } = scene.seats[index];
  const close = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    look(null);
  };
  return html`<div class="looked" onKeyDown=${close}>
    <div class="small-paper" role="img" aria-label=${says(scene, index, words, name(index))}>
      <${Small} scene=${scene} index=${index} part=${parts[index] ?? null} keyed />
    </div>
    <div class="looked-foot">
      <${Portrait} seats=${seats} scene=${scene} index=${index} size=${40} />
      <span class="other-text"
        ><b>${name(index)}</b
        ><span class="quiet"
          >${words('board.sum', { points: noted, reached: line.length, fields: scene.fields.length })}</span
        ></span
      >
      <button type="button" class="button small" data-back onClick=${() => look(null)}>${words('board.back')}</button>
    </div>
    <div class="looked-rest">
      ${shown
        .filter(seat => seat !== index)
        .map(
          seat =>
            html`<button key=${seat} type="button" class="button small plain" onClick=${() => look(seat)}>
              <${Portrait} seats=${seats} scene=${scene} index=${seat} size=${28} />${name(seat)}
            </button>`,
        )}
    </div>
  </div>`;
}

/** @param {{card: Card, now: boolean, words: Words}} props */
function SmallCard({ card, now, words }) {
  const colours = card.patches.map(colour => words(`colour.${colour}`)).join(', ');
  const key = card.left ? 'board.to_come' : now ? 'board.on_table' : 'board.gone';
  return html`<li class=${`small-card${card.left ? '' : now ? ' now' : ' gone'}`}>
    ${card.patches.map((colour, i) =>
      el(
        'svg',
        { key: i, viewBox: '-31 -34 62 68', 'aria-hidden': 'true' },
        el('path', { class: `hex h-${colour}`, d: hexagon([0, 0], 28) }),
        motif(colour, [0, 0], 1.35),
      ),
    )}
    <span class="hidden-text">${words(key, { colours })}</span>
    ${card.copies > 1 && html`<b class="copies">${words('board.times', { n: card.left })}</b>`}
  </li>`;
}

/**
 * The cards of the deck in a solo game, those still to come in full colour.
 * @param {{scene: Scene, words: Words}} props
 */
export function Deck({ scene, words }) {
  const left = scene.deck.reduce((sum, card) => sum + card.left, 0);
  const onTable = scene.card.map(patch => patch.colour).join();
  const label = words('board.deck', { left, count: scene.rounds });
  return html`<section class="beside" aria-label=${label}>
    <h2 class="label">${label}</h2>
    <ul class="deck-cards">
      ${scene.deck.map(
        (card, i) =>
          html`<${SmallCard} key=${i} card=${card} now=${card.patches.join() === onTable} words=${words} />`,
      )}
    </ul>
  </section>`;
}
