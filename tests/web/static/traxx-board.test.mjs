// The geometry of the Träxx sheet, how a finger's trail becomes steps, and what moves when.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const load = name => {
  const source = readFileSync(
    new URL(`../../../trackside/games/traxx/page/${name}.js`, import.meta.url),
    'utf8',
  );
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
};
const { centre, corners, fieldAt, follow, half, lastRound, partOf, partsOf, ranking, steps } =
  await load('geometry');
const { film } = await load('film');
const { about } = await load('about');

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

const DRAW = (seat, from, field, value = 0, points = 0) => ({
  kind: 'draw',
  seat,
  from,
  field,
  value,
  points,
  state: points ? (points === value ? 'full' : 'half') : 'none',
});

test('what somebody drew in a round is a path from the field it left, with the numbers reached', () => {
  assert.deepEqual(partOf([DRAW(1, 3, 12), DRAW(1, 12, 13, 4, 2), { kind: 'stop', seat: 1 }]), {
    path: [3, 12, 13],
    numbers: [{ value: 4, state: 'half', points: 2 }],
  });
  assert.deepEqual(partOf([{ kind: 'pass', seat: 1, cannot: true }]), { path: [], numbers: [] });
  assert.equal(partOf([{ kind: 'card', number: 2 }]), null);
});

test('only the round before the card on the table is shown', () => {
  const trail = [
    { turn: 3, seat: 1, effects: [DRAW(1, 3, 12)] },
    { turn: 4, seat: 1, effects: [DRAW(1, 12, 13)] },
    { turn: 4, seat: 2, effects: [{ kind: 'pass', seat: 2 }] },
    { turn: 5, seat: -1, effects: [{ kind: 'card', number: 5 }] },
  ];
  assert.equal(lastRound({ phase: 'draw', round: 5 }), 4);
  assert.equal(lastRound({ phase: 'over', round: 15 }), 15);
  assert.deepEqual(partsOf(trail, 4), { 1: { path: [12, 13], numbers: [] }, 2: { path: [], numbers: [] } });
  assert.deepEqual(partsOf(trail, 5), {});
});

test('equal points share a place', () => {
  const scene = { seats: [{ points: -3 }, { points: 7 }, { points: 7 }, { points: 1 }] };
  assert.deepEqual(
    ranking(scene).map(({ index, place }) => [index, place]),
    [
      [1, 1],
      [2, 1],
      [3, 3],
      [0, 4],
    ],
  );
});

test('my line grows a field every 90 ms, and a number is noted as it is reached', () => {
  const cues = film([DRAW(0, 3, 12), DRAW(0, 12, 13, 8, 8)], { perspective: 0 }, { perspective: 0 });
  const line = cues.filter(cue => cue.key?.startsWith('line-'));
  assert.deepEqual(
    line.map(({ kind, key, at, ms }) => [kind, key, at, ms]),
    [
      ['grow', 'line-0-12', 0, 90],
      ['grow', 'line-0-13', 90, 90],
    ],
  );
  const points = cues.find(cue => cue.key === 'number-0-8');
  assert.deepEqual([points.kind, points.at, points.ms], ['appear', 180, 300]);
});

test('at the end of a round the lines of the others grow all at once, then the next card is turned up', () => {
  const effects = [
    DRAW(0, 3, 12),
    DRAW(1, 5, 6),
    DRAW(1, 6, 7, 4, 4),
    DRAW(2, 8, 9),
    { kind: 'shared', seats: [0, 1] },
  ];
  const cues = film([...effects, { kind: 'card', number: 4 }], { perspective: 0 }, { perspective: 0 });
  const others = cues.filter(cue => /^line-\d$/.test(cue.key ?? ''));
  assert.deepEqual(
    others.map(({ key, at, ms }) => [key, at, ms]),
    [
      ['line-1', 90, 600],
      ['line-2', 90, 600],
    ],
  );
  const card = cues.find(cue => cue.key === 'card');
  assert.equal(card.kind, 'turn');
  assert.ok(card.at >= 690);
  assert.ok(cues.every(cue => cue.at >= 0 && cue.ms > 0));
  assert.deepEqual(film([{ kind: 'pass', seat: 1 }], { perspective: 0 }, { perspective: 0 }), []);
});

test('those who watch see all lines grow at once', () => {
  const cues = film([DRAW(0, 3, 12), DRAW(1, 5, 6)], { perspective: null }, { perspective: null });
  assert.deepEqual(
    cues.filter(cue => cue.key?.startsWith('line-')).map(({ key, at, ms }) => [key, at, ms]),
    [
      ['line-0', 0, 600],
      ['line-1', 0, 600],
    ],
  );
});

test('a number, a patch and the start say what they are', () => {
  const words = (key, values = {}) => `${key} ${Object.values(values).join(' ')}`.trim();
  const scene = { seats: [{}, {}], numbers: [{ value: 8, state: 'half_left', points: 4 }] };
  assert.deepEqual(about('number-8', scene, words), {
    title: 'number.half_left 8 half_left 4',
    text: 'what.number_text',
  });
  assert.match(about('number-8', { ...scene, seats: [{}] }, words).text, /what.number_text_solo$/);
  assert.equal(about('patch-red', scene, words).title, 'what.patch colour.red');
  assert.equal(about('used-red', scene, words).text, 'what.used_text');
  assert.equal(about('start', scene, words).title, 'what.start');
  assert.equal(about('', scene, words), null);
});
