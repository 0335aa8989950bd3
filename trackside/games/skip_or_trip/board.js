// Skip or Trip: the ribbon of squares, its meeples, cards and hands. It draws a scene and the moves on offer.
import { html, h, useLayoutEffect, useEffect, useMemo, useRef } from '/static/vendor/view.js';
import { badge, el, f, g, meeple, num } from '/static/kit.js';
import {
  GOAL,
  TALL,
  WIDE,
  bands,
  bow,
  cutout,
  follow,
  ghostSpot,
  place,
  scenery,
  seam,
  setting,
  size,
  spots,
  way,
} from './track.js';

/** @typedef {import('./track.js').Plan} Plan */
/** @typedef {import('./track.js').Piece} Piece */
/** @typedef {{number: number, kind?: number, symbols?: number[]}} Card */
/** @typedef {[side: number, from: number, to: number]} Arc */
/**
 * @typedef {object} Scene
 * @property {string} squares @property {string} phase @property {number} seat @property {number|null} eyes
 * @property {number} round @property {number} rounds @property {boolean} time_up @property {number} passes
 *   in a
 *   row @property {number[]} safe squares that cannot be tripped
 * @property {number[]} sides the colour that each seat plays @property {string[]} colours of the seats
 *   @property {number[][]} meeples by colour
 * @property {Card[][]} hands @property {number} deck @property {number} top @property {number} steps
 * @property {null|{square: number, cards: Card[], missing: number[], back: number}} trip
 * @property {[square: number, symbols: [symbol: number, hands: [seat: number, numbers: number[]][]][]][]}
 *   threats
 */
/**
 * @typedef {object} Offer
 * @property {number} move @property {string} label @property {'trip'|'lay'|'black'|'none'|'pass'|'meeple'}
 *   kind
 * @property {number} [square] @property {number} [card] @property {number} [number] @property {number}
 *   [steps]
 *   @property {Arc[]} [back] @property {Arc[]} [maybe] @property {Arc[]} [on]
 * @property {number[]} [falls] @property {number[]} [symbols] @property {number[]} [missing]
 */
/** @typedef {(key: string, values?: {[name: string]: unknown}) => string} Words */
/**
 * @typedef {{scene: Scene, offers: Offer[], chosen: number|null, words: Words, wide?: boolean, still?:
 *   boolean}} Props
 */

// A token has as many corners as its prime and bulging sides, like a coin; from 11 on that is a round badge.
/** @param {number} n @param {number} r @param {number} side */
function bulge(n, r, side) {
  const corners = Array.from({ length: n + 1 }, (_, i) => {
    const a = (((i * 360) / n - 90) * Math.PI) / 180;
    return `${f(r * Math.cos(a))} ${f(r * Math.sin(a))}`;
  });
  return `M${corners[0]}${corners
    .slice(1)
    .map(corner => `A${side} ${side} 0 0 1 ${corner}`)
    .join('')}Z`;
}
/** @type {{[prime: number]: string}} */
const FORMS = {
  2: 'M-10.6 0C-6.6 -10 6.6 -10 10.6 0 6.6 10 -6.6 10 -10.6 0Z',
  3: bulge(3, 11.2, 17),
  5: bulge(5, 10.4, 15),
  7: bulge(7, 10, 14),
};
/** @type {{[prime: number]: number}} */
const LOWER = { 3: 0.9, 5: 0.3, 7: 0.2 };

/**
 * The token of a prime, centred on (x, y), about 20 across at scale 1.
 * @param {number} prime
 * @param {number} x
 * @param {number} y
 * @param {number} [k]
 */
function token(prime, x, y, k = 1) {
  const family = prime < 10 ? prime : Math.floor(prime / 10) * 10;
  return g(
    {
      class: `token prime-${family}`,
      transform: `translate(${f(x)} ${f(y + (prime === 3 ? 1.2 * k : 0))}) scale(${f(k)})`,
    },
    FORMS[prime] ? el('path', { d: FORMS[prime] }) : el('circle', { r: 9.9 }),
    num(prime, 0, LOWER[prime] ?? 0, prime < 10 ? 10 : 9.8, '', prime < 10 ? 2.7 : 2.5),
  );
}

/**
 * Tokens in centred rows, the first row on y.
 * @param {number[]} primes
 * @param {number} x
 * @param {number} y
 * @param {number} k
 * @param {number} perRow
 */
function tokens(primes, x, y, k, perRow) {
  return primes.map((prime, i) => {
    const row = Math.floor(i / perRow),
      inRow = Math.min(perRow, primes.length - row * perRow);
    return token(prime, x + ((i % perRow) - (inRow - 1) / 2) * 21 * k, y + row * 20 * k, k);
  });
}

/** A token in a line of text. @param {number} prime @param {Words} words @param {number} [size] */
const symbol = (prime, words, size = 26) =>
  el(
    'svg',
    {
      class: 'token-icon',
      viewBox: '-11 -11 22 22',
      width: size,
      height: size,
      role: 'img',
      'aria-label': words('board.symbol', { symbol: prime }),
    },
    token(prime, 0, 0),
  );

/** The symbols of a square. @param {string} squares @param {number} square */
const symbolsOf = (squares, square) =>
  square < 2 || square >= GOAL ? [] : squares.split(' ')[square - 2].split('.').map(Number);

/** What never changes: the ribbon, its numbers and tokens. @param {{squares: string, plan: Plan}} props */
function Ribbon({ squares, plan }) {
  return useMemo(() => {
    const all = bands(plan),
      [x, y, width, height] = plan.start;
    /** @param {string} cls @param {number} grow @param {number} [down] */
    const layer = (cls, grow, down = 0) =>
      all.map(band =>
        el('rect', {
          class: cls,
          x: f(band.x - grow),
          y: f(band.y - grow + down),
          width: f(band.width + 2 * grow),
          height: f(band.height + 2 * grow),
          rx: (band.joint ? plan.round * 0.4 : plan.round) + grow,
        }),
      );
    const numbers = Array.from({ length: GOAL }, (_, i) => i + 1);
    return g(
      { class: 'ribbon' },
      el('rect', { class: 'camp0', x, y, width, height, rx: plan.round }),
      num(0, x + 13, y + 14, plan.high, 'zero', 2.1),
      layer('snake-shadow', 1.4, 3),
      layer('snake-ink', 1.4),
      layer('snake-face', 0),
      numbers.filter(n => n % 10 === 0 && n < GOAL).map(n => block(plan, n, 3, 'ten')),
      numbers.slice(1).map(n => el('path', { class: 'sep', d: seam(plan, n) })),
    );
  }, [squares, plan]);
}

/**
 * A square as a rounded rectangle.
 * @param {Plan} plan
 * @param {number} square
 * @param {number} inset
 * @param {string} cls
 */
function block(plan, square, inset, cls) {
  const [x0, y0, width, height] = plan.start,
    { x, y } = place(plan, square);
  const box =
    square === 0
      ? { x: x0, y: y0, width, height }
      : { x: x - plan.w / 2, y: y - plan.h / 2, width: plan.w, height: plan.h };
  return el('rect', {
    class: cls,
    x: f(box.x + inset),
    y: f(box.y + inset),
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
    rx: plan.round * 0.6,
  });
}

/** Numbers and tokens, above the marks. @param {{squares: string, plan: Plan}} props */
function Print({ squares, plan }) {
  return useMemo(
    () =>
      g(
        { class: 'print' },
        Array.from({ length: GOAL }, (_, i) => {
          const n = i + 1,
            { x, y } = place(plan, n),
            primes = symbolsOf(squares, n),
            { k, up } = setting(plan, primes.length);
          return [
            num(
              n,
              x + plan.number[0] + (plan.number[0] && n === GOAL ? 4 : 0),
              y + plan.number[1],
              plan.high,
              'sq',
              n === GOAL ? 2.6 : 2.1,
            ),
            n === GOAL &&
              el('path', {
                class: 'flag',
                transform: `translate(${f(x)} ${f(y + plan.tokens[1] + 14)}) scale(.8)`,
                d: 'M-8 14V-14M-8 -14 12 -8 -8 -2',
              }),
            tokens(primes, x + plan.tokens[0], y + plan.tokens[1] - up, k, plan.perRow),
          ];
        }),
      ),
    [squares, plan],
  );
}

/** The squares that are offered, and the one being tripped. @param {Props & {plan: Plan}} props */
function Marks({ scene, offers, chosen, plan, still }) {
  const named = scene.trip && block(plan, scene.trip.square, 2.5, 'legal-mark on');
  const offered = still ? [] : offers.filter(offer => offer.square !== undefined);
  return g(
    { class: 'marks' },
    named,
    offered.map(offer =>
      g(
        {
          key: offer.move,
          class: 'square legal',
          role: 'button',
          tabindex: 0,
          'aria-label': offer.label,
          'data-move': offer.move,
        },
        block(plan, offer.square ?? 0, -plan.gap / 2, 'hit'),
        block(plan, offer.square ?? 0, 2.5, `legal-mark ${offer.move === chosen ? 'on' : ''}`),
      ),
    ),
  );
}

/** Where everybody stands: pieces keep their names as they pass each other. @param {number[][]} meeples */
function useStanding(meeples) {
  const before = useRef(/** @type {Piece[][]} */ ([]));
  before.current = meeples.map((squares, side) => follow(before.current[side] ?? [], squares));
  const all = before.current.flatMap((pieces, side) => pieces.map(piece => ({ ...piece, side })));
  return all.map(piece => {
    const here = all.filter(other => other.square === piece.square);
    return { ...piece, here: here.length, index: here.indexOf(piece) };
  });
}

/** Milliseconds of a token of motion. @param {Element} element @param {string} name */
const milliseconds = (element, name) => parseFloat(getComputedStyle(element).getPropertyValue(name)) || 0;

/** @param {{x: number, y: number, k: number}} spot */
const at = spot => `translate(${f(spot.x)}px, ${f(spot.y)}px) scale(${f(spot.k)})`;

/** A meeple that slides along the ribbon when its square changes. */
/**
 * @param {{plan: Plan, colour: string, square: number, index: number, here: number, mayMove: boolean, label:
 *   string}} props
 */
function Stand({ plan, colour, square, index, here, mayMove, label }) {
  const group = useRef(/** @type {SVGGElement|null} */ (null)),
    last = useRef(square);
  const spot = spots(plan, square, here)[index];
  useLayoutEffect(() => {
    const from = last.current,
      element = group.current;
    last.current = square;
    const slide = element ? milliseconds(element, '--slide') : 0;
    if (!element || from === square || !slide) return;
    const squares = way(plan.columns, from, square),
      length = Math.abs(square - from);
    const frames = squares.map(n => ({
      transform: at(n === square ? spot : { ...spots(plan, n, 1)[0], k: spot.k }),
      offset: Math.abs(n - from) / length,
    }));
    element.animate(frames, { duration: slide * (1 + Math.min(1, length / 20)), easing: 'ease-in-out' });
  }, [square]);
  return h(
    'g',
    {
      ref: group,
      class: `stand ${mayMove ? 'may-move' : ''}`,
      style: { transform: at(spot) },
      role: 'img',
      'aria-label': label,
    },
    mayMove && el('ellipse', { class: 'base-ring', cx: 0, cy: -0.5, rx: 17, ry: 5 }),
    meeple(colour, 0, 0),
  );
}

/**
 * The ways that a chosen move would make: red and down for back, green and up for on, a ghost at the end.
 * @param {{scene: Scene, offer?: Offer, plan: Plan}} props
 */
function Ways({ scene, offer, plan }) {
  const all = [
    { arcs: offer?.maybe, kind: 'back maybe' },
    { arcs: offer?.back, kind: 'back' },
    { arcs: offer?.on, kind: 'on' },
  ].flatMap(({ arcs = [], kind }) => arcs.map(arc => ({ arc, kind })));
  return g(
    { class: 'ways' },
    all.map(({ arc: [side, from, to], kind }) => {
      const { a, b, middle, turn } = bow(plan, from, to, kind !== 'on'),
        d = `M${f(a.x)} ${f(a.y)}Q${f(middle.x)} ${f(middle.y)} ${f(b.x)} ${f(b.y)}`;
      const spot = ghostSpot(plan, to, scene.meeples.flat().includes(to));
      return g(
        { key: `${side}-${from}-${to}` },
        g({ class: `ghost ${kind}` }, meeple(scene.colours[side], spot.x, spot.y, spot.k)),
        el('path', { class: 'arc-case', d }),
        el('path', { class: `arc ${kind}`, d }),
        el('path', {
          class: `head ${kind}`,
          d: 'M-8 -5 1 0 -8 5Z',
          transform: `translate(${f(b.x)} ${f(b.y)}) rotate(${f(turn)})`,
        }),
      );
    }),
  );
}

/** @param {Plan} plan @param {number} square */
function shieldAt(plan, square) {
  const { x, y } = place(plan, square);
  return `translate(${f(x + plan.w / 2 - 9)} ${f(y + plan.h / 2 - (plan === WIDE ? 26 : 10))})`;
}

/**
 * The board: squares 0 to 100, the meeples on them, what may be chosen and what it would bring.
 * @param {Props} props
 */
export function Board(props) {
  const { scene, offers, chosen, words, wide, still } = props,
    plan = wide ? WIDE : TALL;
  const box = still
    ? cutout(plan, [...scene.meeples.flat(), ...(scene.trip ? [scene.trip.square] : [])])
    : { x: 0, y: 0, ...size(plan) };
  const standing = useStanding(scene.meeples),
    offer = offers.find(one => one.move === chosen);
  const own = scene.sides[scene.eyes ?? scene.seat] ?? 0,
    movable = offers.filter(one => one.kind === 'meeple').map(one => one.square);
  const offered = offers.flatMap(one => one.square ?? []),
    focus = scene.trip?.square ?? scenery(offered, scene.meeples[own]);
  const spot = useRef(/** @type {SVGElement|null} */ (null));
  useEffect(() => {
    if (wide || still || !spot.current) return;
    spot.current.scrollIntoView({
      block: 'center',
      inline: 'nearest',
      behavior: milliseconds(spot.current, '--slide') ? 'smooth' : 'auto',
    });
  }, [focus, wide, still]);
  const { x, y } = place(plan, focus);
  return el(
    'svg',
    {
      class: `board snake ${wide ? 'wide' : 'tall'} ${offer ? 'previewing' : ''}`,
      viewBox: `${f(box.x)} ${f(box.y)} ${f(box.width)} ${f(box.height)}`,
      preserveAspectRatio: still ? 'xMidYMid slice' : undefined,
      role: still ? 'img' : 'group',
      'aria-label': words('board.track'),
    },
    h(Ribbon, { squares: scene.squares, plan }),
    h(Marks, { ...props, plan }),
    h(Print, { squares: scene.squares, plan }),
    el('rect', { ref: spot, class: 'hit none', x, y, width: 1, height: 1 }),
    h(Ways, { scene, offer, plan }),
    scene.safe.map(square =>
      el('path', {
        key: square,
        class: 'shield',
        d: 'M0 -7 6 -5V0C6 4 3 6.4 0 7.6 -3 6.4 -6 4 -6 0V-5Z',
        transform: shieldAt(plan, square),
        role: 'img',
        'aria-label': words('board.safe', { square }),
      }),
    ),
    g(
      { class: 'stands' },
      standing.map(piece =>
        h(Stand, {
          key: `${piece.side}-${piece.id}`,
          plan,
          colour: scene.colours[piece.side],
          square: piece.square,
          index: piece.index,
          here: piece.here,
          mayMove: piece.side === own && movable.includes(piece.square),
          label: words('board.meeple', {
            who: words(`seat.${scene.colours[piece.side]}`),
            square: piece.square,
          }),
        }),
      ),
    ),
  );
}

/**
 * A card: the number on its black half, the symbols on its white half; without symbols it is black all over.
 * @param {{card: Card, cls?: string, says?: string, words: Words}} props
 */
function CardFace({ card: { number, symbols }, cls = '', says = '', words }) {
  const label =
    says ||
    (symbols
      ? words('board.card', { number, symbols: symbols.join(', ') })
      : words('board.card_back', { number }));
  const whole = { x: 0, width: 70, height: 100, rx: 9 };
  return el(
    'svg',
    {
      class: `card ${symbols ? '' : 'back'} ${cls}`,
      viewBox: '-1 -1 72 104',
      role: 'img',
      'aria-label': label,
    },
    el('rect', { ...whole, class: 'card-edge', y: 2.5 }),
    el('rect', { ...whole, class: symbols ? 'card-white' : 'card-black', y: 0 }),
    symbols
      ? [
          el('path', { class: 'card-black', d: 'M0 9A9 9 0 0 1 9 0H61A9 9 0 0 1 70 9V50C50 56 20 44 0 50Z' }),
          num(number, 35, 24.5, 25, 'onblack', 2.5),
          faceTokens(symbols),
        ]
      : [
          el('rect', { class: 'card-line', x: 5, y: 5, width: 60, height: 90, rx: 6 }),
          num(number, 35, 50, 32, 'onblack', 2.5),
        ],
  );
}

/** @param {number[]} symbols */
const faceTokens = symbols =>
  symbols.length > 2
    ? tokens(symbols, 35, 67, 0.92, 2)
    : tokens(symbols, 35, 76, symbols.length > 1 ? 1.12 : 1.3, 2);

/**
 * `12 = 2 · 2 · 3`, with tokens; those still missing are faded.
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
  return html`<div class="eq">
    <span class="key">${square}</span>
    ${parts.map(
      ({ prime, lacks }, i) => html`<span class="op" aria-hidden="true">${i ? '·' : '='}</span>
        <span class=${lacks ? 'lacks' : 'has-it'}>${symbol(prime, words)}</span>`,
    )}
  </div>`;
}

/** Cards, face up. @param {{cards: Card[], words: Words}} props */
const Faces = ({ cards, words }) =>
  cards.map((card, i) => html`<${CardFace} key=${i} card=${card} words=${words} />`);

/** What is laid for the trip being made. @param {Props} props */
function Table({ scene, offers, chosen, words }) {
  const trip = scene.trip,
    offer = offers.find(one => one.move === chosen && one.kind === 'lay');
  if (!trip) return null;
  const missing = offer?.missing ?? trip.missing,
    [fall] = offer?.back ?? [];
  const says = fall
      ? `${fall[1]} → ${fall[2]}`
      : trip.back > 0 && words('board.back_so_far', { back: trip.back }),
    steps = offer?.steps ?? scene.steps;
  const symbols = symbolsOf(scene.squares, trip.square);
  return html`<div class="group line">
    <h3 class="label">${words('board.table')}</h3>
    <div class="trip">
      ${trip.cards.length > 0 && html`<div class="cards"><${Faces} cards=${trip.cards} words=${words} /></div>`}
      <div class="sum">
        <${Product} square=${trip.square} symbols=${symbols} missing=${missing} words=${words} />
        <div class="quiet">
          ${says && html`<div>${says}</div>`}
          ${steps > 0 && html`<div>${words('board.steps', { steps })}</div>`}
        </div>
      </div>
    </div>
  </div>`;
}

/** What stands for an offer outside the board. @param {Offer|undefined} offer @param {number|null} chosen */
const acts = (offer, chosen) =>
  offer
    ? { role: 'button', tabindex: 0, 'data-move': offer.move, 'data-on': offer.move === chosen || undefined }
    : {};

/**
 * What is seen of an offer, and the sentence that is heard instead.
 * @param {Offer|undefined} offer
 * @param {unknown} seen
 */
const heard = (offer, seen) =>
  offer
    ? html`<span class="contents" aria-hidden="true">${seen}</span><span class="hidden-text">${offer.label}</span>`
    : seen;

/**
 * The squares that could be tripped, as a list: a square may lie outside of the picture.
 * @param {Props} props
 */
function Trips({ scene, offers, chosen, words }) {
  const trips = offers.filter(offer => offer.kind === 'trip');
  if (!trips.length) return null;
  const mine = scene.sides[scene.seat];
  const standing = (/** @type {Offer} */ { square = 0 }) =>
    scene.meeples.map(
      (squares, side) => side !== mine && squares.includes(square) && badge(scene.colours[side], 18),
    );
  const seen = (/** @type {Offer} */ offer) =>
    html`<span class="key">${offer.square}</span>${standing(offer)}<span>${fallText(offer, words)}</span>`;
  return html`<div class="group line">
    <h3 class="label">${words('board.trips')}</h3>
    <div class="triplist">
      ${trips.map(
        offer => html`<div key=${offer.move} class="trip-offer" ...${acts(offer, chosen)}>
          ${heard(offer, seen(offer))}
        </div>`,
      )}
    </div>
  </div>`;
}

/** @param {Offer} offer @param {Words} words */
function fallText({ falls = [] }, words) {
  const [least, most] = falls;
  if (!falls.length) return words('board.away_open');
  return least === most ? words('board.away', { back: least }) : words('board.away_between', { least, most });
}

/** Who holds numbers that may show the symbols of my squares. @param {Props} props */
function Threats({ scene, words }) {
  if (!scene.threats.length) return null;
  const nobody = html`<span class="quiet">${words('board.nobody')}</span>`;
  const holders = (/** @type {[number, number[]][]} */ hands) =>
    hands.map(
      ([seat, numbers]) =>
        html`<span class="held">${badge(scene.colours[seat], 16)}${numbers.join(' ')}</span>`,
    );
  return html`<div class="group threats">
    <h3 class="label">${words('board.threats')}</h3>
    <div class="threat-list">
      ${scene.threats.map(
        ([square, symbols]) => html`<div key=${square} class="threat">
          <span class="key">${square}</span>
          <ul>
            ${symbols.map(
              ([prime, hands]) => html`<li>
                ${symbol(prime, words, 20)}${hands.length ? holders(hands) : nobody}
              </li>`,
            )}
          </ul>
        </div>`,
      )}
    </div>
  </div>`;
}

/** What a card is good for now, in a word under it. @param {Offer|undefined} offer @param {Words} words */
function useOf(offer, words) {
  if (!offer) return '';
  if (offer.kind === 'lay') return words(offer.missing?.length ? 'board.adds' : 'board.completes');
  const [walk] = offer.on ?? [];
  if (walk) return words('board.skip_to', { end: walk[2] });
  return offer.steps === offer.number ? '' : `+${offer.steps}`;
}

/** My cards, each with the one move it can make now, and what there is besides. @param {Props} props */
function Hand({ scene, offers, chosen, words }) {
  if (scene.eyes === null) return null;
  const cards = scene.hands[scene.eyes],
    none = offers.find(offer => offer.kind === 'none' || offer.kind === 'pass');
  const choosing = offers.some(offer => offer.card !== undefined);
  const slot = (/** @type {Card} */ card, /** @type {number} */ i) => {
    const offer = offers.find(one => one.card === card.kind && card.kind !== undefined);
    const use = useOf(offer, words);
    const copy = cards.slice(0, i).filter(other => other.kind === card.kind).length;
    const idle = choosing ? 'cannot' : '';
    const seen = html`<${CardFace} card=${card} words=${words} />${use && html`<span>${use}</span>`}`;
    return html`<div
      key=${`${card.kind}-${copy}`}
      class=${`slotcard ${offer ? 'can' : idle}`}
      ...${acts(offer, chosen)}
    >
      ${heard(offer, seen)}
    </div>`;
  };
  return html`<div class="group grow my-hand">
    <h3 class="label">${words('board.hand')}</h3>
    <div class="hand-line">
      <div class=${`hand ${cards.length > 7 ? 'many' : ''}`}>
        ${cards.map(slot)}
        ${cards.length === 0 && html`<span class="quiet">${words('board.no_cards')}</span>`}
      </div>
      ${
        none &&
        html`<div class="button small no-card" ...${acts(none, chosen)}>
          ${heard(none, noneText(none, words))}
        </div>`
      }
    </div>
  </div>`;
}

/** @param {Offer} offer @param {Words} words */
function noneText({ kind, on = [], steps }, words) {
  if (kind === 'pass') return words('board.pass');
  return on.length ? words('board.none_to', { end: on[0][2] }) : words('board.none_choose', { steps });
}

/** The deck with the number on top of it. @param {{scene: Scene, words: Words}} props */
function Deck({ scene: { deck, top }, words }) {
  const says = deck ? words('board.deck', { n: deck }) : words('board.deck_empty');
  const topSays = words('board.deck_top', { number: top, n: deck });
  const cards = html`<div class="deck">
    ${deck > 1 && html`<div class="under"></div>`}
    ${top > 0 && html`<${CardFace} card=${{ number: top }} says=${topSays} words=${words} />`}
  </div>`;
  return html`<div class="group push"><h3 class="label">${says}</h3>${deck > 0 && cards}</div>`;
}

/**
 * My things: the trip being made or what could be, who threatens me, my hand, the deck.
 * @param {Props} props
 */
export function Tray(props) {
  const trips = props.offers.some(offer => offer.kind === 'trip');
  return html`<div class="groups st-tray">
    <${Table} ...${props} />
    <${Trips} ...${props} />
    ${!props.scene.trip && !trips && html`<${Threats} ...${props} />`}
    <${Hand} ...${props} />
    <${Deck} ...${props} />
  </div>`;
}

/** The numbers of a hand, each once. @param {{hand: Card[], words: Words}} props */
function Backs({ hand, words }) {
  const numbers = hand.map(card => card.number);
  const says = words('board.number_of', { n: hand.length, numbers: numbers.join(', ') });
  const back = (/** @type {number} */ number) => {
    const n = numbers.filter(other => other === number).length;
    return html`<span key=${number} class="held" aria-hidden="true">
      <${CardFace} card=${{ number }} cls="tiny" words=${words} />
      <span class="digit">${number}</span>${n > 1 && html`<small>×${n}</small>`}
    </span>`;
  };
  return html`<span class="backs" role="img" aria-label=${says}>${[...new Set(numbers)].map(back)}</span>`;
}

/**
 * What stands under a player's name: the numbers held, in a review the cards as far as they are seen; the
 * squares of several meeples.
 * @param {{scene: Scene, seat: number, words: Words, past?: boolean}} props
 */
export function SeatNote({ scene, seat, words, past }) {
  const side = scene.sides[seat],
    squares = [...scene.meeples[side]].reverse(),
    colour = scene.colours[side],
    hand = scene.hands[seat];
  const team = scene.sides.some((other, i) => other !== i);
  const title = team ? words('board.team', { who: words(`seat.${colour}`) }) : undefined;
  const small = html`<svg class="tiny-meeple" viewBox="-17 -37 36 42" width="16" height="18" aria-hidden="true">
    ${meeple(colour, 0, 0)}
  </svg>`;
  const open = past && hand.some(card => card.symbols);
  return html`<div class="has st-note">
    ${squares.length > 1 && html`<span class="chip squares" title=${title}>${small}${squares.join(' ')}</span>`}
    ${
      open
        ? html`<span class="faces"><${Faces} cards=${hand} words=${words} /></span>`
        : html`<${Backs} hand=${hand} words=${words} />`
    }
  </div>`;
}

/**
 * Which round it is, and how many have passed in a row: when all have, the game is over.
 * @param {Scene} scene
 * @param {Words} words
 */
export function headline({ round, rounds, time_up: timeUp, passes }, words) {
  const now = timeUp
    ? words('board.last_turn')
    : words(rounds ? 'board.round_of' : 'board.round', { round, rounds });
  return passes ? `${now} · ${words('board.passed', { n: passes })}` : now;
}

/**
 * The one button: the chosen move, or to move on without another card.
 * @param {Offer[]} offers
 * @param {number|null} chosen
 * @param {Words} words
 */
export function primary(offers, chosen, words) {
  const offer = offers.find(one => one.move === chosen) ?? offers.find(one => one.kind === 'none');
  if (!offer) return null;
  const [walk] = offer.on ?? [];
  return {
    move: offer.move,
    label: words(`board.do_${offer.kind}`, {
      square: offer.square,
      number: offer.number,
      steps: offer.steps,
      end: walk?.[2],
    }),
  };
}
