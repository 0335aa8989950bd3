// Hints: the order of their moves, and what is said of where the chances come from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainMove, ranked, remarkOn } from '../../../trackside/web/static/table/moves.js';

const words = key => key;

test('the moves of a hint keep their order, those without a chance come last', () => {
  const offers = [1, 2, 3].map(move => ({ move, text: `${move}`, label: `${move}`, brings: [] }));
  const hint = [
    { move: 3, value: 0.5 },
    { move: 1, value: null },
    { move: 9, value: 0.9 },
    { move: 2, value: 1 },
  ];
  assert.deepEqual(
    ranked(hint, offers).map(one => one.offer.move),
    [3, 2, 1],
  );
});

test('a glance says that it becomes clearer, play-outs that the judge is missing where the game has one', () => {
  const hint = { type: 'hint', id: 'c1', moves: [], judged_by: 'playouts', final: false };
  assert.equal(remarkOn(hint, true, words), 'table.hint_closer');
  assert.equal(remarkOn({ ...hint, final: true }, true, words), 'hint.played_out');
  assert.equal(remarkOn({ ...hint, final: true }, false, words), '');
  assert.equal(remarkOn({ ...hint, final: true, judged_by: 'net' }, true, words), '');
  assert.equal(remarkOn({ ...hint, final: true, judged_by: 'exact' }, false, words), 'hint.solved');
});

test('the main button plays what the game says, else the chosen move, but never a pass', () => {
  const offers = [
    { move: 1, passes: false },
    { move: 2, passes: true },
  ];
  const board = move => ({ primary: () => ({ move, label: 'own' }) });
  assert.deepEqual(mainMove(board(1), offers, 2, words), { move: 1, label: 'own' });
  assert.deepEqual(mainMove(board(2), offers, 1, words), { move: 1, label: 'table.play_it' });
  assert.equal(mainMove(board(2), offers, 2, words), null);
  assert.equal(mainMove(null, offers, 2, words), null);
  assert.equal(mainMove(null, offers, null, words), null);
  assert.equal(mainMove(null, offers, 9, words), null);
});
