// Where the signs of a curve stand, so that they cover neither each other nor the line. Pure: numbers in, places out.

/**
 * @typedef {object} Scales where things lie: turns from left to right, values from the bottom up
 * @property {(t: number) => number} x
 * @property {(v: number) => number} y
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} foot
 * @property {number} width
 * @property {number} height
 * @property {number} turns
 * @property {number} low
 * @property {number} high
 *
 * @typedef {{x0: number, x1: number, y0: number, y1: number}} Box
 * @typedef {{t: number, from: number, to: number, n: number}} Labelled
 */

/**
 * @template {Labelled} M
 * @typedef {{m: M, x: number, y: number, up: boolean, side: number, lift: number, box: Box}} Placed
 */

/**
 * @param {{width: number, height: number, turns: number, left: number, right: number, top: number, foot: number,
 *   low?: number, high?: number}} size
 * @returns {Scales}
 */
export function scales({ width, height, turns, left, right, top, foot, low = 0, high = 100 }) {
  const across = width - left - right,
    up = height - top - foot;
  return {
    x: t => left + (across * t) / Math.max(turns, 1),
    y: v => top + up * (1 - (v - low) / (high - low)),
    ...{ left, right: width - right, top, foot: height - foot, width, height, turns, low, high },
  };
}

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

/** What is as bad as it gets: outside the drawing; on another label; on what must stay free; across the cursor. */
const OUTSIDE = 1000,
  ON_LABEL = 500,
  ON_TEXT = 400,
  CUT = 60,
  ON_OTHER_LINE = 9,
  ON_LEFT = 4;

const HIGHER = [0, 40, 80]; // how much further from the line a label may stand
const SIDES = /** @type {[up: boolean, side: number][]} */ ([
  [true, 1],
  [true, -1],
  [false, 1],
  [false, -1],
]);

/**
 * Of all ways to place labels above or below their points, left or right, the one in which least is covered.
 * @template {Labelled} M
 * @param {M[]} labels
 * @param {Scales} s
 * @param {[x: number, y: number][]} line
 * @param {object} room
 * @param {number} room.w
 * @param {number} room.h
 * @param {Box[]} [room.avoid] what must stay free
 * @param {number[]} [room.cut] where the cursor stands
 * @param {[x: number, y: number][]} [room.others] other lines
 * @returns {Placed<M>[]}
 */
export function place(labels, s, line, { w, h, avoid = [], cut = [], others = [] }) {
  const ways = labels.map(m => waysOf(m, s, line, { w, h, avoid, cut, others }));
  let best = { bad: Infinity, chosen: /** @type {(Placed<M> & {bad: number})[]} */ ([]) };
  /** @param {number} i @param {(Placed<M> & {bad: number})[]} chosen @param {number} bad */
  const go = (i, chosen, bad) => {
    if (bad >= best.bad) return;
    if (i === ways.length) {
      best = { bad, chosen };
      return;
    }
    for (const way of ways[i]) {
      const covered = chosen.filter(one => overlap(one.box, way.box)).length;
      go(i + 1, [...chosen, way], bad + way.bad + covered * ON_LABEL);
    }
  };
  go(0, [], 0);
  return best.chosen;
}

/**
 * @template {Labelled} M
 * @param {M} m
 * @param {Scales} s
 * @param {[x: number, y: number][]} line
 * @param {{w: number, h: number, avoid: Box[], cut: number[], others: [number, number][]}} room
 */
function waysOf(m, s, line, { w, h, avoid, cut, others }) {
  const x = s.x(m.t);
  const cuts = (/** @type {Box} */ { x0, x1 }) =>
    cut.filter(c => Math.abs(c - x) > 16 && c > x0 + 2 && c < x1 - 2).length;
  const ways = HIGHER.flatMap(more => SIDES.map(([up, side]) => ({ more, up, side })));
  return ways
    .map(({ more, up, side }) => {
      const y = s.y(up ? Math.max(m.from, m.to) : Math.min(m.from, m.to));
      const x0 = side > 0 ? x - 15 : x + 15 - w;
      const near = line.filter(([at]) => at >= x0 - 3 && at <= x0 + w + 3).map(([, height]) => height);
      const edge = up ? Math.min(y, ...near) - more : Math.max(y, ...near) + more;
      const lift = Math.abs(edge - y);
      const box = { x0, x1: x0 + w, y0: up ? edge - h : edge + 2, y1: up ? edge - 1 : edge + h };
      const outside = box.y0 < s.top - 32 || box.y1 > s.foot || box.x1 > s.width + 4 || x0 < s.left;
      const bad =
        (outside ? OUTSIDE : 0) +
        avoid.filter(one => overlap(one, box)).length * ON_TEXT +
        cuts(box) * CUT +
        others.filter(([a, b]) => a > box.x0 && a < box.x1 && b > box.y0 && b < box.y1).length *
          ON_OTHER_LINE +
        lift +
        (side < 0 ? ON_LEFT : 0);
      return { m, x, y, up, side, lift, box, bad };
    })
    .sort((a, b) => a.bad - b.bad);
}

const APART = 27; // pixels between signs on a small chart

/**
 * Where two signs would cover each other on a small chart the chosen one stays, then the larger.
 * @template {Labelled} M
 * @param {M[]} labels
 * @param {Scales} s
 * @param {number|null} chosen
 * @returns {M[]}
 */
export const thin = (labels, s, chosen) =>
  [...labels]
    .sort(
      (a, b) =>
        Number(b.n === chosen) - Number(a.n === chosen) || Math.abs(b.to - b.from) - Math.abs(a.to - a.from),
    )
    .reduce(
      (kept, one) => (kept.some(k => Math.abs(s.x(k.t) - s.x(one.t)) < APART) ? kept : [...kept, one]),
      /** @type {M[]} */ ([]),
    )
    .sort((a, b) => a.n - b.n);
