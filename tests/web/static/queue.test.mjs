// What waits to be shown: in order, nothing dropped, nothing merged; and how long it takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BETWEEN,
  BOT_WAITS,
  NOTHING,
  advance,
  arrive,
  comeBack,
  drain,
  lengthOf,
  partsOf,
  pauseBefore,
  reelBetween,
  toldOf,
} from '../../../trackside/web/static/table/playback/queue.js';
import { paceOf } from '../../../trackside/web/static/app/preferences.js';

const SEATS = [{ kind: 'person' }, { kind: 'bot' }];
const entry = (seat, turn) => ({ seat, turn, text: `${seat} ${turn}`, effects: [{ kind: 'walk', seat }] });

/** Return a table after `entries` entries: seats take turns, two entries each. */
function moment(entries, perspective = 0) {
  const log = Array.from({ length: entries }, (_, i) => entry(Math.floor(i / 2) % 2, 1 + Math.floor(i / 2)));
  return { table: { perspective, seats: SEATS, view: { scene: { entries } } }, log, story: [] };
}
const arriveAll = (...moments) => moments.reduce(arrive, NOTHING);
const entriesOf = queue => [queue.shown, ...queue.waiting].map(one => one.log.length);

test('the first moment is shown at once, the others wait in order', () => {
  const queue = arriveAll(moment(1), moment(2), moment(3));
  assert.deepEqual(entriesOf(queue), [1, 2, 3]);
  assert.deepEqual(entriesOf(advance(queue)), [2, 3]);
  assert.deepEqual(entriesOf(drain(queue)), [3]);
  assert.deepEqual(entriesOf(advance(drain(queue))), [3], 'there is nothing left');
});

test('news without an event change what they belong to, and wait with it', () => {
  const told = { ...moment(2), story: ['told'] };
  const queue = arriveAll(moment(1), moment(2), told);
  assert.deepEqual(entriesOf(queue), [1, 2]);
  assert.equal(queue.waiting[0], told);
  assert.equal(arrive(arriveAll(moment(2)), told).shown, told);
});

test('a move taken back, another log or another perspective are shown at once', () => {
  const queue = arriveAll(moment(2), moment(3));
  assert.deepEqual(entriesOf(arrive(queue, moment(1))), [1]);
  assert.deepEqual(entriesOf(arrive(queue, moment(4, 1))), [4]);
  const other = moment(4);
  other.log[2] = { ...other.log[2], text: 'something else' };
  assert.deepEqual(entriesOf(arrive(queue, other)), [4]);
});

test('one message with more than three turns is told, not shown; several of one each are shown', () => {
  assert.deepEqual(entriesOf(arriveAll(moment(2), moment(10))), [10]);
  assert.deepEqual(entriesOf(arriveAll(moment(2), moment(8))), [2, 8]);
  assert.deepEqual(entriesOf(arriveAll(...[2, 4, 6, 8, 10, 12].map(n => moment(n)))), [2, 4, 6, 8, 10, 12]);
});

test('a player who returns more than three turns later sees the end of it', () => {
  const three = arriveAll(...[2, 4, 6, 8].map(n => moment(n)));
  assert.equal(comeBack(three), three);
  assert.deepEqual(entriesOf(comeBack(arrive(three, moment(10)))), [10]);
});

test('what was chosen wins over what the system asks for', () => {
  assert.equal(paceOf(null, false), 1);
  assert.equal(paceOf(null, true), 0);
  assert.equal(paceOf('slow', true), 1.7);
  assert.equal(paceOf('once', false), 0);
});

test('what happened between two moments is told turn by turn', () => {
  const parts = partsOf(moment(1), moment(5));
  assert.deepEqual(
    parts.map(part => [part.turn, part.seat, part.effects.length]),
    [
      [1, 0, 1],
      [2, 1, 2],
      [3, 0, 1],
    ],
  );
});

test('a bot waits before its turn, less what it thought; nobody waits within a turn', () => {
  assert.equal(pauseBefore(moment(2), moment(3), 0, 1), BETWEEN + BOT_WAITS);
  assert.equal(pauseBefore(moment(2), moment(3), 500, 1), BETWEEN + BOT_WAITS - 500);
  assert.equal(pauseBefore(moment(2), moment(3), 5000, 1), 0);
  assert.equal(pauseBefore(moment(2), moment(3), 0, 0.4), 0.4 * (BETWEEN + BOT_WAITS));
  assert.equal(pauseBefore(moment(3), moment(4), 0, 1), 0, 'the same turn goes on');
  assert.equal(pauseBefore(moment(4), moment(5), 0, 1), BETWEEN, 'a person');
});

test('turns in one message follow each other with a pause in between', () => {
  const film = effects => effects.map((_, i) => ({ at: 100 * i, ms: 100, kind: 'hop' }));
  const { cues, ends } = reelBetween(moment(0), moment(3), film);
  assert.deepEqual(ends, [200, 300 + BETWEEN + BOT_WAITS]);
  assert.deepEqual(
    cues.map(cue => cue.at),
    [0, 100, 200 + BETWEEN + BOT_WAITS],
  );
  assert.equal(lengthOf(cues), 300 + BETWEEN + BOT_WAITS);
  assert.deepEqual(reelBetween(moment(0), moment(3), undefined).cues, []);
});

test('nothing is told before it has been seen', () => {
  const line = (turn, says) => ({ turn, seat: (turn - 1) % 2, first: 2 * (turn - 1), says });
  const before = { ...moment(3), story: [line(1, 'I take 4.'), line(2, 'It rolls 1 …')] };
  const after = {
    ...moment(5),
    story: [line(1, 'I take 4.'), line(2, 'It rolls 1, takes 5.'), line(3, 'I roll 2 …')],
  };
  before.table = { ...before.table, view: { scores: [0, 0], to_move: 1 } };
  after.table = { ...after.table, view: { scores: [3, 10], to_move: 0 } };
  const parts = partsOf(before, after);
  const told = seen => {
    const { log, story, scores, toMove } = toldOf(before, after, parts, seen);
    return [log.length, story.map(one => one.says), scores, toMove];
  };
  assert.deepEqual(told(0), [3, ['I take 4.', 'It rolls 1 …'], [0, 0], 1]);
  assert.deepEqual(told(1), [4, ['I take 4.', 'It rolls 1, takes 5.'], [0, 10], 0]);
  assert.deepEqual(told(2), [5, after.story.map(one => one.says), [3, 10], 0]);
});
