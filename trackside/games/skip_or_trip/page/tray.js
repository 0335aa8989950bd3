// The player's side: possible trips or the current one, the hand as a fan, the deck.
import { html, useRef } from '/static/vendor/view.js';
import { badge } from '/static/ui/pieces.js';
import { CardFace, FanCard, cardAbout } from './cards.js';
import { calledSide, faces, listed } from './names.js';
import { symbol, symbolsOf } from './tokens.js';
import { strip } from './track.js';

/**
 * @import { Card, Offer } from './api'
 * @import { Props } from './board.js'
 * @import { Words } from '/static/types'
 */

/**
 * Return the attributes of an offer's element outside the board.
 * @param {Offer|undefined} offer
 * @param {number|null} chosen
 */
const acts = (offer, chosen) =>
  offer
    ? { role: 'button', tabindex: 0, 'data-move': offer.move, 'data-on': offer.move === chosen || undefined }
    : {};

/**
 * Return the visible content of an offer, with its sentence for screen readers.
 * @param {Offer|undefined} offer
 * @param {unknown} seen
 */
const heard = (offer, seen) =>
  offer
    ? html`<span class="contents" aria-hidden="true">${seen}</span><span class="hidden-text">${offer.label}</span>`
    : seen;

/**
 * The product `12 = 2 · 2 · 3` in tokens; missing ones are faded. A prime has no equals sign.
 * @param {{square: number, symbols: number[], missing: number[], words: Words}} props
 */
function Product({ square, symbols, missing, words }) {
  const open = [...missing];
  const parts = [...symbols]
    .reverse()
    .map(prime => {
      const i = open.indexOf(prime);
      if (i >= 0) open.splice(i, 1);
      return { prime, lacks: i >= 0 };
    })
    .reverse();
  const size = symbols.length > 3 ? 18 : 22;
  return html`<div class=${`eq${symbols.length > 3 ? ' long' : ''}`}>
    <span class="key">${square}</span>
    ${parts.map(
      ({ prime, lacks }, i) =>
        html`${symbols.length > 1 && html`<span class="op" aria-hidden="true">${i ? '·' : '='}</span>`}
          <span class=${lacks ? 'lacks' : 'has-it'}>${symbol(prime, words, size)}</span>`,
    )}
  </div>`;
}

/** The sum of the cards laid so far and the chosen one. @param {Props} props */
function Sum(props) {
  const { scene, offers, chosen, words } = props,
    trip = scene.trip,
    offer = offers.find(one => one.move === chosen && one.kind === 'lay');
  if (!trip) return null;
  const numbers = [...trip.cards.map(card => card.number), ...(offer?.number ? [offer.number] : [])];
  if (!numbers.length) return null;
  const total = numbers.reduce((a, b) => a + b, 0),
    sum = numbers.length > 1 ? `${numbers.join(' + ')} = ${total}` : `${total}`;
  const mine = scene.sides[scene.seat],
    sides = scene.meeples.flatMap((squares, side) =>
      side !== mine && squares.includes(trip.square) ? side : [],
    );
  const who = listed(
    sides.map(side => calledSide(side, props)),
    words,
  );
  return html`<div class="quiet">
    <div>${words('board.sum_back', { sum, who })}</div>
    <div>${words('board.sum_on', { steps: offer?.steps ?? scene.steps })}</div>
  </div>`;
}

/** The cards laid for the current trip. @param {Props} props */
function Table(props) {
  const { scene, offers, chosen, words } = props,
    trip = scene.trip;
  if (!trip) return null;
  const offer = offers.find(one => one.move === chosen && one.kind === 'lay');
  const copies = (/** @type {Card} */ card, /** @type {number} */ i) =>
    (scene.perspective === scene.seat
      ? scene.hands[scene.seat].filter(one => one.kind === card.kind).length
      : 0) + trip.cards.slice(0, i).filter(one => one.kind === card.kind).length;
  return html`<div class="trip">
    ${
      trip.cards.length > 0 &&
      html`<div class=${`cards n${trip.cards.length}`}>
        ${trip.cards.map(
          (card, i) => html`<span
            key=${i}
            data-key=${`card-${card.kind}-${copies(card, i)}`}
            data-about=${cardAbout(card)}
          >
            <${FanCard} card=${card} words=${words} />
          </span>`,
        )}
      </div>`
    }
    <div class="sum">
      <${Product}
        square=${trip.square}
        symbols=${symbolsOf(scene.squares, trip.square)}
        missing=${offer?.missing ?? trip.missing}
        words=${words}
      />
      <${Sum} ...${props} />
    </div>
  </div>`;
}

/**
 * Return the text of a trip's effect and the cards for it.
 * @param {Offer} offer
 * @param {string} who
 * @param {Words} words
 */
function fallText({ square = 0, falls, lays = [] }, who, words) {
  const name = html`<b>${who}</b> `;
  if (!falls?.length) return html`${name}${words('board.away_open')}`;
  const [least, most] = falls,
    end = square - most;
  const text = words(least === most ? 'board.away' : 'board.away_between', { least, most, back: most, end });
  return html`${name}${text}<br /><span class="quiet">${words('board.with', { numbers: listed(lays, words) })}</span>`;
}

/** The reason why no one can be tripped. @param {Props} props */
function Nobody({ scene, words }) {
  const mine = scene.sides[scene.seat];
  const squares = scene.meeples.flatMap((all, side) => (side === mine ? [] : all));
  const worth = [...new Set(squares)].filter(square => symbolsOf(scene.squares, square).length);
  const key = worth.length ? 'board.nobody_now' : 'board.nobody_yet';
  return html`<p class="quiet nothing">${words(key, { squares: listed(worth, words) })}</p>`;
}

/** The list of squares that can be tripped; a square may be outside the picture. @param {Props} props */
function Trips(props) {
  const { scene, offers, chosen, best, words } = props,
    trips = offers.filter(offer => offer.kind === 'trip'),
    none = offers.find(offer => offer.kind === 'none'),
    mine = scene.sides[scene.seat];
  const sidesOn = (/** @type {Offer} */ { square = 0 }) =>
    scene.meeples.flatMap((squares, side) => (side !== mine && squares.includes(square) ? side : []));
  const seen = (/** @type {Offer} */ offer) => {
    const sides = sidesOn(offer),
      who = listed(
        sides.map(side => calledSide(side, props)),
        words,
      );
    return html`<span class="key">${offer.square}</span>
      <span class="faces-of">${sides.map(side => faces(side, 24, props))}</span>
      <span>${fallText(offer, who, words)}</span>`;
  };
  return html`${!trips.length && html`<${Nobody} ...${props} />`}
    <ul class="could">
      ${trips.map(
        offer => html`<li key=${offer.move}>
          <div class=${`trip-offer${offer.move === best ? ' best' : ''}`} ...${acts(offer, chosen)}>
            ${heard(offer, seen(offer))}
          </div>
        </li>`,
      )}
      ${
        none &&
        html`<li key="none">
          <div class=${`trip-offer no-card${none.move === best ? ' best' : ''}`} ...${acts(none, chosen)}>
            ${heard(none, html`<span>${noneText(none, words)}</span>`)}
          </div>
        </li>`
      }
    </ul>
    ${!trips.length && !none && html`<${Threats} ...${props} />`}`;
}

/** @param {Offer} offer @param {Words} words */
const noneText = ({ on = [], steps }, words) =>
  on.length ? words('board.none_to', { end: on[0][2] }) : words('board.none_choose', { steps });

/** The meeples that may make the steps. @param {Props} props */
const Meeples = ({ offers, chosen, best, words }) =>
  html`<ul class="could">
    ${offers.map(
      offer => html`<li key=${offer.move}>
        <div class=${`trip-offer${offer.move === best ? ' best' : ''}`} ...${acts(offer, chosen)}>
          ${heard(
            offer,
            html`<span class="key">${offer.square}</span>
              <span>${words('board.meeple_to', { end: offer.on?.[0]?.[2] })}</span>`,
          )}
        </div>
      </li>`,
    )}
  </ul>`;

/** The holders of numbers that may have the symbols of my squares. @param {Props} props */
function Threats({ scene, words }) {
  if (!scene.threats.length) return null;
  const nobody = html`<span class="quiet">${words('board.nobody')}</span>`;
  const holders = (/** @type {[number, number[]][]} */ hands) =>
    hands.map(
      ([seat, numbers]) =>
        html`<span class="held">${badge(scene.colours[seat], 16)}${numbers.join(' ')}</span>`,
    );
  return html`<div class="threat-list" role="group" aria-label=${words('board.threats')}>
    ${scene.threats.map(
      ([square, symbols]) => html`<div key=${square} class="threat">
        <span class="key">${square}</span>
        <ul>
          ${symbols.map(
            ([prime, hands]) => html`<li>
              ${symbol(prime, words, 18)}${hands.length ? holders(hands) : nobody}
            </li>`,
          )}
        </ul>
      </div>`,
    )}
  </div>`;
}

/** The left part: the current action, in the same box in every phase. @param {Props} props */
function Doing(props) {
  const { scene, offers, words } = props;
  const meeples = offers.some(offer => offer.kind === 'meeple');
  const mine = offers.length > 0;
  if (scene.trip) return part(words('board.table'), html`<${Table} ...${props} />`);
  if (meeples) return part(words('board.meeples'), html`<${Meeples} ...${props} />`);
  if (mine) return part(words('board.trips'), html`<${Trips} ...${props} />`);
  return part(words('board.threats'), html`<${Threats} ...${props} />`);
}

/** @param {string} label @param {unknown} inner */
const part = (label, inner) =>
  html`<div class="group g-trip">
    <h3 class="label">${label}</h3>
    <div class="doing" tabindex="0" role="group" aria-label=${label}>${inner}</div>
  </div>`;

/** Return where a card leads, or what it adds to a trip. @param {Offer|undefined} offer */
function leadsTo(offer) {
  if (!offer) return '';
  const [walk] = offer.on ?? [];
  if (walk) return walk[2];
  return offer.kind === 'lay' || offer.steps !== offer.number ? `+${offer.steps}` : '–';
}

/**
 * My cards in a row, each with its current move; a sliding finger raises one card after another.
 * @param {Props} props
 */
function Fan({ scene, offers, chosen, best, choose, words, wide }) {
  const slid = useRef(false);
  const hand = scene.perspective === null ? [] : scene.hands[scene.perspective],
    choosing = offers.some(offer => offer.card !== undefined),
    useful = new Set(offers.flatMap(offer => offer.cards ?? [])),
    laid = offers.find(offer => offer.move === chosen)?.laid ?? [];
  const { half, k } = strip(hand.length, wide !== false);
  const slide = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === 'mouse' || !event.buttons) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('.fan [data-move]');
    const move = under && Number(under.getAttribute('data-move'));
    if (move === null || move === undefined || move === chosen) return;
    slid.current = true;
    choose?.(move);
  };
  const slot = (/** @type {Card} */ card, /** @type {number} */ i) => {
    const offer = offers.find(one => one.card === card.kind && card.kind !== undefined);
    const copy = hand.slice(0, i).filter(other => other.kind === card.kind).length;
    const classes = [
      'slotcard',
      card.kind !== undefined && (useful.has(card.kind) || offer?.kind === 'lay') && 'can',
      choosing && !offer && 'cannot',
      ((offer && offer.move === chosen) || laid.filter(kind => kind === card.kind).length > copy) && 'raised',
      offer && offer.move === best && 'best',
    ];
    return html`<div
      key=${`${card.kind}-${copy}`}
      data-key=${`card-${card.kind}-${copy}`}
      data-about=${cardAbout(card)}
      class=${classes.filter(Boolean).join(' ')}
      ...${acts(offer, chosen)}
    >
      ${heard(
        offer,
        html`<${FanCard} card=${card} half=${half} k=${k} words=${words} />
          <span class="leads">${leadsTo(offer)}</span>`,
      )}
    </div>`;
  };
  return html`<div
    class="fan"
    role="group"
    aria-label=${words('board.hand')}
    onPointerDown=${() => (slid.current = false)}
    onPointerMove=${slide}
    onClickCapture=${(/** @type {Event} */ event) => slid.current && event.stopPropagation()}
  >
    ${hand.map(slot)} ${hand.length === 0 && html`<span class="quiet">${words('board.no_cards')}</span>`}
  </div>`;
}

/** The fan below its heading. @param {Props} props */
function Hand(props) {
  const { scene, offers, words } = props;
  const leads = offers.some(offer => offer.card !== undefined);
  const aside = scene.steps && leads && !scene.trip ? 'board.hand_then' : leads && 'board.hand_leads';
  return html`<div class="group g-hand">
    <h3 class="label">
      ${words('board.hand')}
      ${aside && html`<span class="aside only-wide"> · ${words(aside)}</span>`}
      <span class="aside only-tall"> · ${deckText(scene, words)}</span>
    </h3>
    <${Fan} ...${props} />
  </div>`;
}

/** @param {{deck: number, top: number}} scene @param {Words} words */
const deckText = ({ deck, top }, words) =>
  deck ? words('board.deck_short', { number: top, n: deck }) : words('board.deck_empty');

/** The deck with the number on top of it. @param {Props} props */
function Deck({ scene: { deck, top }, words }) {
  const topSays = words('board.deck_top', { number: top, n: deck });
  const cards = html`<div class="deck" data-key="deck" data-about="deck">
    ${deck > 1 && html`<div class="under"></div>`}
    ${top > 0 && html`<${CardFace} card=${{ number: top }} says=${topSays} words=${words} />`}
  </div>`;
  return html`<div class="group g-deck only-wide">
    <h3 class="label">${words('board.deck', { n: deck })}</h3>
    ${deck > 0 ? cards : html`<p class="quiet">${words('board.deck_empty')}</p>`}
  </div>`;
}

/** The player's side of the table. @param {Props} props */
export const Tray = props =>
  html`<div class="groups st-tray">
    <${Doing} ...${props} />
    <${Hand} ...${props} />
    <${Deck} ...${props} />
  </div>`;
