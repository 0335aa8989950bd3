// The parts that all charts share: scales, round steps, lines, and marks that keep apart.
import { el, f, g, shape, text } from './pieces.js';

/**
 * @typedef {object} Scales coordinates: turns from left to right, values from the bottom up
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

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Return the smallest round step that is large enough. @param {number} least */
export const roundStep = least => STEPS.find(one => one >= least) ?? STEPS[STEPS.length - 1];

/**
 * Return multiples of a step that span a range: the last at or below it, the first at or above.
 * @param {number} low
 * @param {number} high
 * @param {number} step
 * @returns {[low: number, high: number]}
 */
export function roundOut(low, high, step) {
  const first = Math.floor(low / step) * step;
  return [first, Math.max(Math.ceil(high / step) * step, first + step)];
}

/**
 * Return the multiples of a step within a range.
 * @param {number} low
 * @param {number} high
 * @param {number} step
 */
export function multiples(low, high, step) {
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/**
 * Return a scale from values to coordinates; values outside the range stay at its edge.
 * @param {[low: number, high: number]} values
 * @param {[from: number, to: number]} room
 * @returns {(value: number) => number}
 */
export const across =
  ([low, high], [from, to]) =>
  value =>
    f(from + ((to - from) * (Math.min(high, Math.max(low, value)) - low)) / (high - low || 1));

/** Return a line through points. @param {[x: number, y: number][]} points */
export const lineThrough = points => points.map(([x, y], i) => `${i ? 'L' : 'M'}${f(x)} ${f(y)}`).join('');

/**
 * Return places as close as possible to the wanted ones, at least `gap` apart and within the limits if there is room.
 * @param {number[]} wanted
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 */
export function spread(wanted, gap, low, high) {
  const order = [...wanted.keys()].sort((a, b) => wanted[a] - wanted[b] || a - b);
  /** @type {{of: number[], first: number}[]} groups that touch, each around the mean of its members' wanted places */
  const groups = [];
  for (const one of order) {
    let group = { of: [one], first: wanted[one] };
    while (groups.length) {
      const before = groups[groups.length - 1];
      if (before.first + before.of.length * gap <= group.first) break;
      groups.pop();
      const of = [...before.of, ...group.of];
      const mean = of.reduce((sum, i) => sum + wanted[i], 0) / of.length;
      group = { of, first: mean - ((of.length - 1) * gap) / 2 };
    }
    const last = high - (group.of.length - 1) * gap;
    group.first = Math.max(low, Math.min(last, group.first));
    groups.push(group);
  }
  const places = [...wanted];
  for (const { of, first } of groups) of.forEach((one, i) => (places[one] = first + i * gap));
  return places;
}

/**
 * Draw text; it begins at its point, or as `anchor` says.
 * @param {string|number} s
 * @param {number} x
 * @param {number} y
 * @param {string} cls
 * @param {string} [anchor]
 */
export const put = (s, x, y, cls, anchor = 'start') => text(String(s), x, y, cls, anchor);

/**
 * Draw a player's badge.
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} [r]
 */
export const mark = (colour, x, y, r = 8) =>
  g(
    { class: `chart-mark p-${colour}`, transform: `translate(${f(x)} ${f(y)})` },
    el('circle', { r, class: 'wood' }),
    el('path', { class: 'inlay', d: shape(colour, r * 0.5) }),
  );
