// The layout of the score chart: points per turn as lines in a box. Pure: numbers in, coordinates out.
import { multiples, roundOut, roundStep, scales, spread } from '../ui/chart.js';

/**
 * @typedef {object} Size
 * @property {number} width
 * @property {number} height
 * @property {number} radius of the badge at the end of a line
 * @typedef {{x: number, y: number}} Point
 * @typedef {{seat: number, points: Point[], shapes: Point[], end: Point, lead: boolean}} Run
 * @typedef {{y: number, value: number}} Tick
 * @typedef {{runs: Run[], ticks: Tick[], turns: {x: number, turn: number}[], left: number, right: number}} Curve
 */

const PAD = { top: 26, right: 28, foot: 22, left: 28 };
const SHAPES = 6; // number of player shapes on a line
const TICKS = 5;

/**
 * Return how far each player is ahead of the average; this separates lines that rise together.
 * @param {number[][]} series
 */
export const aheadOfAverage = series =>
  series.map(points => {
    const average = points.reduce((sum, one) => sum + one, 0) / points.length;
    return points.map(one => one - average);
  });

/**
 * Return round values that span a range: the first at or below it, the last at or above.
 * @param {number} low
 * @param {number} high
 */
export function ticksFor(low, high) {
  const step = roundStep((high - low) / (TICKS - 1));
  return multiples(...roundOut(low, high, step), step);
}

/**
 * Place the badges at the ends of the lines, without overlap and within the box.
 * @param {Run[]} runs
 * @param {Size} size
 */
function spreadEnds(runs, { height, radius }) {
  const wanted = runs.map(run => run.end.y);
  spread(wanted, 2 * radius + 1, radius, height - radius).forEach((y, i) => {
    runs[i].end.y = y;
    runs[i].lead = Math.abs(y - wanted[i]) > 2;
  });
}

/**
 * Return the lines through the points of every turn.
 * @param {number[][]} series the points of each seat after each turn, the start first
 * @param {Size} size
 * @returns {Curve}
 */
export function curve(series, size) {
  const { width, height, radius } = size;
  const values = series.flat();
  const scale = ticksFor(Math.min(0, ...values), Math.max(0, ...values));
  const [low, high] = [scale[0], scale[scale.length - 1]];
  const last = Math.max(series.length - 1, 1);
  const { x: across, y: up } = scales({ width, height, turns: last, low, high, ...PAD });
  const step = Math.max(1, Math.round(series.length / SHAPES));
  const runs = (series[0] ?? []).map((_, seat) => {
    const points = series.map((turn, i) => ({ x: across(i), y: up(turn[seat]) }));
    const carries = (/** @type {number} */ i) =>
      i % step === (Math.floor(step / 2) + seat) % step && i < points.length - 2;
    const end = { x: width - PAD.right + 6 + radius, y: points[points.length - 1].y };
    return { seat, points, shapes: points.filter((_, i) => carries(i)), end, lead: false };
  });
  spreadEnds(runs, size);
  const middle = Math.round(last / 2);
  const turns = [...new Set([1, middle, last])].filter(turn => turn > 0);
  return {
    runs,
    ticks: scale.map(value => ({ value, y: up(value) })),
    turns: turns.map(turn => ({ turn, x: across(turn) })),
    left: PAD.left,
    right: width - PAD.right,
  };
}

/**
 * Return the places of numbered turning points: above the leader's line, without overlap.
 * @param {Curve} lines
 * @param {number[]} turns
 * @returns {Point[]}
 */
export function marksOf(lines, turns) {
  /** @type {Point[]} */
  const marks = [];
  for (const turn of turns) {
    const at = lines.runs.map(run => run.points[Math.min(turn, run.points.length - 1)]);
    const mark = { x: at[0]?.x ?? 0, y: Math.max(9, Math.min(...at.map(one => one.y)) - 15) };
    const before = marks.at(-1);
    if (before && mark.x - before.x < 18 && Math.abs(mark.y - before.y) < 18) mark.x = before.x + 18;
    marks.push(mark);
  }
  return marks;
}
