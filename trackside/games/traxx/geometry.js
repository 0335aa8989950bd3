// Where things lie on a Träxx sheet, what a finger's trail means, and what was drawn in a round. Plain functions.

/** @typedef {[q: number, r: number, name: string, colour: string, number: number]} Field */
/** @typedef {{end: string, field: number, may: boolean}} End */
/** @typedef {{value: number, state: string, points: number}} Mark */
/**
 * @typedef {{colour: string, start: number|null, line: number[], drawn: number, growing: string|null, finished:
 *   boolean, reached: {[value: string]: string}, brought: {[value: string]: number}, noted: number, points:
 *   number}} Seat
 */
/** @typedef {{patches: string[], copies: number, left: number}} Card */
/**
 * @typedef {{perspective: number|null, phase: string, round: number, rounds: number, fields: Field[], card: {colour:
 *   string, used: boolean}[], ends: End[], numbers: Mark[], deck: Card[], seats: Seat[]}} Scene
 */
/**
 * @typedef {{move: number, label: string, kind: string, end?: string, from?: number, field?: number, value?:
 *   number, points?: number, ends?: boolean}} Offer
 */
/**
 * @typedef {{kind: string, seat?: number, from?: number, field?: number, value?: number, points?: number, state?:
 *   string, number?: number}} Effect
 */
/** @typedef {{turn: number, seat: number, effects: Effect[]}} Trail */
/**
 * What a seat did in a round: the fields its line went over, from the one it left, and the numbers it reached.
 * @typedef {{path: number[], numbers: Mark[]}} Part
 */
/** @typedef {(key: string, values?: {[name: string]: unknown}) => string} Words */
/** @typedef {[x: number, y: number]} Point */

/** From the middle of a field to its corners. */
export const RADIUS = 34;

/** The middle of a field. @param {number} q @param {number} r @returns {Point} */
export const centre = (q, r) => [Math.sqrt(3) * RADIUS * (q + r / 2), 1.5 * RADIUS * r];

/** The six corners of a hexagon. @param {Point} at @param {number} radius @returns {Point[]} */
export const corners = ([x, y], radius) =>
  Array.from({ length: 6 }, (_, i) => {
    const a = ((60 * i - 90) * Math.PI) / 180;
    return [x + radius * Math.cos(a), y + radius * Math.sin(a)];
  });

/**
 * The half of a hexagon on the side of a direction, so far from the other half.
 * @param {Point} at
 * @param {number} radius
 * @param {Point} way
 * @param {number} gap
 * @returns {Point[]}
 */
export function half([x, y], radius, [dx, dy], gap) {
  const ring = corners([x, y], radius),
    long = Math.hypot(dx, dy);
  const side = ring.map(([a, b]) => ((a - x) * dx + (b - y) * dy) / long - gap / 2);
  return ring.flatMap((one, i) => {
    const j = (i + 1) % 6,
      next = ring[j],
      kept = side[i] >= -1e-9 ? [one] : [];
    if (side[i] * side[j] >= -1e-9) return kept;
    const t = side[i] / (side[i] - side[j]);
    return [
      ...kept,
      /** @type {Point} */ ([one[0] + t * (next[0] - one[0]), one[1] + t * (next[1] - one[1])]),
    ];
  });
}

/**
 * The field under a point, none too near to its rim; -1 outside.
 * @param {Field[]} fields
 * @param {number} x
 * @param {number} y
 */
export const fieldAt = (fields, x, y) =>
  fields.findIndex(([q, r]) => {
    const [a, b] = centre(q, r);
    return Math.hypot(a - x, b - y) < RADIUS * 0.74;
  });

/** The steps of a line, the latest ones told apart. @param {Seat} seat */
export const steps = ({ line, drawn: count, growing }) =>
  line.slice(1).map((to, i) => ({
    from: line[i],
    to,
    now: growing === 'A' ? i < count : growing === 'B' ? i >= line.length - 1 - count : false,
  }));

/**
 * The first step of a finger's trail that can be made from the tip, and what is left of the trail.
 * @param {number[]} trail @param {Offer[]} offers @param {number} tip
 * @returns {{offer: Offer|null, rest: number[]}}
 */
export function follow(trail, offers, tip) {
  for (let i = 0; i < trail.length; i++) {
    const offer = offers.find(o => o.from === tip && o.field === trail[i]);
    if (offer) return { offer, rest: trail.slice(i + 1) };
  }
  return { offer: null, rest: [] };
}

/** What a seat did in a round; null if nothing is known of it. @param {Effect[]} effects @returns {Part|null} */
export function partOf(effects) {
  const drawn = effects.filter(effect => effect.kind === 'draw');
  if (!effects.some(effect => effect.kind === 'draw' || effect.kind === 'pass')) return null;
  const fields = drawn.map(effect => effect.field ?? 0);
  const numbers = drawn
    .filter(effect => effect.value)
    .map(({ value = 0, state = '', points = 0 }) => ({ value, state, points }));
  return { path: drawn.length ? [drawn[0].from ?? 0, ...fields] : [], numbers };
}

/**
 * What the seats did in one round, by seat.
 * @param {Trail[]} trail @param {number} round @returns {{[seat: number]: Part}}
 */
export function partsOf(trail, round) {
  /** @type {{[seat: number]: Part}} */
  const parts = {};
  for (const { turn, seat, effects } of trail) {
    const part = turn === round ? partOf(effects) : null;
    if (part) parts[seat] = part;
  }
  return parts;
}

/** The last round that is over: the one before the card on the table. @param {Scene} scene */
export const lastRound = scene => (scene.phase === 'over' ? scene.round : scene.round - 1);

/** The seats in the order of their points, each with its place; equal points share one. @param {Scene} scene */
export function ranking(scene) {
  const order = scene.seats.map((seat, index) => ({ index, points: seat.points }));
  order.sort((a, b) => b.points - a.points);
  return order.map(({ index, points }) => ({
    index,
    place: 1 + order.filter(other => other.points > points).length,
  }));
}
