// The geometry of a Träxx sheet, the meaning of a finger's trail, and the drawings of a round. Plain functions.

/** @import { Effect, Mark, Offer, Scene, Seat } from './api' */

/** @typedef {Scene['fields'][number]} Field */
/** @typedef {{turn: number, seat: number, effects: Effect[]}} Trail */
/**
 * A seat's drawing in a round: the fields of its line, from the one it left, and the numbers it reached.
 * @typedef {{path: number[], numbers: Mark[]}} Part
 */
/** @typedef {(key: string, values?: {[name: string]: unknown}) => string} Words */
/** @typedef {[x: number, y: number]} Point */

/** The distance from the centre of a field to its corners. */
export const RADIUS = 34;

/** Return the centre of a field. @param {number} q @param {number} r @returns {Point} */
export const centre = (q, r) => [Math.sqrt(3) * RADIUS * (q + r / 2), 1.5 * RADIUS * r];

/** Return the six corners of a hexagon. @param {Point} at @param {number} radius @returns {Point[]} */
export const corners = ([x, y], radius) =>
  Array.from({ length: 6 }, (_, i) => {
    const a = ((60 * i - 90) * Math.PI) / 180;
    return [x + radius * Math.cos(a), y + radius * Math.sin(a)];
  });

/**
 * Return the half of a hexagon on the side of a direction, with a gap to the other half.
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
 * Return the index of the field under a point, unless it is close to the rim; -1 outside.
 * @param {Field[]} fields
 * @param {number} x
 * @param {number} y
 */
export const fieldAt = (fields, x, y) =>
  fields.findIndex(([q, r]) => {
    const [a, b] = centre(q, r);
    return Math.hypot(a - x, b - y) < RADIUS * 0.74;
  });

/** Return the steps of a line, with the latest ones marked. @param {Seat} seat */
export const steps = ({ line, drawn: count, growing }) =>
  line.slice(1).map((to, i) => ({
    from: line[i],
    to,
    now: growing === 'A' ? i < count : growing === 'B' ? i >= line.length - 1 - count : false,
  }));

/**
 * Return the first possible step of a finger's trail from the tip, and the rest of the trail.
 * @param {number[]} trail
 * @param {Offer[]} offers
 * @param {number} tip
 * @returns {{offer: Offer|null, rest: number[]}}
 */
export function follow(trail, offers, tip) {
  for (let i = 0; i < trail.length; i++) {
    const offer = offers.find(o => o.from === tip && o.field === trail[i]);
    if (offer) return { offer, rest: trail.slice(i + 1) };
  }
  return { offer: null, rest: [] };
}

/** Return what a seat did in a round; null if it is unknown. @param {Effect[]} effects @returns {Part|null} */
export function partOf(effects) {
  const drawn = effects.filter(effect => effect.kind === 'draw');
  if (!effects.some(effect => effect.kind === 'draw' || effect.kind === 'pass')) return null;
  const fields = drawn.map(effect => effect.field);
  const numbers = drawn
    .filter(effect => effect.value)
    .map(({ value, state, points }) => ({ value, state, points }));
  return { path: drawn.length ? [drawn[0].from, ...fields] : [], numbers };
}

/**
 * Return what the seats did in one round, by seat.
 * @param {Trail[]} trail
 * @param {number} round
 * @returns {{[seat: number]: Part}}
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

/** Return the last finished round: the one before the card on the table. @param {Scene} scene */
export const lastRound = scene => (scene.phase === 'over' ? scene.round : scene.round - 1);

/** Return the seats in order of points, each with its place; equal points share one. @param {Scene} scene */
export function ranking(scene) {
  const order = scene.seats.map((seat, index) => ({ index, points: seat.points }));
  order.sort((a, b) => b.points - a.points);
  return order.map(({ index, points }) => ({
    index,
    place: 1 + order.filter(other => other.points > points).length,
  }));
}
