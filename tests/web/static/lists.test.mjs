// The lists of tables, in pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extended, renewed } from '../../../trackside/web/static/lobby/lists.js';

const NONE = { mine: null, public: null, finished: null };

/** Lists with these tables of mine, each named after when it changed. */
const lists = (times, more = null) => ({
  mine: times.map(when => ({ id: `t${when}`, when })),
  public: [],
  finished: [],
  more: { ...NONE, mine: more },
});
const times = found => found.mine.map(row => row.when);
const OPENED = new Set(['mine']);

test('a further page is put behind, and no table is shown twice', () => {
  const found = extended(lists([9, 8], '8-t8'), lists([8, 7, 6], '6-t6'), 'mine');
  assert.deepEqual(times(found), [9, 8, 7, 6]);
  assert.equal(found.more.mine, '6-t6');
  assert.equal(extended(found, lists([5]), 'mine').more.mine, null);
});

test('what is read again replaces a list that nobody opened further', () => {
  assert.deepEqual(times(renewed(lists([9, 8], '8-t8'), null, OPENED)), [9, 8]);
  assert.deepEqual(times(renewed(lists([9, 8], '8-t8'), lists([7, 6]), new Set())), [9, 8]);
});

test('of a list that was opened further the rest stays, but for what is gone', () => {
  const shown = lists([9, 8, 7, 6, 5], '5-t5');
  const found = renewed(lists([10, 9, 7], '7-t7'), shown, OPENED);
  assert.deepEqual(times(found), [10, 9, 7, 6, 5], '8 is over: it would be on the first page');
  assert.equal(found.more.mine, '5-t5');
  assert.deepEqual(times(renewed(lists([10, 9]), shown, OPENED)), [10, 9], 'all fit on one page');
});
