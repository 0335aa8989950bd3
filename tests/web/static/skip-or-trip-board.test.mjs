// Skip or Trip on the page: where things lie on the ribbon, the film of a turn, the race looked back at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { film } from '../../../trackside/games/skip_or_trip/page/film.js';
import {
  account,
  positions,
  ranking,
  spread,
  trips,
} from '../../../trackside/games/skip_or_trip/page/race.js';
import {
  TABLET,
  TALL,
  WIDE,
  bands,
  cutout,
  footprint,
  meepleKey,
  place,
  planFor,
  rows,
  scenery,
  seam,
  setting,
  size,
  spots,
  strip,
  way,
} from '../../../trackside/games/skip_or_trip/page/track.js';

const PLANS = [
  ['wide', WIDE],
  ['tablet', TABLET],
  ['tall', TALL],
];
const SQUARES = Array.from({ length: 100 }, (_, i) => i + 1);

test('a desk has five rows of twenty, a tablet ten of ten, a phone fifteen of seven', () => {
  assert.deepEqual(
    PLANS.flatMap(([, plan]) => [rows(plan), plan.columns]),
    [5, 20, 10, 10, 15, 7],
  );
});

test('the plan follows from the box, and squares are as large as promised', () => {
  const square = (plan, width, height) => {
    const whole = size(plan);
    return plan.w * Math.min(width / whole.width, height / whole.height);
  };
  assert.equal(planFor(928, 496, false), WIDE);
  assert.equal(planFor(1088, 596, false), WIDE);
  assert.equal(planFor(536, 876, false), TABLET);
  assert.equal(planFor(374, 460, true), TALL);
  assert.ok(square(WIDE, 928, 496) >= 43);
  assert.ok(square(TABLET, 536, 876) >= 53);
  assert.ok((TALL.w * 374) / size(TALL).width >= 52);
});

test('whatever a card of the fan says fits beside the next card', () => {
  for (const n of [1, 2, 4, 8, 14, 20, 26]) {
    const { half, k } = strip(n, true);
    assert.ok(half <= 16.5 && half >= 8 && k <= 1);
    if (n <= 14) assert.ok(k > 0.95, `${n} cards are of full size`);
  }
  assert.ok(strip(20, false).half < strip(14, false).half);
});

for (const [name, plan] of PLANS) {
  test(`${name}: every square has a place of its own inside the drawing`, () => {
    const { width, height } = size(plan),
      seen = new Set();
    for (const square of [0, ...SQUARES]) {
      const { x, y } = place(plan, square);
      seen.add(`${x} ${y}`);
      assert.ok(x > 0 && x < width && y > 0 && y < height, `${square}`);
    }
    assert.equal(seen.size, 101);
    const [x, y, w, h] = plan.start;
    assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height);
  });

  test(`${name}: each square touches the one before it, and the ribbon never goes down`, () => {
    for (const square of SQUARES.slice(1)) {
      const here = place(plan, square),
        before = place(plan, square - 1);
      if (here.row === before.row)
        assert.deepEqual([Math.abs(here.x - before.x), here.y], [plan.w, before.y]);
      else assert.deepEqual([here.x, before.y - here.y], [before.x, plan.h + plan.gap]);
    }
  });

  test(`${name}: the bands cover every square and the seams lie between two`, () => {
    const all = bands(plan);
    for (const square of SQUARES) {
      const { x, y } = place(plan, square);
      assert.ok(
        all.some(band => x > band.x && x < band.x + band.width && y > band.y && y < band.y + band.height),
        `${square}`,
      );
    }
    assert.equal(all.length, 2 * rows(plan) - 1);
    assert.match(seam(plan, 2), /V/);
    assert.match(seam(plan, plan.columns + 1), /H/);
  });

  test(`${name}: up to six meeples on a square all show, near it and apart`, () => {
    for (const square of [0, 1, plan.columns, plan.columns + 1, 50, 99]) {
      const { x, y } = place(plan, square);
      for (let n = 1; n <= 6; n++) {
        const all = spots(plan, square, n);
        assert.equal(all.length, n);
        for (const [i, spot] of all.entries()) {
          assert.ok(spot.x > 5 && spot.x < size(plan).width - 5, `${square}: ${spot.x}`);
          if (square)
            assert.ok(
              Math.abs(spot.x - x) < plan.w * 0.75 && Math.abs(spot.y - y) < plan.h * 0.6,
              `${square}: ${n}`,
            );
          for (const other of all.slice(0, i))
            assert.ok(Math.hypot(spot.x - other.x, spot.y - other.y) >= 9, `${n} on ${square}`);
        }
      }
    }
  });

  test(`${name}: tokens of every square fit into it`, () => {
    for (let n = 1; n <= 6; n++) {
      const { k, up } = setting(plan, n),
        across = Math.min(n, plan.perRow),
        deep = Math.ceil(n / plan.perRow);
      assert.ok(21 * k * across <= plan.w, `${n} tokens`);
      assert.ok(plan.tokens[1] - up + 20 * k * (deep - 0.5) <= plan.h / 2, `${n} tokens`);
    }
  });

  test(`${name}: a way has a point for each square and stays inside the drawing`, () => {
    const { width, height } = size(plan);
    for (const [from, to] of [
      [0, 9],
      [18, 43],
      [42, 33],
      [12, 0],
      [99, 100],
    ]) {
      const points = way(plan, from, to, to < from);
      assert.equal(points.length, Math.abs(to - from) + 1);
      assert.deepEqual(points[0][0], place(plan, from).x);
      assert.ok(points.every(([x, y]) => x > 0 && x < width && y > 0 && y < height));
    }
    assert.notEqual(
      way(plan, 9, 4, true)[0][1],
      way(plan, 9, 4, false)[0][1],
      'back and on do not lie on each other',
    );
    const ring = footprint(plan, 12);
    assert.ok(Math.abs(ring.x - place(plan, 12).x) <= 1 && ring.y > place(plan, 12).y);
  });
}

test('a single meeple keeps its name, of several those that stay do', () => {
  assert.equal(meepleKey(1, [42], 0), 'meeple-1-0');
  assert.deepEqual(
    [0, 1, 2].map(i => meepleKey(0, [5, 10, 10], i)),
    ['meeple-0-5-0', 'meeple-0-10-0', 'meeple-0-10-1'],
  );
});

const scene = (meeples, more = {}) => ({
  perspective: 0,
  sides: meeples.map((_, i) => i),
  meeples,
  hands: meeples.map(() => []),
  trip: null,
  ...more,
});
const TRIP = [
  { kind: 'named', seat: 2, square: 42, seats: [1] },
  { kind: 'lay', seat: 2, number: 3, symbols: [3], square: 42 },
  { kind: 'lay', seat: 2, number: 5, symbols: [2, 7], square: 42 },
  { kind: 'fall', seat: 1, side: 1, from: 42, to: 34, by: 2 },
  { kind: 'draw', seat: 2, number: 4 },
  { kind: 'black', seat: 2, number: 9 },
  { kind: 'walk', seat: 2, side: 2, from: 28, to: 45, steps: 17 },
  { kind: 'draw', seat: 2, number: 7 },
  { kind: 'top', seat: 2, number: 7 },
];

test('a film: cards turn over, tripped meeples run back, then the others run on, then cards are drawn', () => {
  const cues = film(TRIP, scene([[41], [42], [28]]), scene([[41], [34], [45]]));
  assert.deepEqual(
    cues.map(({ kind, key }) => `${kind} ${key}`),
    [
      'turn did-2-0',
      'turn did-2-1',
      'gather undefined',
      'pulse square-42',
      'hop meeple-1-0',
      'fly deck',
      'turn did-2-2',
      'hop meeple-2-0',
      'fly deck',
    ],
  );
  const [first, second, trip, ring, fall, , black, walk, last] = cues;
  assert.deepEqual([first.at, first.ms, second.at], [0, 220, 220]);
  assert.deepEqual([trip.at, trip.keys, trip.to], [440, ['did-2-0', 'did-2-1'], 'square-42']);
  assert.equal(trip.gain, '−8');
  assert.ok(fall.at === trip.at + trip.ms && fall.ms <= 700 && fall.sound === 'trip' && fall.falls);
  assert.deepEqual([ring.at, ring.n], [fall.at, 1]);
  assert.deepEqual(fall.path.slice(0, 2), ['square-41', 'square-40']);
  assert.equal(fall.path.length, 8);
  assert.ok(black.at >= fall.at + fall.ms);
  assert.ok(walk.at >= black.at + black.ms && walk.ms <= 900);
  assert.ok(last.at >= walk.at + walk.ms && last.to === 'seat-2');
});

test('who falls twice in a turn runs all the way, and two who stood together fall together', () => {
  const fall = (side, from, to) => ({ kind: 'fall', side, from, to, by: 0 });
  const lay = { kind: 'lay', seat: 0, number: 3, symbols: [3], square: 12 };
  const cues = film(
    [lay, fall(1, 12, 5), lay, fall(1, 5, 2), fall(2, 5, 2)],
    scene([[30], [12], [5]]),
    scene([[30], [2], [2]]),
  ).filter(cue => cue.kind === 'hop');
  assert.deepEqual(
    cues.map(cue => [cue.key, cue.path[0], cue.path.at(-1), cue.path.length]),
    [
      ['meeple-1-0', 'square-11', 'square-2', 10],
      ['meeple-2-0', 'square-4', 'square-2', 3],
    ],
  );
  const pair = film([fall(1, 9, 4), fall(1, 9, 4)], scene([[1], [4, 9, 9]]), scene([[1], [4, 4, 4]]));
  assert.deepEqual(
    pair.map(cue => [cue.at, cue.key, cue.sound, cue.n]),
    [
      [0, 'meeple-1-4-1', 'trip', 2],
      [0, 'meeple-1-4-2', undefined, undefined],
    ],
    'and are heard as one, for two',
  );
});

test('my own card slides onto the table, flies away with the trip, and a drawn one comes into the fan', () => {
  const card = { kind: 7, number: 3, symbols: [3] };
  const mine = { kind: 'lay', seat: 0, number: 3, symbols: [3], square: 12 };
  const before = scene([[1], [12]], { hands: [[card, card], []] });
  const open = scene([[1], [12]], { trip: { square: 12, cards: [card] } });
  assert.deepEqual(
    film([mine], before, open).map(cue => [cue.kind, cue.key]),
    [
      ['slide', 'card-7-1'],
      ['settle', undefined],
    ],
  );
  assert.deepEqual(
    film([mine], before, scene([[1], [12]])).map(cue => [cue.kind, cue.key, cue.to]),
    [
      ['fly', 'card-7-1', 'square-12'],
      ['settle', undefined, undefined],
    ],
  );
  const [both, ring] = film(
    [
      mine,
      { kind: 'fall', side: 1, from: 12, to: 5, by: 0 },
      { kind: 'fall', side: 2, from: 12, to: 5, by: 0 },
    ],
    scene([[1], [12], [12]], {
      hands: [[card], []],
      seat: 0,
      trip: { square: 12, cards: [{ ...card, number: 4 }] },
    }),
    scene([[1], [5], [5]]),
  ).filter(cue => cue.kind === 'gather' || cue.kind === 'pulse');
  assert.deepEqual(both.keys, ['card-7-1', 'card-7-0'], 'what was laid before, and what is laid now');
  assert.deepEqual(both.says, ['4', '4 + 3 = 7']);
  assert.deepEqual([both.gain, ring.key, ring.n], ['2 × −7', 'square-12', 2]);
  const draw = { kind: 'draw', seat: 0, number: 3, symbols: [3] };
  const [cue] = film([draw], scene([[1], [12]]), scene([[1], [12]], { hands: [[card], []] }));
  assert.deepEqual([cue.kind, cue.key], ['appear', 'card-7-0']);
  assert.deepEqual(film([{ kind: 'pass', seat: 1 }], before, before), []);
});

const LOG = [
  { turn: 0, effects: [{ kind: 'begins', seat: 0 }] },
  { turn: 1, effects: [{ kind: 'black', seat: 0, number: 9 }] },
  { turn: 1, effects: [{ kind: 'walk', seat: 0, side: 0, from: 0, to: 9, steps: 9 }] },
  {
    turn: 2,
    effects: [
      { kind: 'lay', seat: 1, number: 4 },
      { kind: 'fall', side: 0, from: 9, to: 5, by: 1 },
      { kind: 'black', seat: 1, number: 7 },
      { kind: 'walk', seat: 1, side: 1, from: 0, to: 11, steps: 11 },
    ],
  },
  {
    turn: 3,
    effects: [
      { kind: 'black', seat: 0, number: 2 },
      { kind: 'stay', seat: 0, steps: 2 },
    ],
  },
];

test('the race is found from its end backwards, and what was skipped and lost adds up to the square', () => {
  const end = scene([[5], [11]]);
  assert.deepEqual(positions(LOG, end.meeples), [
    [[0], [0]],
    [[9], [0]],
    [[5], [11]],
    [[5], [11]],
  ]);
  assert.deepEqual(trips(LOG), [{ turn: 2, side: 0, from: 9, to: 5, by: 1 }]);
  assert.deepEqual(account(LOG, end, 0), { skipped: 9, tripping: 0, lost: 4, made: 0, fell: 1 });
  assert.deepEqual(account(LOG, end, 1), { skipped: 7, tripping: 4, lost: 0, made: 1, fell: 0 });
});

test('partners play one colour: the account of a team has the cards of both', () => {
  const log = [0, 2].map((seat, i) => ({
    turn: i + 1,
    effects: [
      { kind: 'black', seat, number: 5 },
      { kind: 'walk', seat, side: 0, from: 0, to: 5, steps: 5 },
    ],
  }));
  const end = scene([
    [0, 5, 5],
    [0, 0, 0],
  ]);
  end.sides = [0, 1, 0, 1];
  assert.equal(account(log, end, 0).skipped, 10);
  assert.deepEqual(positions(log, end.meeples)[1], [
    [0, 0, 5],
    [0, 0, 0],
  ]);
});

test('the rearmost meeple counts first, and labels do not lie on each other', () => {
  assert.deepEqual(
    ranking([
      [5, 90],
      [7, 8],
      [7, 30],
    ]),
    [2, 1, 0],
  );
  assert.deepEqual(spread([10, 12, 90], 10, 100), [10, 20, 90]);
  assert.deepEqual(spread([98, 99], 10, 100), [90, 100]);
});

test('the picture opens where something is offered, else at the own meeples', () => {
  assert.equal(scenery([12, 46], [3]), 29);
  assert.equal(scenery([], [3, 9, 40]), 22);
});

for (const [name, plan] of PLANS) {
  test(`${name}: a picture shows all the squares it is about and stays inside the drawing`, () => {
    const { width, height } = size(plan);
    for (const squares of [[0], [0, 0, 3], [12, 5], [21, 46], [1, 100], [100], [94, 61]]) {
      const box = cutout(plan, squares);
      assert.ok(
        box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.01 && box.y + box.height <= height + 0.01,
        `${squares}`,
      );
      for (const { x, y } of squares.map(square => place(plan, square))) {
        assert.ok(
          x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
          `${squares}`,
        );
      }
      const whole = (/** @type {number} */ square) => {
        const { x, y } = place(plan, square);
        const across = Math.min(x + plan.w / 2, box.x + box.width) - Math.max(x - plan.w / 2, box.x);
        const down = Math.min(y + plan.h / 2, box.y + box.height) - Math.max(y - plan.h / 2, box.y);
        const seen = across < 1 || down < 1;
        return seen || (across > plan.w - 1 && down > plan.h - 1);
      };
      const cut = Array.from({ length: 100 }, (_, i) => i + 1).filter(square => !whole(square));
      const bordering = cut.filter(square => place(plan, square).y + plan.h / 2 > box.y + plan.gap + 3);
      assert.deepEqual(bordering, [], `${squares} cuts no square`);
    }
  });
}

test('a second trip of a turn shows its own card, not the first one again', () => {
  const lay = number => ({ kind: 'lay', seat: 1, number, symbols: [], square: 13 });
  const fall = { kind: 'fall', side: 0, from: 13, to: 8, by: 1 };
  const cues = film([lay(5), fall], scene([[13], [20]]), scene([[8], [20]]), [lay(9), lay(1), fall]);
  assert.deepEqual(cues[0].key, 'did-1-2');
  assert.deepEqual(cues[1].keys, ['did-1-2']);
});
