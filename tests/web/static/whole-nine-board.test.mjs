// Where things lie on The Whole Nine's track, what moves there, and what became of its tiles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { film } from '../../../trackside/games/whole_nine/page/film.js';
import { fatesOf, harvestOf, wholeTrack } from '../../../trackside/games/whole_nine/page/harvest.js';
import {
  afterRoll,
  followPawns,
  pawnKeys,
  stepOf,
  tilesOf,
} from '../../../trackside/games/whole_nine/page/scene.js';
import {
  CAMP,
  CAMP_HIGH,
  TILE,
  beside,
  between,
  layTrack,
  standing,
  waiting,
} from '../../../trackside/games/whole_nine/page/track.js';

const PLANS = [
  ['wide', true, 4],
  ['tall', false, 6],
];
const distance = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);

for (const [name, wide, lanes] of PLANS) {
  test(`${name}: places and box are the same from 48 tiles to none`, () => {
    const whole = layTrack(48, wide);
    assert.equal(whole.lanes, lanes);
    for (let tiles = 0; tiles <= 48; tiles++) {
      const lay = layTrack(tiles, wide);
      assert.deepEqual(lay.slots, whole.slots.slice(0, tiles));
      assert.deepEqual([lay.width, lay.height, lay.road], [whole.width, whole.height, whole.road]);
      assert.deepEqual(lay.start, whole.start);
    }
  });

  test(`${name}: every tile and the goal lie within the box, wherever the goal is`, () => {
    for (let tiles = 0; tiles <= 48; tiles++) {
      const lay = layTrack(tiles, wide);
      const within = ({ x, y }, half, high) =>
        assert.ok(
          x - half >= 0 && x + half <= lay.width && y - high >= 0 && y + high <= lay.height,
          `${tiles} tiles: what lies on ${x}, ${y} is cut off`,
        );
      for (const slot of lay.slots) within(slot, TILE / 2 + 4, TILE / 2 + 4);
      for (const camp of [lay.start, lay.goal]) within(camp, CAMP, CAMP_HIGH);
    }
  });

  test(`${name}: neighbours touch at most, and the goal covers no tile`, () => {
    const { slots, start } = layTrack(48, wide);
    for (let i = 1; i < 48; i++) {
      const apart = distance(slots[i - 1], slots[i]);
      assert.ok(apart > TILE && apart < 70, `${i} is ${apart} from the one before`);
    }
    assert.ok(slots[0].x - start.x > CAMP + TILE / 2);
    for (let tiles = 1; tiles <= 48; tiles++) {
      const lay = layTrack(tiles, wide);
      for (const slot of lay.slots) {
        const clear =
          Math.abs(slot.x - lay.goal.x) > CAMP + TILE / 2 ||
          Math.abs(slot.y - lay.goal.y) > CAMP_HIGH + TILE / 2;
        assert.ok(clear, `${tiles} tiles: the goal covers one`);
      }
    }
  });

  test(`${name}: the nearer the goal, the less road is left`, () => {
    const reaches = Array.from({ length: 49 }, (_, tiles) => layTrack(tiles, wide).reach);
    assert.deepEqual(
      reaches,
      [...reaches].sort((a, b) => a - b),
    );
    assert.ok(reaches[0] > 0 && reaches[48] < 1);
  });
}

test('tiles are as large as promised in the boxes of desktop, tablet and phone', () => {
  const size = (wide, ...box) => {
    const { width, height } = layTrack(48, wide);
    return TILE * Math.min(box[0] / width, box[1] / height);
  };
  assert.ok(size(true, 928, 496) >= 52);
  assert.ok(size(false, 536, 876) >= 50);
  assert.ok(size(false, 374, 540) >= 35);
});

test('up to ten pawns stand on a tile or wait in a camp, those behind drawn first, no two on one spot', () => {
  for (let n = 1; n <= 10; n++) {
    for (const spots of [standing(n), waiting(n)]) {
      assert.equal(spots.length, n);
      assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, n);
    }
    const levels = standing(n).map(spot => spot.y);
    assert.deepEqual(
      levels,
      [...levels].sort((a, b) => a - b),
    );
    assert.ok(
      waiting(n).every(({ x, k }) => Math.abs(x) + 12 * k <= CAMP),
      `${n} pawns`,
    );
  }
});

test('beside the road is to the right of the walker, and a seam lies halfway', () => {
  const round = point => point.map(v => Math.round(v));
  assert.deepEqual(round(beside({ x: 10, y: 20, turn: 0, heading: 0 }, 30)), [10, 50]);
  assert.deepEqual(round(beside({ x: 10, y: 20, turn: 0, heading: 180 }, 30)), [10, -10]);
  assert.deepEqual(round(beside({ x: 10, y: 20, turn: 90, heading: 90 }, 30)), [-20, 20]);
  const { slots } = layTrack(48, true);
  assert.deepEqual(between(slots[0], slots[1]), { ...slots[0], x: (slots[0].x + slots[1].x) / 2 });
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

test('another game with other pawns starts over', () => {
  assert.deepEqual(followPawns({ 0: 5, 1: 6 }, [0, 0, 0]), { 0: 0, 1: 0, 2: 0 });
});

const FULL = [
  '1:c1:cactus:4',
  '2:1a:number:5',
  '3:1b:number:3',
  '4:1c:animal:fox',
  '9:c2:cactus:2',
  '10:2a:number:6',
];
const sceneOf = (track, ...pawns) => sceneWith([], track, ...pawns);
const sceneWith = (row, track, ...pawns) => ({
  phase: 'roll',
  turn: 3,
  seat: 0,
  perspective: 0,
  roll: 0,
  goal: 50,
  full: 48,
  track: track.join(' '),
  seats: pawns.map((places, i) => ({ colour: ['red', 'purple'][i], pawns: places, row })),
});

test('a track is read from its text, animals by their name', () => {
  const scene = sceneOf(FULL, [0]);
  assert.deepEqual(tilesOf(scene)[3], { place: 4, name: '1c', kind: 'animal', face: 0, animal: 'fox' });
  assert.deepEqual(tilesOf(scene)[4], { place: 9, name: 'c2', kind: 'cactus', face: 2 });
  assert.deepEqual(
    [0, 1, 9, 8, 50].map(place => stepOf(scene, place)),
    [0, 1, 5, 5, 7],
  );
});

const WALK = { kind: 'walk', seat: 0, from: 3, to: 10, way: [4, 9, 10], jump: false, across: [2] };

test('a turn is shown in its order: die, hops, tile to the seat, track closing up', () => {
  const before = sceneOf(FULL, [0, 3], [2]);
  const after = sceneOf(
    FULL.filter(text => !text.includes('fox')),
    [0, 10],
    [2],
  );
  const cues = film(
    [
      { kind: 'roll', seat: 0, n: 3 },
      WALK,
      { kind: 'take', seat: 0, place: 4, tile: 'animal', face: 0, animal: 'fox', points: 5 },
    ],
    before,
    after,
  );
  assert.deepEqual(cues, [
    { at: 0, ms: 480, kind: 'tumble', seat: 0, n: 3, key: 'seat-0', sound: 'roll' },
    { at: 480, ms: 240, kind: 'hop', seat: 0, key: 'pawn-0-1', path: ['tile-9', 'tile-10'], sound: 'step' },
    { at: 720, ms: 420, kind: 'fly', seat: 0, key: 'tile-4', to: 'seat-0', sound: 'take' },
    { at: 1140, ms: 520, kind: 'settle' },
  ]);
});

test('a long way takes no longer than 900 ms, and the goal is a place like any other', () => {
  const way = Array.from({ length: 11 }, (_, i) => i + 2).concat(50);
  const track = way.slice(0, -1).map(place => `${place}:x:number:3`);
  const [hop] = film(
    [{ kind: 'walk', seat: 1, from: 1, to: 50, way, jump: false, across: [] }],
    sceneOf(track, [2], [1, 50]),
    sceneOf(track, [2], [50, 50]),
  );
  assert.deepEqual([hop.ms, hop.key, hop.path.at(-1)], [900, 'pawn-1-0', 'place-50']);
});

test('the tiles of a nine slide together and are added up while the track closes up', () => {
  const before = sceneWith([5, 1], FULL, [0, 10], [2]),
    after = sceneOf(FULL.slice(0, 2), [0, 10], [2]);
  const cues = film(
    [
      { kind: 'take', seat: 1, place: 3, tile: 'number', face: 3, points: 0 },
      { kind: 'nine', seat: 1, numbers: [1, 5, 3], points: 15 },
    ],
    before,
    after,
  );
  const [nine, settle] = cues;
  assert.deepEqual([nine.kind, nine.at, nine.sound], ['gather', 0, 'nine']);
  assert.deepEqual(nine.keys, ['row-1-1', 'row-1-0', 'tile-3']);
  assert.deepEqual(nine.says, ['1', '1 + 5 = 6', '1 + 5 + 3 = 9']);
  assert.deepEqual([nine.gain, nine.to], ['+15', 'seat-1']);
  assert.ok(settle.kind === 'settle' && settle.at > 0 && settle.at + settle.ms < nine.ms);
  const own = film(
    [{ kind: 'nine', seat: 0, numbers: [5, 4], points: 10 }],
    sceneWith([4, 5], FULL, [0], [2]),
    after,
  );
  assert.deepEqual([own[0].keys, own[0].to], [['own-1', 'own-0'], 'own-plus']);
  const [fly, appear] = film([{ kind: 'take', seat: 0, place: 3, tile: 'number', face: 3 }], before, after);
  assert.deepEqual([fly.to, appear.key, appear.at], ['seat-0', 'own-2', fly.ms]);
  assert.deepEqual(film([{ kind: 'aside', seat: 0, face: 2, points: -2 }], before, before)[0].sound, 'minus');
  assert.deepEqual(film([{ kind: 'deal', seat: 0, face: 2 }], before, before), []);
});

test('the pawn that moved is the same before and after, though it overtook its own', () => {
  const first = sceneOf(FULL, [0, 2, 3], [2]),
    second = sceneOf(FULL, [0, 3, 10], [2]);
  const [hop] = film([{ ...WALK, from: 2, way: [3, 4, 9, 10] }], first, second);
  assert.equal(hop.key, 'pawn-0-1');
  assert.deepEqual(pawnKeys(second)[0], { 0: 0, 1: 10, 2: 3 });
});

const entry = (...effects) => ({ effects });
const take = (seat, place, tile, face, animal) => ({ kind: 'take', seat, place, tile, face, animal });
const LOG = [
  entry({ kind: 'deal', seat: 0, face: 3 }),
  entry({ kind: 'deal', seat: 1, face: 5 }),
  entry({ kind: 'begins', seat: 0 }),
  entry({ kind: 'roll', seat: 0, n: 4 }),
  entry(WALK, take(0, 2, 'number', 5), take(0, 3, 'number', 3)),
  entry({ kind: 'aside', seat: 0, face: 3, points: -3 }),
  entry(take(1, 4, 'animal', 0, 'fox'), take(1, 1, 'cactus', 4), {
    kind: 'nine',
    seat: 1,
    numbers: [5, 4],
    points: 10,
  }),
  entry({ kind: 'home', seat: 0 }, { kind: 'row_left', seat: 0, faces: [5, 3], points: -8 }),
];

test('every tile ends with the player who took it, the number dealt at the beginning with no one', () => {
  const [red, purple] = harvestOf(LOG, 2);
  assert.deepEqual(
    red.minus.map(one => [one.face, one.place]),
    [
      [3, undefined],
      [5, 2],
      [3, 3],
    ],
  );
  assert.deepEqual(red.row, []);
  assert.deepEqual(
    purple.nines.map(group => group.map(one => [one.kind, one.face])),
    [
      [
        ['number', 5],
        ['cactus', 4],
      ],
    ],
  );
  assert.deepEqual(purple.animals[0].animal, 'fox');
  const fates = fatesOf([red, purple]);
  assert.deepEqual(
    [...fates].map(([place, { seat, minus }]) => [place, seat, minus]).sort((a, b) => a[0] - b[0]),
    [
      [1, 1, false],
      [2, 0, true],
      [3, 0, true],
      [4, 1, false],
    ],
  );
  const left = tilesOf(sceneOf(FULL.slice(4), [50]));
  assert.deepEqual(
    wholeTrack(fates, left).map(one => [one.place, one.fate?.seat]),
    [
      [1, 1],
      [2, 0],
      [3, 0],
      [4, 1],
      [9, undefined],
      [10, undefined],
    ],
  );
});

test('beside a die the sentence begins after the roll, however it goes on', () => {
  const words = (key, { first, last }) => `${first} and ${last}`;
  const roll = 'Mesa rolls 3';
  assert.equal(
    afterRoll('Mesa rolls 3, crosses it and takes a 4.', roll, words),
    'crosses it and takes a 4.',
  );
  assert.equal(afterRoll('Mesa rolls 3 and crosses it.', roll, words), 'crosses it.');
  assert.equal(afterRoll('Time was up for Mesa.', roll, words), 'Time was up for Mesa.');
});
