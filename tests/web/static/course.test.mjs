// How far somebody is with the lessons of a game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  doneLessons,
  lessonAfter,
  lessonPath,
  minutesLeft,
  nextLesson,
  withDone,
} from '../../../trackside/web/static/learn/course.js';
import { parse } from '../../../trackside/web/static/app/preferences.js';
import { route } from '../../../trackside/web/static/app/routes.js';
import { firstGame } from '../../../trackside/web/static/lobby/new-table.js';

const game = /** @type {any} */ ({
  name: 'some-game',
  seats: [1, 2, 3],
  default_seats: 1,
  levels: [{ name: 'novice' }, { name: 'club' }],
  lessons: ['one', 'two', 'three', 'four'].map(id => ({ id, title: id })),
});

test('what is done is what the game still teaches, in its order', () => {
  assert.deepEqual(doneLessons(game, {}), []);
  assert.deepEqual(doneLessons(game, { 'some-game': ['three', 'gone', 'one'] }), ['one', 'three']);
  assert.deepEqual(doneLessons(game, { 'other-game': ['one'] }), []);
});

test('a finished lesson is kept once, beside those of other games', () => {
  const kept = withDone({ other: ['a'] }, 'some-game', 'one');
  assert.deepEqual(kept, { other: ['a'], 'some-game': ['one'] });
  assert.deepEqual(withDone(kept, 'some-game', 'one'), kept);
  assert.deepEqual(parse(JSON.stringify({ lessons: kept })).lessons, kept);
  assert.deepEqual(parse(JSON.stringify({ lessons: { a: 3, b: [1, 'x'] } })).lessons, { b: ['x'] });
});

test('one goes on with the first lesson that is not done, and begins again after the last', () => {
  assert.equal(nextLesson(game, []), 'one');
  assert.equal(nextLesson(game, ['one', 'three']), 'two');
  assert.equal(nextLesson(game, ['one', 'two', 'three', 'four']), 'one');
  assert.equal(nextLesson({ ...game, lessons: [] }, []), '');
});

test('ten minutes in all, fewer when some are done', () => {
  assert.equal(minutesLeft(game, []), 10);
  assert.equal(minutesLeft(game, ['one']), 8);
  assert.equal(minutesLeft(game, ['one', 'two', 'three', 'four']), 0);
});

test('after the last lesson there is none', () => {
  assert.equal(lessonAfter(game, 'one'), 'two');
  assert.equal(lessonAfter(game, 'four'), null);
});

test('lessons have addresses', () => {
  assert.deepEqual(route('/learn'), { page: 'learn', values: {} });
  assert.deepEqual(route(lessonPath('some-game')), { page: 'lesson', values: { name: 'some-game' } });
  assert.deepEqual(route(lessonPath('some-game', 'two')).values, { name: 'some-game', id: 'two' });
});

test('the first game is against one bot of the lowest level, never alone', () => {
  assert.deepEqual(firstGame(game).seats, [{ kind: 'me' }, { kind: 'bot', level: 'novice' }]);
  assert.equal(firstGame({ ...game, seats: [3, 4] }).seats.length, 3);
});
