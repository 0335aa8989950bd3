// The board of a game without a drawing of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board, labelOf, plainValues, valueText } from '../../../trackside/web/static/table/default-board.js';
import { makeWords } from '../../../trackside/web/static/app/words.js';

const words = makeWords({
  'scene.turn_total': 'This turn',
  'seat.red': 'Red',
  'seat.purple': 'Purple',
  'table.score': 'Score',
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
