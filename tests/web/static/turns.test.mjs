// What a player has missed: the turns since the last own move, in effects and in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isSimultaneous,
  lastOf,
  ownerOf,
  timedOut,
  trailOf,
  turnsOf,
} from '../../../trackside/web/static/table/turns.js';

const CHANCE = -1;
const entry = (seat, turn, ...effects) => ({ seat, text: '', turn, effects });
const roll = (seat, n, turn) => entry(CHANCE, turn, { kind: 'roll', seat, n });
const walk = (seat, turn) => entry(seat, turn, { kind: 'walk', seat });
const SETUP = entry(CHANCE, 0, { kind: 'begins', seat: 0 });

test('the clock that moved last is told: mine until my next turn is over, that of others for one turn', () => {
  const line = (turn, seat, timeout = false, done = true) => ({
    turn,
    seat,
    says: '',
    first: 0,
    last: 0,
    done,
    timeout,
  });
  assert.equal(timedOut([line(1, 0), line(2, 1)], 0), null);
  assert.equal(timedOut([line(1, 0, true), line(2, 1)], 0), 0);
  assert.equal(timedOut([line(1, 0, true), line(2, 1)], 1), null);
  assert.equal(timedOut([line(1, 0, true), line(2, 1, false, false)], 1), 0);
  assert.equal(timedOut([line(1, 0, true), line(2, 1), line(3, 0)], 0), null);
  assert.equal(timedOut([line(1, 0), line(2, 1, true)], null), 1);
});

test('what chance does belongs to whom it is about, and the set-up to nobody', () => {
  assert.equal(ownerOf(roll(2, 5, 3)), 2);
  assert.equal(ownerOf(SETUP), CHANCE);
  assert.equal(ownerOf(entry(CHANCE, 4)), CHANCE);
  assert.equal(ownerOf(walk(1, 4)), 1);
});

test('a turn has everything that happened in it, whatever player the entries belong to', () => {
  const log = [SETUP, roll(0, 3, 1), walk(0, 1), roll(1, 6, 2)];
  assert.deepEqual(
    turnsOf(log, []).map(({ seat, turn, effects }) => [seat, turn, effects.map(one => one.kind)]),
    [
      [CHANCE, 0, ['begins']],
      [0, 1, ['roll', 'walk']],
      [1, 2, ['roll']],
    ],
  );
});

test('an effect that is told of another seat stands in the turn of that seat', () => {
  const log = [entry(0, 1, { kind: 'draw', seat: 0 }, { kind: 'shared', of: 1 })];
  assert.deepEqual(
    turnsOf(log, []).map(one => [one.seat, one.effects.length]),
    [
      [0, 1],
      [1, 1],
    ],
  );
});

test('the trail is every turn of the others since my last move, and it stays while I choose', () => {
  const log = [SETUP, roll(0, 3, 1), walk(0, 1), roll(1, 6, 2), walk(1, 2), roll(2, 1, 3), walk(2, 3)];
  const seats = trail => trail.map(one => one.seat);
  assert.deepEqual(seats(trailOf(log, [], 0, 3)), [1, 2]);
  assert.deepEqual(seats(trailOf([...log, roll(0, 4, 4)], [], 0, 3)), [1, 2], 'my die is no move');
  assert.deepEqual(seats(trailOf([...log, roll(0, 4, 4), walk(0, 4)], [], 0, 3)), []);
  assert.deepEqual(seats(trailOf(log, [], null, 3)), [0, 1, 2], 'a spectator sees the last of each');
  assert.deepEqual(trailOf([SETUP], [], 0, 3), []);
});

test('what the others drew in my own turn is part of the trail, wherever it stands in the log', () => {
  const draw = (seat, turn) => entry(seat, turn, { kind: 'draw', seat });
  const log = [draw(1, 1), draw(0, 1), draw(2, 1)];
  assert.deepEqual(
    trailOf(log, [], 0, 3).map(one => one.seat),
    [1, 2],
  );
});

test('a turn comes with its sentence, if it is told', () => {
  const line = (turn, seat, says) => ({ turn, seat, says, first: 0, last: 0, done: true });
  const story = [line(1, 0, 'You walk.'), line(2, 1, 'Mesa rolls 6.')];
  assert.deepEqual(
    turnsOf([SETUP, walk(0, 1), roll(1, 6, 2)], story).map(one => one.says),
    ['', 'You walk.', 'Mesa rolls 6.'],
  );
});

test('each seat keeps what it did last', () => {
  const log = [roll(0, 3, 1), walk(0, 1), roll(1, 6, 2), walk(1, 2), roll(0, 2, 3)];
  const last = lastOf(log, 3);
  assert.deepEqual(
    last.map(effects => effects.map(one => one.n ?? one.kind)),
    [[2], [6, 'walk'], []],
  );
});

test('a game is simultaneous if two seats have lines in one turn', () => {
  const line = (turn, seat) => ({ turn, seat, says: '', first: 0, last: 0, done: true });
  assert.equal(isSimultaneous([line(0, -1), line(0, 1), line(1, 0), line(2, 1)]), false);
  assert.equal(isSimultaneous([line(1, 0), line(1, 1)]), true);
  assert.equal(isSimultaneous([line(1, 0), line(1, -1)]), false);
});
