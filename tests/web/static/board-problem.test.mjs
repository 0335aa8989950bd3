// The place of an error in a game's own drawing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnfetched, thrownProblem } from '../../../trackside/web/static/table/board-problem.js';

/** An error with a stack. */
function error(kind, message, stack) {
  const made = new kind(message);
  made.stack = stack;
  return made;
}

test('the file and the line are those of the first line of the stack in the folder of the game', () => {
  const chrome = `TypeError: x is not a function
    at sum (http://h/static/vendor/view.js:2:11)
    at Board (http://h/games/my_game/parts/track.js:17:5)
    at z (http://h/games/my_game/board.js:3:5)`;
  assert.deepEqual(thrownProblem(error(TypeError, 'x is not a function', chrome), 'my_game'), {
    file: 'parts/track.js',
    line: 17,
    message: 'x is not a function',
  });
  const firefox = 'Board@http://h/games/my_game/board.js:4:9\nz@http://h/static/vendor/view.js:2:1';
  assert.equal(thrownProblem(error(TypeError, 'no', firefox), 'my_game').line, 4);
});

test('an error from elsewhere names the board without a line', () => {
  assert.deepEqual(thrownProblem('odd', 'my_game'), { file: 'board.js', line: null, message: 'odd' });
});

test('only a module that was not fetched is worth another try', () => {
  const failed = new TypeError('Failed to fetch dynamically imported module: http://h/games/a/board.js');
  failed.stack = 'TypeError: Failed to fetch dynamically imported module';
  assert.ok(isUnfetched(failed));
  assert.ok(!isUnfetched(new SyntaxError("Unexpected token ';'")));
  assert.ok(!isUnfetched(error(TypeError, 'load is not a function', 'at http://h/games/a/board.js:2:1')));
});
