// What the page knows of a table: the log, requests without an answer, every kind of message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff } from '../../../trackside/web/static/app/backoff.js';
import {
  EMPTY,
  addRequest,
  busy,
  clearError,
  merge,
  receive,
} from '../../../trackside/web/static/table/live.js';

const entry = (seat, text) => ({ seat, text, turn: 1, effects: [] });
const table = (version, from, log, more = {}) => ({
  type: 'table',
  version,
  table: { id: 'k3v9', status: 'playing' },
  seats: [
    { seat: 0, online: true },
    { seat: 1, online: false },
  ],
  perspective: 0,
  view: null,
  log_from: from,
  log,
  story_from: 0,
  story: [],
  result: null,
  ...more,
});

test('the log is cut to where the news begin and goes on with them', () => {
  const log = [entry(0, 'a'), entry(1, 'b'), entry(0, 'c')];
  assert.deepEqual(
    merge(log, 3, [entry(1, 'd')]).map(one => one.text),
    ['a', 'b', 'c', 'd'],
  );
  assert.deepEqual(
    merge(log, 1, [entry(1, 'x')]).map(one => one.text),
    ['a', 'x'],
    'something was taken back',
  );
  assert.deepEqual(merge(log, 0, []).length, 0);
});

test('news with something missing before them are a gap, and what was known stays', () => {
  assert.equal(merge([entry(0, 'a')], 2, [entry(0, 'c')]), null);
  const before = receive(EMPTY, table(1, 0, [entry(0, 'a')]));
  const after = receive(before, table(3, 2, [entry(0, 'c')]));
  assert.equal(after.gap, true);
  assert.deepEqual(after.log, before.log);
  const whole = receive(after, table(3, 0, [entry(0, 'a'), entry(1, 'b'), entry(0, 'c')]));
  assert.equal(whole.gap, false);
  assert.equal(whole.log.length, 3);
});

test('merging in any portions gives the same log as the whole', () => {
  const whole = Array.from({ length: 40 }, (_, i) => entry(i % 3, `m${i}`));
  let live = receive(EMPTY, table(1, 0, whole.slice(0, 5)));
  for (
    let at = 5, step = 1, version = 2;
    at < whole.length;
    at += step, step = ((step * 7) % 5) + 1, version++
  )
    live = receive(live, table(version, at, whole.slice(at, at + step)));
  assert.deepEqual(live.log, whole);
});

test('a request waits until its own answer comes, and only then', () => {
  let live = addRequest(addRequest(EMPTY, { type: 'move', id: 'c1', move: 3 }), { type: 'hint', id: 'c2' });
  assert.equal(busy(live), true);
  live = receive(live, { type: 'answer', id: 'c9', ok: true, error: null });
  assert.deepEqual(
    live.pending.map(one => one.id),
    ['c1', 'c2'],
    "another one's answer changes nothing",
  );
  live = receive(live, { type: 'answer', id: 'c1', ok: true, error: null });
  assert.deepEqual(
    live.pending.map(one => one.id),
    ['c2'],
  );
  assert.equal(busy(live), false, 'a hint on its way does not keep anybody from moving');
});

test('requests stay as they were sent while the line is gone, so that they count once', () => {
  const move = { type: 'move', id: 'c1', move: 3, version: 7 };
  const asked = addRequest(receive(EMPTY, table(7, 0, [entry(0, 'a')])), move);
  const caughtUp = receive(asked, table(90, 0, [entry(0, 'a'), entry(1, 'b')]));
  assert.deepEqual(
    caughtUp.pending,
    [move],
    'a view is no answer; the server decides whether it still counts',
  );
});

test('a refusal is kept in words until it is read or the table moves on', () => {
  const asked = addRequest(receive(EMPTY, table(1, 0, [])), { type: 'move', id: 'c1', move: 3 });
  const refused = receive(asked, { type: 'answer', id: 'c1', ok: false, error: 'Red cannot jump' });
  assert.equal(refused.error, 'Red cannot jump');
  assert.deepEqual(refused.log, asked.log);
  assert.equal(receive(refused, table(1, 0, [])).error, 'Red cannot jump', 'the same view again');
  assert.equal(receive(refused, table(2, 0, [entry(1, 'a')])).error, null);
  assert.equal(clearError(refused).error, null);
  assert.equal(addRequest(refused, { type: 'undo', id: 'c2' }).error, null);
});

test('a hint is shown until the position changes', () => {
  const seen = receive(EMPTY, table(1, 0, []));
  const hinted = receive(addRequest(seen, { type: 'hint', id: 'c1' }), {
    type: 'hint',
    id: 'c1',
    moves: [{ move: 3, text: 'x', label: 'x', value: 0.6 }],
    judged_by: 'net',
    final: true,
  });
  assert.deepEqual(hinted.pending, []);
  assert.equal(hinted.hint.moves.length, 1);
  assert.equal(receive(hinted, table(1, 0, [])).hint.moves.length, 1);
  assert.equal(receive(hinted, table(2, 0, [])).hint, null);
  assert.equal(
    receive(hinted, table(1, 0, [], { perspective: 1 })).hint,
    null,
    'another pair of perspective',
  );
});

test('a glance is shown at once and waits for the closer look', () => {
  const asked = addRequest(receive(EMPTY, table(1, 0, [])), { type: 'hint', id: 'c1' });
  const glance = { type: 'hint', id: 'c1', moves: [], judged_by: 'playouts', final: false };
  const first = receive(asked, glance);
  assert.equal(first.hint, glance);
  assert.equal(first.pending.length, 1);
  const closer = { ...glance, judged_by: 'net', final: true };
  const second = receive(first, closer);
  assert.equal(second.hint, closer);
  assert.deepEqual(second.pending, []);
  assert.equal(receive(second, glance).hint, closer, 'nothing comes after the last word');
  assert.deepEqual(
    receive(first, table(2, 0, [entry(0, 'a')])).pending,
    [],
    'nor after the position has changed',
  );
});

test('a hint or its refusal is not shown when its position is past', () => {
  const asked = addRequest(receive(EMPTY, table(1, 0, [])), { type: 'hint', id: 'c1' });
  const refusal = { type: 'answer', id: 'c1', ok: false, error: 'The table has moved on' };
  assert.equal(receive(asked, refusal).error, 'The table has moved on');
  const later = receive(receive(asked, table(2, 0, [entry(0, 'a')])), refusal);
  assert.equal(later.error, null);
  assert.deepEqual(later.pending, []);
  assert.equal(receive(later, { type: 'hint', id: 'c1', moves: [], judged_by: '', final: true }).hint, null);
});

test('messages of a kind this page does not know change nothing', () => {
  assert.equal(receive(EMPTY, { type: 'weather' }), EMPTY);
});

test('tries get rarer, never by more than ten seconds, and not all at once', () => {
  const waits = Array.from({ length: 12 }, (_, i) => backoff(i, 1));
  assert.deepEqual(
    [...waits].sort((a, b) => a - b),
    waits,
  );
  assert.equal(Math.max(...waits), 10_000);
  assert.ok(waits[0] <= 250);
  assert.ok(backoff(5, 0) < backoff(5, 1));
});
