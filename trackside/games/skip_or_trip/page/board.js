// The board of Skip or Trip. It draws a scene, past moves and offers; it knows no rules.
import { html, h, useEffect, useLayoutEffect, useRef, useState } from '/static/vendor/view.js';
import { el, f, g, meeple } from '/static/ui/pieces.js';
import { LastMoves, Made, Preview, pills } from './layers.js';
import { Places, Print, Ribbon, block } from './ribbon.js';
import { TALL, WIDE, cutout, meepleKey, place, planFor, scenery, size, spots } from './track.js';

export { about } from './about.js';
export { film } from './film.js';
export { Account, Outcome } from './outcome.js';
export { Hidden, SeatNote } from './seat.js';
export { Tray } from './tray.js';

export const drawsCourse = true;

/** A meeple, the symbol of the game. */
export const Piece = () =>
  el('svg', { viewBox: '-22 -42 44 48', 'aria-hidden': 'true' }, meeple('purple', 0, 0));

/**
 * @import { Effect, Offer, Scene } from './api'
 * @import { Plan } from './track.js'
 * @import { SeatCard } from '/static/api'
 * @import { Words } from '/static/types'
 */

/** @typedef {{seat: number, turn: number, effects: Effect[]}} Turn */
/**
 * @typedef {object} Props
 * @property {Scene} scene @property {Offer[]} offers @property {number|null} chosen @property {Words} words
 * @property {boolean} [wide] @property {boolean} [still] @property {Turn[]} [trail] @property {number|null} [best]
 * @property {SeatCard[]} [seats] @property {(move: number|null) => void} [choose]
 * @property {Comparison} [compare] @property {boolean} [snug]
 */
/**
 * @typedef {{offers: Offer[], says: string}} Drawn a move to compare, and its text
 * @typedef {{made: Drawn|null, better: Drawn|null}} Comparison
 */

/** The offered squares, and the one being tripped. @param {Props & {plan: Plan}} props */
function Marks({ scene, offers, chosen, best, plan, still, compare }) {
  const named = scene.trip && block(plan, scene.trip.square, 2.5, 'legal-mark on');
  const [made, better] = [compare?.made, compare?.better].map(one => one?.offers[0]?.square);
  const offered = still ? [] : offers.filter(offer => offer.square !== undefined);
  return g(
    { class: 'marks' },
    named,
    made !== undefined && block(plan, made, 2.5, 'rv-made-mark'),
    better !== undefined && block(plan, better, made === better ? 6 : 2.5, 'legal-mark on'),
    offered.map(offer => {
      const square = offer.square ?? 0,
        state = `${offer.move === chosen ? 'on' : ''} ${offer.move === best ? 'best' : ''}`;
      return g(
        {
          key: offer.move,
          class: 'square legal',
          role: 'button',
          tabindex: 0,
          'aria-label': offer.label,
          'data-move': offer.move,
          'data-about': `square-${square}`,
        },
        block(plan, square, -plan.gap / 2, 'hit'),
        block(plan, square, 2.5, `legal-mark ${state}`),
      );
    }),
  );
}

/** Return all meeples with their squares. @param {number[][]} meeples */
function standing(meeples) {
  const all = meeples.flatMap((squares, side) =>
    squares.map((square, i) => ({ side, square, key: meepleKey(side, squares, i) })),
  );
  return all.map(piece => {
    const here = all.filter(other => other.square === piece.square);
    return { ...piece, here: here.length, index: here.indexOf(piece) };
  });
}

/** All meeples, those further down in front. @param {Props & {plan: Plan}} props */
function Stands({ scene, offers, plan, words, seats }) {
  const own = scene.sides[scene.perspective ?? scene.seat] ?? 0,
    movable = offers.filter(one => one.kind === 'meeple').map(one => one.square);
  return g(
    { class: 'stands' },
    standing(scene.meeples).map(({ side, square, key, here, index }) => {
      const { x, y, k } = spots(plan, square, here)[index],
        mayMove = side === own && movable.includes(square);
      const who = seats?.[side]?.name || words(`seat.${scene.colours[side]}`);
      return g(
        {
          key,
          'data-key': key,
          class: `stand ${mayMove ? 'may-move' : ''}`,
          role: 'img',
          'aria-label': words('board.meeple', { who, square }),
        },
        mayMove &&
          el('ellipse', { class: 'base-ring', cx: f(x), cy: f(y - 0.5 * k), rx: f(17 * k), ry: f(5 * k) }),
        meeple(scene.colours[side], x, y, f(k)),
      );
    }),
  );
}

const SHIELD = 'M0 -7 6 -5V0C6 4 3 6.4 0 7.6 -3 6.4 -6 4 -6 0V-5Z';

/** Shields on the squares that Mercy protects. @param {{scene: Scene, plan: Plan, words: Words}} props */
const Shields = ({ scene, plan, words }) =>
  scene.safe.map(square => {
    const { x, y } = place(plan, square);
    return el('path', {
      key: square,
      class: 'shield',
      d: SHIELD,
      transform: `translate(${f(x + plan.w / 2 - 9)} ${f(y + plan.h / 2 - (plan.perRow === 2 ? 30 : 10))})`,
      role: 'img',
      'aria-label': words('board.safe', { square }),
    });
  });

const SNUG = 4; // minimum rows shown on a phone, where the board is as large as possible
const FIGURE = 2; // minimum rows in a picture of the rules
const BELOW = 18; // room for a pill below the lowest row
const SMALL_BOARD = 1.35; // scale of pills where the whole board is drawn small

/** Return the squares that a move touches. @param {Offer|undefined} offer */
const squaresOf = offer => [
  ...(offer?.square === undefined ? [] : [offer.square]),
  ...[...(offer?.on ?? []), ...(offer?.back ?? [])].flatMap(([, from, to]) => [from, to]),
];

/** The ribbon with everything on it. @param {Props & {plan: Plan}} props */
function Snake(props) {
  const { scene, offers, chosen, plan, still, trail = [], words, compare, snug } = props;
  const made = compare?.made?.offers[0],
    offer = compare?.better?.offers[0] ?? offers.find(one => one.move === chosen);
  const all = [...scene.meeples.flat(), ...(scene.trip ? [scene.trip.square] : [])];
  const box = still
    ? cutout(plan, all)
    : snug && (plan !== WIDE || !compare)
      ? cutout(plan, [...all, ...squaresOf(made), ...squaresOf(offer)], plan === WIDE ? FIGURE : SNUG)
      : { x: 0, y: 0, ...size(plan), ...(snug ? { height: size(plan).height + BELOW } : {}) };
  return el(
    'svg',
    {
      class: `board snake ${plan === WIDE ? 'wide' : plan === TALL ? 'tall' : 'tablet'} ${offer ? 'previewing' : ''}`,
      viewBox: `${f(box.x)} ${f(box.y)} ${f(box.width)} ${f(box.height)}`,
      preserveAspectRatio: still ? 'xMidYMid slice' : undefined,
      role: still ? 'img' : 'group',
      'aria-label': words('board.track'),
    },
    h(Ribbon, { plan }),
    !still && h(Places, { plan }),
    h(Marks, props),
    h(Print, { squares: scene.squares, plan }),
    h(LastMoves, { trail, scene, plan, behind: offer !== undefined }),
    h(Preview, { scene, offer, plan }),
    made && h(Made, { scene, offer: made, plan }),
    h(Shields, { scene, plan, words }),
    h(Stands, props),
    compare && pills(scene, compare, plan, snug && plan === WIDE ? SMALL_BOARD : undefined),
  );
}

/** Return the plan for the board's box; it changes with the window, never with the position. */
/** @returns {[{current: any}, Plan]} */
function usePlan() {
  const box = useRef(/** @type {any} */ (null));
  const [plan, setPlan] = useState(/** @type {Plan} */ (WIDE));
  useLayoutEffect(() => {
    const fit = () => {
      const { width, height } = box.current.getBoundingClientRect();
      setPlan(planFor(width, height, matchMedia('(max-width: 760px)').matches));
    };
    const observer = new ResizeObserver(fit);
    fit();
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, plan];
}

/** Scroll a square to the middle of a box. @param {HTMLElement} box @param {number} square */
function scrollToSquare(box, square) {
  const spot = box.querySelector(`[data-key="square-${square}"]`)?.getBoundingClientRect(),
    seen = box.getBoundingClientRect();
  if (!spot || box.scrollHeight <= box.clientHeight) return;
  const top = box.scrollTop + spot.top + spot.height / 2 - seen.top - seen.height / 2;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.scrollTo({ top, behavior: still ? 'auto' : 'smooth' });
}

/**
 * The board: squares 0 to 100, the meeples on them, the offers and their effects.
 * @param {Props} props
 */
export function Board(props) {
  if (props.still) return h(Snake, { ...props, plan: props.wide ? WIDE : TALL });
  if (props.snug) return h(Snake, { ...props, plan: props.wide ? WIDE : TALL });
  return h(Scrolling, props);
}

/** @param {Props} props */
function Scrolling(props) {
  const { scene, offers, chosen, compare } = props,
    [box, plan] = usePlan();
  const own = scene.sides[scene.perspective ?? scene.seat] ?? 0,
    offer = offers.find(one => one.move === chosen);
  const movable = offers.flatMap(one => (one.kind === 'meeple' ? (one.square ?? []) : []));
  const shown = compare?.made?.offers[0];
  const focus =
    offer?.square ??
    shown?.square ??
    shown?.on?.[0]?.[1] ??
    scene.trip?.square ??
    scenery(movable, scene.meeples[own]);
  useEffect(() => scrollToSquare(box.current, focus), [focus, plan]);
  const scrolls = plan === TALL && { tabindex: 0, role: 'group', 'aria-label': props.words('board.track') };
  return html`<div class="snake-box" ref=${box} ...${scrolls || {}}>
    <${Snake} ...${props} plan=${plan} />
  </div>`;
}

/** Return the number on a revealed card, for the signs of a review. @param {string} text */
export function luckSign(text) {
  const found = /\d+/.exec(text);
  return found ? { card: found[0] } : {};
}

/**
 * Return the round, and how many players have passed in a row during the game.
 * @param {Scene} scene
 * @param {Words} words
 */
export function headline({ phase, round, rounds, time_up: timeUp, passes }, words) {
  const now = timeUp
    ? words('board.last_turn')
    : words(rounds ? 'board.round_of' : 'board.round', { round, rounds });
  return passes && phase !== 'over' ? `${now} · ${words('board.passed', { n: passes })}` : now;
}

/**
 * Return the main action: the chosen move, or to move on without another card; never a pass.
 * @param {Offer[]} offers
 * @param {number|null} chosen
 * @param {Words} words
 */
export function primary(offers, chosen, words) {
  const offer =
    offers.find(one => one.move === chosen && one.kind !== 'pass') ?? offers.find(one => one.kind === 'none');
  if (!offer) return null;
  const { move, kind, square, number, steps, on = [], missing } = offer;
  const key = kind === 'lay' && !missing?.length ? 'match' : kind;
  return { move, label: words(`board.do_${key}`, { square, number, steps, end: on[0]?.[2] }) };
}
