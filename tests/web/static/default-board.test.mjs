// The board of a game without a drawing of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board, labelOf, plainValues, valueText } from '../../../trackside/web/static/table/default-board.js';
import { placesOf, standing } from '../../../trackside/web/static/table/track.js';
import { makeWords } from '../../../trackside/web/static/app/words.js';

const words = makeWords({
  'scene.turn_total': 'This turn',
  'seat.red': 'Red',
  'seat.purple': 'Purple',
  'table.score': 'Score',
  'page.track': 'The track',
  'page.yes': 'yes',
  'page.no': 'no',
});

/** All texts of a drawing, in order. */
function texts(node) {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (typeof node !== 'object') return String(node).trim() ? [String(node)] : [];
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node.type === 'function') return texts(node.type(node.props));
  return texts(node.props.children);
}

const scene = {
  perspective: 0,
  phase: 'roll',
  turn_total: 12,
  last_rolls: [3, 5],
  deck: { left: 4 },
  seats: [
    { colour: 'red', points: 41, held: [2, 6], hand: [{ card: 1 }] },
    { colour: 'purple', points: -3, held: [], name_of_pawn: 'fox' },
  ],
};

test('it shows the values of the table and of every seat, with their points', () => {
  const shown = texts(Board({ scene, words, offers: [], chosen: null }));
  assert.deepEqual(shown, [
    ...['This turn', '12', 'last rolls', '3, 5'],
    ...['Red', 'Score', '41', 'held', '2, 6'],
    ...['Purple', 'Score', '−3', 'held', '–', 'name of pawn', 'fox'],
  ]);
});

test('a value has the word of the game, else its name', () => {
  assert.equal(labelOf('turn_total', words), 'This turn');
  assert.equal(labelOf('cards_in_hand', words), 'cards in hand');
});

test('plain values have a text, others are left out', () => {
  assert.equal(valueText(-2, words), '−2');
  assert.equal(valueText('fox', words), 'fox');
  assert.equal(valueText(true, words), 'yes');
  assert.equal(valueText([1, 'a'], words), '1, a');
  for (const value of [null, undefined, { a: 1 }, [{ a: 1 }], [[1, 2]], [null]])
    assert.equal(valueText(value, words), null);
  assert.deepEqual(plainValues({ phase: 'roll', perspective: 0, seats: [], board: {} }, words), []);
});

test('a scene without seats or values is an empty board, not an error', () => {
  assert.deepEqual(texts(Board({ scene: {}, words, offers: [], chosen: null })), []);
});

const track = {
  squares: Array.from({ length: 12 }, (_, number) => ({ text: number })),
  columns: 5,
  pieces: [
    { seat: 0, square: 3 },
    { seat: 1, square: 3 },
  ],
};

/** All elements of a drawing with a class. */
function elements(node, name) {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap(one => elements(one, name));
  if (typeof node.type === 'function') return elements(node.type(node.props), name);
  const classes = (node.props.class ?? '').split(' ');
  return [...(classes.includes(name) ? [node] : []), ...elements(node.props.children, name)];
}

test('a track has its squares in rows that run to and fro, or at their own places', () => {
  assert.deepEqual(
    placesOf(track).map(([x, y]) => [x / 64, y / 64]),
    [...[0, 1, 2, 3, 4].map(x => [x, 0]), ...[4, 3, 2, 1, 0].map(x => [x, 1]), [0, 2], [1, 2]],
  );
  assert.deepEqual(placesOf({ squares: [{ at: [2, 1] }] }), [[128, 64]]);
  assert.equal(placesOf({ squares: 30 }).length, 30);
});

test('it draws the squares, the path and the pieces, and marks the squares that offers lead to', () => {
  const offers = [{ move: 7, square: 5, label: 'Go there.', brings: [] }];
  const drawn = Board({ scene: { ...scene, track }, words, offers, chosen: 7 });
  assert.equal(elements(drawn, 'square').length, 12);
  assert.equal(elements(drawn, 'track-piece').length, 2);
  assert.equal(elements(drawn, 'track-path')[0].props.points.split(' ').length, 12);
  const [place, ...others] = elements(drawn, 'offered');
  assert.deepEqual(others, []);
  assert.equal(place.props['data-move'], 7);
  assert.equal(place.props['data-key'], 'square-5');
  assert.equal(place.props.class, 'square offered on');
});

test('pieces on one square stand side by side and stay on it', () => {
  for (const n of [1, 2, 6]) {
    const xs = standing([0, 0], n).map(([x]) => x);
    assert.equal(xs.length, n);
    assert.ok(Math.max(...xs.map(Math.abs)) <= 19);
  }
});
