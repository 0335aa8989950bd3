// The placement of a curve's signs, so that they cover neither each other nor the line. Pure: numbers in, coordinates
// out.

/** @import { Scales } from '../ui/chart.js' */

/**
 * @typedef {{x0: number, x1: number, y0: number, y1: number}} Box
 * @typedef {{x0: number, x1: number, y0: number, y1: number}} Segment from one point to the other, in any direction
 * @typedef {{t: number, from: number, to: number, n: number}} Labelled
 */

/**
 * @template {Labelled} M
 * @typedef {{m: M, x: number, y: number, up: boolean, side: number, lift: number, form: number, from: number,
 *   box: Box, text: Box}} Placed `form` is the amount of text: 0 is all; `from` is the position of its point
 */

/**
 * @template {Labelled} M
 * @typedef {Placed<M> & {stem: Segment, bad: number}} Way a possible place
 */

/** @param {Box} a @param {Box} b */
export const overlap = (a, b) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

/**
 * Return true if a straight line passes through a box.
 * @param {Segment} line
 * @param {Box} box
 */
export function crosses({ x0, x1, y0, y1 }, box) {
  let [from, to] = [0, 1]; // the part of the line found inside so far
  for (const [start, way, low, high] of [
    [x0, x1 - x0, box.x0, box.x1],
    [y0, y1 - y0, box.y0, box.y1],
  ]) {
    if (way === 0) {
      if (start <= low || start >= high) return false;
    } else {
      const [a, b] = [(low - start) / way, (high - start) / way];
      from = Math.max(from, Math.min(a, b));
      to = Math.min(to, Math.max(a, b));
    }
  }
  return from < to;
}

/** The costs of a place, in pixels of distance from the line. */
const CUT = 60, // across the cursor
  BEHIND = 40, // a stem behind another sign
  STEM = 300, // a stem through another text
  SLANT = 2, // each pixel to the side
  SHORTER = 70, // each shorter form
  ON_OTHER_LINE = 9,
  ON_LEFT = 4;

const STEP = 6; // pixels between tried heights
const AIR = 2; // minimum pixels between two labels
const SIGN = { half: 15, h: 32 }; // half the width of a sign, and its height with its label
const TEXT = 17; // pixels from the centre of a sign to its text
const ASIDE = [0, 30, -30, 60, -60, 90, -90]; // pixels that a sign may stand to the side of its point

const SIDES = /** @type {[up: boolean, side: number][]} */ ([
  [true, 1],
  [true, -1],
  [false, 1],
  [false, -1],
]);

/**
 * Place labels along a line: above or below their points, left or right, as far from the line as necessary. No two
 * overlap, and none leaves the drawing or covers the boxes to avoid. Without enough room a label gets a shorter form,
 * then only its sign; without room for the sign it is left out.
 * @template {Labelled} M
 * @param {M[]} labels the most important first
 * @param {Scales} s
 * @param {[x: number, y: number][]} line
 * @param {object} room
 * @param {(label: M) => number[]} room.widths of the text in each form, the longest first; 0 is the sign alone
 * @param {Box[]} [room.avoid] boxes to keep free
 * @param {number[]} [room.cut] the positions of the cursor
 * @param {[x: number, y: number][]} [room.others] other lines
 * @returns {Placed<M>[]} in the order of the labels
 */
export function place(labels, s, line, { widths, avoid = [], cut = [], others = [] }) {
  const ways = new Map(labels.map(m => [m, waysOf(m, s, line, { widths: widths(m), avoid, cut, others })]));
  let best = { bad: Infinity, chosen: /** @type {Way<M>[]} */ ([]) };
  for (let most = 0; most < FORMS && best.chosen.length < labels.length; most++)
    for (const order of orders(labels)) {
      const found = inOrder(order, ways, most);
      if (found.bad < best.bad) best = found;
    }
  return labels.flatMap(m => best.chosen.find(one => one.m === m) ?? []);
}

/**
 * Return the orders in which labels may choose places: as given, and with each of them moved forward.
 * @template M
 * @param {M[]} labels
 * @returns {M[][]}
 */
const orders = labels =>
  labels.flatMap((_, i) =>
    Array.from({ length: i + 1 }, (_none, to) => labels.toSpliced(i, 1).toSpliced(to, 0, labels[i])),
  );

const FORMS = 3; // the maximum number of forms
const NOT_SHOWN = 10_000; // the cost of leaving one out

/**
 * Give each label the best place left by those before it.
 * @template {Labelled} M
 * @param {M[]} order
 * @param {Map<M, Way<M>[]>} ways
 * @param {number} most the longest form allowed
 */
function inOrder(order, ways, most) {
  /** @type {Way<M>[]} */
  const chosen = [];
  let bad = 0;
  for (const m of order) {
    let least = NOT_SHOWN;
    /** @type {Way<M>|null} */
    let taken = null;
    for (const way of ways.get(m) ?? []) {
      if (way.bad >= least) break;
      if (way.form < most) continue;
      if (chosen.some(one => overlap(one.box, airy(way.box)))) continue;
      const bad = way.bad + chosen.reduce((sum, one) => sum + crossing(way, one) + crossing(one, way), 0);
      if (bad < least) {
        least = bad;
        taken = way;
      }
    }
    bad += least;
    if (taken) chosen.push(taken);
  }
  return { bad, chosen };
}

/** Return the cost of one label's stem where it meets another label. @param {Way<any>} one @param {Way<any>} other */
const crossing = ({ stem }, { text, box }) => (crosses(stem, text) ? STEM : crosses(stem, box) ? BEHIND : 0);

/** @param {Box} box @returns {Box} */
const airy = ({ x0, x1, y0, y1 }) => ({ x0: x0 - AIR, x1: x1 + AIR, y0: y0 - AIR, y1: y1 + AIR });

/**
 * Return all places for a label, the best first.
 * @template {Labelled} M
 * @param {M} m
 * @param {Scales} s
 * @param {[x: number, y: number][]} line
 * @param {{widths: number[], avoid: Box[], cut: number[], others: [number, number][]}} room
 * @returns {Way<M>[]}
 */
function waysOf(m, s, line, { widths, avoid, cut, others }) {
  const point = s.x(m.t);
  const cuts = (/** @type {Box} */ { x0, x1 }) =>
    cut.filter(c => Math.abs(c - point) > SIGN.half + 1 && c > x0 + 2 && c < x1 - 2).length;
  /** @type {Way<M>[]} */
  const found = [];
  const take = (/** @type {number} */ form, /** @type {number} */ aside, up = true, side = 1) => {
    const [x, width] = [point + aside, widths[form]];
    const reach = width ? TEXT + width : SIGN.half;
    const [x0, x1] = side > 0 ? [x - SIGN.half, x + reach] : [x - reach, x + SIGN.half];
    if (x0 < Math.max(1, Math.min(s.left - 2, point - SIGN.half)) || x1 > s.width - 1) return;
    const y = s.y(up ? Math.max(m.from, m.to) : Math.min(m.from, m.to));
    const near = line.filter(([at]) => at >= x0 - 3 && at <= x1 + 3).map(([, height]) => height);
    const nearest = up ? Math.min(y, ...near) : Math.max(y, ...near);
    const room = up ? nearest - SIGN.h - 4 : s.foot - SIGN.h - 3 - nearest;
    for (let more = 0; more <= room; more += aside ? 2 * STEP : STEP) {
      const edge = up ? nearest - more : nearest + more;
      const lift = Math.abs(edge - y);
      const box = { x0, x1, y0: up ? edge - SIGN.h - 3 : edge + 3, y1: up ? edge - 3 : edge + SIGN.h + 3 };
      if (box.y0 < 1 || box.y1 > s.foot || avoid.some(one => overlap(one, box))) continue;
      const stem = { x0: point, x1: x, y0: y, y1: edge };
      const lines = others.filter(([a, b]) => a > x0 && a < x1 && b > box.y0 && b < box.y1).length;
      const less = form * SHORTER + Math.abs(aside) * SLANT + (side < 0 ? ON_LEFT : 0);
      const names = avoid.filter(one => crosses(stem, one)).length;
      const bad = less + cuts(box) * CUT + names * CUT + lines * ON_OTHER_LINE + lift;
      const text = side > 0 ? { ...box, x0: x + SIGN.half } : { ...box, x1: x - SIGN.half };
      found.push({ m, x, y, up, side, lift, form, from: point, box, text, stem, bad });
    }
  };
  widths.forEach((width, form) => {
    for (const aside of ASIDE)
      for (const [up, side] of width ? SIDES : SIDES.filter(one => one[1] > 0)) take(form, aside, up, side);
  });
  return found.sort((a, b) => a.bad - b.bad);
}
