// The score chart: a line for each player, with the player's shape along it and at its end.
import { curve, marksOf } from './chart-layout.js';
import { lineThrough, mark } from '../ui/chart.js';
import { el, f, g, shape } from '../ui/pieces.js';
import { signed } from '../app/words.js';

/**
 * @import { SeatCard } from '../api'
 * @import { Point, Run } from './chart-layout.js'
 */

const SIZE = { width: 272, height: 172, radius: 7 };

/** @param {Point[]} points */
const path = points => lineThrough(points.map(({ x, y }) => [x, y]));

/** @param {Point} at */
const moveTo = ({ x, y }) => `translate(${f(x)} ${f(y)})`;

/** A player's line. @param {Run} run @param {string} colour */
const line = (run, colour) =>
  g(
    { class: `run p-${colour}`, key: `run-${run.seat}` },
    el('path', { class: 'run-case', d: path(run.points) }),
    el('path', { class: 'run-core', d: path(run.points) }),
    ...run.shapes.map(at =>
      el('path', { class: 'run-shape', d: shape(colour, SIZE.radius * 0.56), transform: moveTo(at) }),
    ),
  );

/** The badge at the end of a line. @param {Run} run @param {string} colour */
const end = (run, colour) =>
  g(
    { key: `end-${run.seat}` },
    run.lead &&
      el('path', {
        class: 'lead',
        d: path([run.points[run.points.length - 1], { x: run.end.x - SIZE.radius, y: run.end.y }]),
      }),
    mark(colour, run.end.x, run.end.y, SIZE.radius),
  );

/**
 * @param {object} props
 * @param {number[][]} props.series the points of each seat after each turn
 * @param {SeatCard[]} props.seats
 * @param {number[]} props.turning the turns to mark
 * @param {string} props.label the description for screen readers
 * @param {(turn: number) => string} props.turnLabel
 */
export function Chart({ series, seats, turning, label, turnLabel }) {
  const lines = curve(series, SIZE);
  const marks = marksOf(lines, turning);
  const { width, height } = SIZE;
  return el(
    'svg',
    { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    lines.ticks.map(({ y, value }) =>
      g(
        { key: value },
        el('path', {
          class: value === 0 ? 'grid zero' : 'grid',
          d: `M${lines.left} ${f(y)}H${lines.right}`,
        }),
        el('text', { class: 'tick', x: lines.left - 6, y: f(y + 4), 'text-anchor': 'end' }, signed(value)),
      ),
    ),
    lines.turns.map(({ x, turn }, i) =>
      el(
        'text',
        { key: `turn-${turn}`, class: 'tick', x: f(x), y: height - 5, 'text-anchor': 'middle' },
        i === 1 ? turnLabel(turn) : turn,
      ),
    ),
    lines.runs.map(run => line(run, seats[run.seat].colour)),
    lines.runs.map(run => end(run, seats[run.seat].colour)),
    marks.map((at, i) =>
      g(
        { key: `mark-${i}`, class: 'moment', transform: moveTo(at) },
        el('circle', { r: 8.5 }),
        el('text', { y: 4, 'text-anchor': 'middle' }, i + 1),
      ),
    ),
  );
}
