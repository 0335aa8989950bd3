// Moves as buttons: all of them, or the best with their chances, so that everything works without the board.
import { html, useState } from '../vendor/view.js';

/**
 * @import { HintMessage, HintedMove, Offer } from '../api'
 * @import { BoardModule, Words } from '../types'
 */

const FIRST = 3; // hints shown at first

/**
 * Return the moves of a hint that are possible, in the hint's order; those with a chance come first.
 * @param {HintedMove[]} hint
 * @param {Offer[]} offers
 * @returns {{offer: Offer, value: number|null}[]}
 */
export function ranked(hint, offers) {
  const found = hint.flatMap(({ move, value }) => {
    const offer = offers.find(one => one.move === move);
    return offer ? [{ offer, value }] : [];
  });
  return [...found.filter(one => one.value !== null), ...found.filter(one => one.value === null)];
}

/**
 * Return what the main button does: what the game says, else the chosen move; never one that leaves the turn unused.
 * @param {BoardModule|null} board
 * @param {Offer[]} offers
 * @param {number|null} chosen
 * @param {Words} words
 * @returns {{move: number, label: string}|null}
 */
export function mainMove(board, offers, chosen, words) {
  const useful = (/** @type {number|null} */ move) =>
    offers.some(offer => offer.move === move && !offer.passes);
  const own = board?.primary?.(offers, chosen, words);
  if (own && useful(own.move)) return own;
  return chosen !== null && useful(chosen) ? { move: chosen, label: words('table.play_it') } : null;
}

/** @param {{offers: Offer[], chosen: number|null, label: string}} props */
export const OfferList = ({ offers, chosen, label }) =>
  html`<div class="list-part">
    <h3 class="label">${label}</h3>
    <ul class="offer-list" aria-label=${label}>
      ${offers.map(
        offer =>
          html`<li key=${offer.move}>
            <button
              type="button"
              class=${`offer-button${offer.move === chosen ? ' on' : ''}`}
              data-move=${offer.move}
            >
              <span>
                ${offer.label}${offer.brings.length > 0 && html` <small>${offer.brings.join(' ')}</small>`}
              </span>
            </button>
          </li>`,
      )}
    </ul>
  </div>`;

/** A chance; a new value fades in. @param {number} value */
const chanceOf = value => {
  const percent = Math.round(value * 100);
  return html`<b key=${percent} class="chance-of tabular">${percent} %</b>`;
};

/**
 * Return a remark on the source of the chances: that they are becoming more precise, that they are exact, or that the
 * game's judge is missing.
 * @param {HintMessage} hint
 * @param {boolean} judge true if the game has one
 * @param {Words} words
 */
export function remarkOn(hint, judge, words) {
  if (!hint.final) return words('table.hint_closer');
  if (hint.judged_by === 'exact') return words('hint.solved');
  return judge && hint.judged_by === 'playouts' ? words('hint.played_out') : '';
}

/**
 * The best moves with their chances to win: three, the rest on demand.
 * @param {object} props
 * @param {HintMessage} props.hint
 * @param {boolean} props.judge
 * @param {Offer[]} props.offers
 * @param {number|null} props.chosen
 * @param {Words} props.words
 * @param {() => void} props.close
 */
export function Hints({ hint, judge, offers, chosen, words, close }) {
  const [all, setAll] = useState(false);
  const best = ranked(hint.moves, offers);
  const weighed = best.some(one => one.value !== null);
  const shown = all ? best : best.slice(0, FIRST);
  const label = words(weighed ? 'table.hint_title' : 'table.hint_only');
  const line = (
    /** @type {{offer: Offer, value: number|null}} */ { offer, value },
    /** @type {number} */ i,
  ) =>
    html`<li key=${offer.move}>
      <button
        type="button"
        class=${`hint-line${i === 0 ? ' best' : ''}${offer.move === chosen ? ' on' : ''}`}
        data-move=${offer.move}
      >
        ${value !== null && chanceOf(value)}
        <span>${offer.label}</span>
        ${i === 0 && weighed && html`<small>${words('table.hint_best')}</small>`}
      </button>
    </li>`;
  return html`<div class="hint-part">
    <ol class="hint-list" aria-label=${label}>${shown.map(line)}</ol>
    <div class="hint-side">
      <p class="quiet">${label}</p>
      ${hint.why && html`<p>${hint.why}</p>`}
      ${
        best.length > shown.length &&
        html`<button class="button plain pass" type="button" onClick=${() => setAll(true)}>
          ${words('table.hint_more', { n: best.length - shown.length })}
        </button>`
      }
      <button class="button plain pass" type="button" onClick=${close}>${words('table.hint_close')}</button>
      <p class="quiet" role="status">${remarkOn(hint, judge, words)}</p>
    </div>
  </div>`;
}
