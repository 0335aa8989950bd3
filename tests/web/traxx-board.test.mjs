// The geometry of the Träxx sheet, and how a finger's trail becomes steps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = readFileSync(new URL('../../trackside/games/traxx/geometry.js', import.meta.url), 'utf8');
const { centre, corners, fieldAt, follow, half, steps } = await import(
  `data:text/javascript,${encodeURIComponent(source)}`
);

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
const area = points =>
  Math.abs(
    points.reduce((sum, [x, y], i) => {
      const [a, b] = points[(i + 1) % points.length];
      return sum + x * b - a * y;
    }, 0),
  ) / 2;
const FIELDS = [];
for (let r = -4; r <= 4; r++)
  for (let q = Math.max(-4, -4 - r); q <= Math.min(4, 4 - r); q++) FIELDS.push([q, r, `${q},${r}`, 'red', 0]);
const SIDES = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

test('neighbours lie a field apart, in six directions', () => {
  const ways = SIDES.map(([q, r]) => centre(q, r));
  for (const [x, y] of ways) near(Math.hypot(x, y), Math.sqrt(3) * 34);
  assert.equal(new Set(ways.map(([x, y]) => Math.round((Math.atan2(y, x) * 180) / Math.PI))).size, 6);
});

test('a point in the middle of a field is on it, one on a border or outside on none', () => {
  assert.equal(FIELDS.length, 61);
  FIELDS.forEach(([q, r], i) => assert.equal(fieldAt(FIELDS, ...centre(q, r)), i));
  const [x, y] = centre(0, 0),
    [a, b] = centre(1, 0);
  assert.equal(
    fieldAt(FIELDS, x + (a - x) * 0.4, y + (b - y) * 0.4),
    FIELDS.findIndex(([q, r]) => !q && !r),
  );
  assert.equal(fieldAt(FIELDS, ...corners([0, 0], 34)[0]), -1);
  assert.equal(fieldAt(FIELDS, 1000, 0), -1);
});

test('the two halves of a field make the whole, whichever way it is parted', () => {
  const whole = area(corners([7, -3], 20));
  for (const [q, r] of SIDES) {
    const [dx, dy] = centre(q, r),
      one = half([7, -3], 20, [dx, dy], 0),
      other = half([7, -3], 20, [-dx, -dy], 0);
    near(area(one), whole / 2);
    near(area(other), whole / 2);
    for (const [x, y] of one) assert.ok((x - 7) * dx + (y + 3) * dy >= -1e-6);
  }
  const parted = half([0, 0], 20, [1, 0], 6);
  near(Math.min(...parted.map(([x]) => x)), 3);
  assert.ok(area(parted) < area(half([0, 0], 20, [1, 0], 0)));
});

test("this round's steps are the latest at the end that grows", () => {
  const line = [9, 8, 7, 6];
  assert.deepEqual(
    steps({ line, drawn: 2, growing: 'A' }).map(s => s.now),
    [true, true, false],
  );
  assert.deepEqual(
    steps({ line, drawn: 1, growing: 'B' }).map(s => s.now),
    [false, false, true],
  );
  assert.deepEqual(steps({ line, drawn: 0, growing: null }), [
    { from: 9, to: 8, now: false },
    { from: 8, to: 7, now: false },
    { from: 7, to: 6, now: false },
  ]);
  assert.deepEqual(steps({ line: [5], drawn: 0, growing: null }), []);
});

const OFFERS = [
  { move: 12, kind: 'enter', end: 'A', from: 3, field: 12 },
  { move: 73, kind: 'enter', end: 'B', from: 8, field: 12 },
  { move: 122, kind: 'stop' },
];

test('a trail is followed from the end it left, past fields that cannot be entered', () => {
  assert.deepEqual(follow([12, 13], OFFERS, 3), { offer: OFFERS[0], rest: [13] });
  assert.deepEqual(follow([12, 13], OFFERS, 8), { offer: OFFERS[1], rest: [13] });
  assert.deepEqual(follow([3, 40, 12], OFFERS, 3), { offer: OFFERS[0], rest: [] });
  assert.deepEqual(follow([40, 41], OFFERS, 3), { offer: null, rest: [] });
  assert.deepEqual(follow([12], OFFERS, 20), { offer: null, rest: [] });
  assert.deepEqual(follow([], OFFERS, 3), { offer: null, rest: [] });
});
