// Where things lie on the ribbon of Skip or Trip.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = readFileSync(new URL('../../trackside/games/skip_or_trip/track.js', import.meta.url), 'utf8');
const {
  TALL,
  WIDE,
  bands,
  bow,
  cutout,
  follow,
  ghostSpot,
  place,
  rows,
  scenery,
  seam,
  setting,
  size,
  spots,
  way,
} = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const PLANS = [
  ['wide', WIDE],
  ['tall', TALL],
];
const SQUARES = Array.from({ length: 100 }, (_, i) => i + 1);

test('the wide plan has five rows of twenty, the tall one fifteen of seven', () => {
  assert.deepEqual([rows(WIDE), WIDE.columns, rows(TALL), TALL.columns], [5, 20, 15, 7]);
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

  test(`${name}: a way back bows down, a way on bows up, and both end where the ghost stands`, () => {
    const back = bow(plan, 5, 2, true),
      on = bow(plan, 2, 5, false);
    assert.ok(back.middle.y > back.a.y);
    assert.ok(on.middle.y < on.a.y);
    assert.deepEqual(back.a, on.b);
    assert.equal(ghostSpot(plan, 5, false).x, on.b.x);
    assert.ok(ghostSpot(plan, 5, true).x > on.b.x);
  });
}

test('a way goes by the squares at which the ribbon turns', () => {
  assert.deepEqual(way(20, 12, 5), [12, 5]);
  assert.deepEqual(way(20, 18, 23), [18, 20, 21, 23]);
  assert.deepEqual(way(7, 16, 0), [16, 15, 14, 8, 7, 1, 0]);
  assert.deepEqual(way(7, 0, 8), [0, 1, 7, 8]);
  assert.deepEqual(way(7, 9, 9), [9]);
});

test('a meeple that overtakes another stays itself', () => {
  const before = follow([], [5, 10, 10]);
  assert.deepEqual(before, [
    { id: 0, square: 5 },
    { id: 1, square: 10 },
    { id: 2, square: 10 },
  ]);
  const after = follow(before, [10, 10, 13]);
  assert.deepEqual(after, [
    { id: 0, square: 13 },
    { id: 1, square: 10 },
    { id: 2, square: 10 },
  ]);
  assert.deepEqual(follow(after, [10, 10, 13]), after);
  assert.deepEqual(
    follow(after, [0, 0, 13]).map(piece => piece.square),
    [13, 0, 0],
  );
  assert.deepEqual(follow(after, [4]), [{ id: 0, square: 4 }], 'another game, fewer meeples');
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
    }
  });
}
