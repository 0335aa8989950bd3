// The steps of a replay: turns and single entries, and what is told at each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  logAt,
  nextStop,
  placeOf,
  saidAt,
  stopsOf,
  storyAt,
  turnIndex,
} from '../../../trackside/web/static/replay/steps.js';

const line = (turn, seat, says, done) => ({ turn, seat, says, first: 0, last: 0, done });
const frame = (turn, says = '', from = 0, story = [], log = [{ seat: 0, turn, text: '', effects: [] }]) => ({
  ...{ turn, says, story_from: from, story, log },
});

// A set-up of two entries, a turn of a roll and a walk, a turn of one move.
const FRAMES = [
  frame(0, '', 0, [], []),
  frame(0, 'A tile.', 0, [line(0, -1, '', false)]),
  frame(1, 'Laid.', 0, [line(0, -1, 'Laid.', true)]),
  frame(1, 'Red rolls 3 …', 1, [line(1, 0, 'Red rolls 3 …', false)]),
  frame(2, 'Red rolls 3, walks.', 1, [line(1, 0, 'Red rolls 3, walks.', true)]),
  frame(2, 'Ada passes.', 2, [line(2, 1, 'Ada passes.', true)]),
];
const STOPS = stopsOf(FRAMES);
const says = at => saidAt(FRAMES, STOPS, at).map(one => one.says);

test('a step is a turn, from where play begins', () => {
  assert.deepEqual(STOPS, [2, 4, 5]);
  assert.deepEqual(
    [2, 3, 4, 5].map(at => turnIndex(STOPS, at)),
    [0, 1, 1, 2],
  );
  assert.deepEqual(
    [nextStop(STOPS, 2, 1), nextStop(STOPS, 3, 1), nextStop(STOPS, 3, -1), nextStop(STOPS, 5, 1)],
    [4, 4, 2, 5],
  );
});

test('the counter counts turns, and entries within one', () => {
  assert.deepEqual(placeOf(FRAMES, STOPS, 2), { turn: 0, turns: 2, step: 0, steps: 0 });
  assert.deepEqual(placeOf(FRAMES, STOPS, 3), { turn: 1, turns: 2, step: 1, steps: 2 });
  assert.deepEqual(placeOf(FRAMES, STOPS, 5), { turn: 2, turns: 2, step: 1, steps: 1 });
});

test('nothing is said before it has happened', () => {
  assert.deepEqual(says(3), ['Red rolls 3 …']);
  assert.deepEqual(says(4), ['Red rolls 3, walks.']);
  assert.deepEqual(
    storyAt(FRAMES, 3).map(one => one.says),
    ['Laid.', 'Red rolls 3 …'],
  );
  assert.deepEqual(
    storyAt(FRAMES, 5).map(one => one.says),
    ['Laid.', 'Red rolls 3, walks.', 'Ada passes.'],
  );
  assert.deepEqual(
    [2, 3, 4].map(at => logAt(FRAMES, at).length),
    [2, 3, 4],
  );
});

test('a secret entry says nothing, and what was secret is told together', () => {
  const together = [
    frame(1, '', 0, [], []),
    frame(1, '', 0, [], []),
    frame(2, 'Red draws. Ada draws.', 0, [line(1, 0, 'Red draws.', true), line(1, 1, 'Ada draws.', true)]),
  ];
  const stops = stopsOf(together);
  assert.deepEqual(stops, [0, 2]);
  assert.deepEqual(saidAt(together, stops, 1), []);
  assert.deepEqual(
    saidAt(together, stops, 2).map(one => one.says),
    ['Red draws.', 'Ada draws.'],
  );
});

test('an unfinished set-up has one step', () => {
  assert.deepEqual(stopsOf([frame(0), frame(0)]), [0, 1]);
  assert.deepEqual(placeOf([frame(0)], [0], 0), { turn: 0, turns: 0, step: 0, steps: 0 });
});
