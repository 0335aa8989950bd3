// Where things lie on The Whole Nine's track.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  TILE,
  beside,
  followPawns,
  lanesFor,
  layTrack,
  standing,
  waiting,
} from '../../trackside/games/whole_nine/track.js';

const PLANS = [
  ['wide', true],
  ['tall', false],
];
const distance = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);

for (const [name, wide] of PLANS) {
  test(`${name}: every track from 48 tiles to none fits into the same box with its goal`, () => {
    const boxes = new Set();
    for (let tiles = 0; tiles <= 48; tiles++) {
      const lay = layTrack(tiles, wide),
        half = TILE / 2 + 4;
      boxes.add(lay.box.join());
      assert.equal(lay.slots.length, tiles);
      const within = ({ x, y }, wide) => {
        const [left, right] = [-wide, wide].map(by => lay.shift[0] + (x + by) * lay.scale);
        const [top, foot] = [-half, half].map(by => lay.shift[1] + (y + by) * lay.scale);
        assert.ok(
          left >= 0 && right <= lay.box[0] && top >= 0 && foot <= lay.box[1],
          `${tiles} tiles: what lies on ${x}, ${y} is cut off`,
        );
      };
      for (const slot of lay.slots) within(slot, half);
      for (const camp of [lay.start, lay.goal]) within(camp, lay.camp);
    }
    assert.equal(boxes.size, 1);
  });

  test(`${name}: neighbours touch at most, and the goal lies straight behind the last tile`, () => {
    for (let tiles = 1; tiles <= 48; tiles++) {
      const lay = layTrack(tiles, wide);
      for (let i = 1; i < tiles; i++) {
        const apart = distance(lay.slots[i - 1], lay.slots[i]);
        assert.ok(apart > TILE && apart < 70, `${tiles} tiles: ${i} is ${apart} from the one before`);
      }
      assert.ok(lay.goal.heading === 0 || lay.goal.heading === 180);
      assert.ok(distance(lay.goal, lay.slots[tiles - 1]) > lay.camp + TILE / 2);
    }
  });

  test(`${name}: tiles never get smaller than at the start, and larger towards the end`, () => {
    const scales = Array.from({ length: 49 }, (_, tiles) => layTrack(tiles, wide).scale);
    assert.equal(Math.min(...scales), scales[48]);
    assert.ok(scales[8] > 1.2 * scales[48]);
  });
}

test('three lanes lie in a wide box, six in a tall one', () => {
  assert.equal(layTrack(48, true).lanes, 3);
  assert.equal(layTrack(36, true).lanes, 3);
  assert.equal(layTrack(48, false).lanes, 6);
  assert.equal(layTrack(36, false).lanes, 5);
});

test('a lane may be full, but a goal in a bend is no way to lay the track', () => {
  assert.equal(lanesFor(5, 6, 3), 1);
  assert.equal(lanesFor(6, 6, 3), 1);
  assert.equal(lanesFor(7, 6, 3), 0);
  assert.equal(lanesFor(8, 6, 3), 0);
  assert.equal(lanesFor(9, 6, 3), 2);
});

test('up to ten pawns stand on a tile or wait in a camp, those behind drawn first, no two on one spot', () => {
  for (let n = 1; n <= 10; n++) {
    for (const spots of [standing(n), waiting(n, 46), waiting(n, 53)]) {
      assert.equal(spots.length, n);
      assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, n);
    }
    const levels = standing(n).map(spot => spot.y);
    assert.deepEqual(
      levels,
      [...levels].sort((a, b) => a - b),
    );
    assert.ok(
      waiting(n, 46).every(({ x, k }) => Math.abs(x) + 12 * k <= 46),
      `${n} pawns`,
    );
  }
});

test('a pawn that overtakes its own keeps its key, and so does the one it passed', () => {
  const before = followPawns({}, [0, 3, 9]);
  assert.deepEqual(before, { 0: 0, 1: 3, 2: 9 });
  assert.deepEqual(followPawns(before, [0, 9, 12]), { 0: 0, 1: 12, 2: 9 });
  assert.deepEqual(followPawns({ 0: 0, 1: 12, 2: 9 }, [3, 9, 12]), { 0: 3, 1: 12, 2: 9 });
});

test('of two pawns on one place only one goes', () => {
  assert.deepEqual(followPawns({ 0: 0, 1: 0 }, [0, 4]), { 0: 0, 1: 4 });
});

test('another game with other pawns begins anew', () => {
  assert.deepEqual(followPawns({ 0: 5, 1: 6 }, [0, 0, 0]), { 0: 0, 1: 0, 2: 0 });
});

test('beside the road is to the right of whoever walks', () => {
  const round = point => point.map(v => Math.round(v));
  assert.deepEqual(round(beside({ x: 10, y: 20, turn: 0, heading: 0 }, 30)), [10, 50]);
  assert.deepEqual(round(beside({ x: 10, y: 20, turn: 0, heading: 180 }, 30)), [10, -10]);
  assert.deepEqual(round(beside({ x: 10, y: 20, turn: 90, heading: 90 }, 30)), [-20, 20]);
});
