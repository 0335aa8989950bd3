// The score as lines: round numbers at the side, ends that do not lie on each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aheadOfAverage,
  curve,
  marksOf,
  ticksFor,
} from '../../../trackside/web/static/result/chart-layout.js';

const SIZE = { width: 272, height: 176, radius: 7 };

test('ticks are round and span the range', () => {
  assert.deepEqual(ticksFor(0, 64), [0, 20, 40, 60, 80]);
  assert.deepEqual(ticksFor(-4.2, 5), [-5, 0, 5]);
  assert.deepEqual(ticksFor(0, 0), [0, 1]);
  assert.deepEqual(ticksFor(-61, 12), [-80, -60, -40, -20, 0, 20]);
});

test('the distance from the average adds up to nothing', () => {
  const ahead = aheadOfAverage([
    [3, 6, 9],
    [1, 1, 4],
  ]);
  assert.deepEqual(ahead[0], [-3, 0, 3]);
  for (const turn of ahead) assert.equal(Math.round(turn.reduce((a, b) => a + b, 0)), 0);
});

test('a line for each seat, through every turn, within the box', () => {
  const series = [
    [0, 0],
    [5, -2],
    [15, 10],
    [15, 14],
  ];
  const lines = curve(series, SIZE);
  assert.equal(lines.runs.length, 2);
  for (const run of lines.runs) {
    assert.equal(run.points.length, series.length);
    for (const { x, y } of [...run.points, run.end]) {
      assert.ok(x >= 0 && x <= SIZE.width + SIZE.radius);
      assert.ok(y >= 0 && y <= SIZE.height);
    }
  }
  const [first, second] = lines.runs.map(run => run.points[3].y);
  assert.ok(first < second, 'more points are higher up');
});

test('badges at the ends keep apart, and a line leads to one that had to move', () => {
  const lines = curve(
    [
      [0, 0, 0],
      [10, 10, 10],
    ],
    SIZE,
  );
  const ends = lines.runs.map(run => run.end.y).sort((a, b) => a - b);
  for (let i = 1; i < ends.length; i++) assert.ok(ends[i] - ends[i - 1] >= 2 * SIZE.radius);
  assert.ok(lines.runs.some(run => run.lead));
  assert.ok(ends.at(-1) <= SIZE.height);
});

test('lines carry their shape on the way, not all at the same turn', () => {
  const series = Array.from({ length: 61 }, (_, i) => [i, i, i]);
  const at = curve(series, SIZE).runs.map(run => run.shapes.map(point => point.x));
  for (const shapes of at) assert.ok(shapes.length >= 4);
  assert.notDeepEqual(at[0], at[1]);
});

test('turning points stand above the lines and beside each other', () => {
  const series = Array.from({ length: 61 }, (_, i) => [i, 2 * i]);
  const lines = curve(series, SIZE);
  const marks = marksOf(lines, [10, 11, 60]);
  assert.ok(marks[1].x - marks[0].x >= 18 || Math.abs(marks[1].y - marks[0].y) >= 18);
  for (const mark of marks) assert.ok(mark.y >= 9);
});

test('a game that is over before it began has a curve too', () => {
  assert.equal(curve([[3]], SIZE).runs[0].points.length, 1);
  assert.deepEqual(marksOf(curve([[3]], SIZE), []), []);
});
