// What the lobby, the lists of finished games and a player's own page say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '../../../trackside/web/static/result/result.js';
import { lasted } from '../../../trackside/web/static/lobby/finished.js';
import { outcome, scoreText } from '../../../trackside/web/static/result/outcomes.js';
import { lessonsSaid } from '../../../trackside/web/static/lobby/game-card.js';
import { timeLeft } from '../../../trackside/web/static/lobby/lobby.js';
import { daysInARow, lastDays } from '../../../trackside/web/static/lobby/player.js';
import { parse } from '../../../trackside/web/static/app/preferences.js';
import { findIn, wordsOf } from '../../../trackside/web/static/rules/rule-text.js';

/** Says the key and what is filled in. */
const words = Object.assign((key, values = {}) => [key, ...Object.values(values)].join(' '), {
  has: () => true,
  count: (key, n) => `${key} ${n}`,
});
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const game = (scores, winners, mine = [0]) => ({
  scores,
  winners,
  says: 'Mesa wins.',
  seats: scores.map((_, seat) => ({ seat, mine: mine.includes(seat) })),
  sides: scores.map((_, seat) => seat),
});

test('a finished game says by how much I won, or my place', () => {
  assert.equal(outcome(game([64, 58, 54], [0]), words), 'games.won_by 6');
  assert.equal(outcome(game([10, 10], [0]), words), 'games.won', 'the tie was decided');
  assert.equal(outcome(game([10, 10], [0, 1]), words), 'games.shared');
  assert.equal(outcome(game([9, 20, 12], [1]), words), 'games.place_3');
  assert.equal(outcome(game([10, 10], [1]), words), 'games.place_2', 'the tie was decided otherwise');
  assert.equal(outcome(game([37], [0]), words), 'games.solo');
  assert.equal(outcome(game([3, 4], [1], []), words), 'Mesa wins', 'I only looked on');
  assert.equal(outcome({ ...game([3, 4], [1]), scores: null }, words), 'games.unfinished');
});

test('scores are said from my side, and a team has one', () => {
  assert.equal(scoreText(game([36, 106], [1]), words), 'games.score 36 106');
  assert.equal(scoreText(game([50, 90, 60, 70], [1]), words), 'games.score 50 page.list 90, 70 60');
  assert.equal(scoreText(game([3, 4], [1], []), words), 'games.score 4 3', 'I only looked on');
  assert.equal(scoreText(game([-5], [0]), words), '−5');
  assert.equal(scoreText({ ...game([3, 4], [1]), scores: null }, words), '');
  const team = { ...game([36, 62, 36, 62], [1, 3], [3]), sides: [0, 1, 0, 1] };
  assert.equal(scoreText(team, words), 'games.score 62 36');
  assert.equal(outcome(team, words), 'games.won_by 26', 'partners do not share their win, they win');
  const lost = { ...team, seats: team.seats.map(seat => ({ ...seat, mine: seat.seat === 0 })) };
  assert.equal(outcome(lost, words), 'games.place_2', 'a team counts once');
  assert.equal(scoreText(lost, words), 'games.score 36 62');
  assert.deepEqual(placesOf([36, 62, 36, 62], [1, 3], [0, 1, 0, 1]), [2, 1, 2, 1]);
  assert.deepEqual(placesOf([9, 20, 12], [1], [0, 1, 2]), [3, 1, 2]);
});

test('times are said in the largest unit that fits', () => {
  assert.equal(lasted(20_000, words), 'games.minutes 1');
  assert.equal(lasted(19 * MINUTE, words), 'games.minutes 19');
  assert.equal(lasted(5 * HOUR, words), 'games.hours 5');
  assert.equal(lasted(3 * DAY, words), 'games.days 3');
  assert.equal(timeLeft(2 * DAY, words), 'lobby.days_left 2');
  assert.equal(timeLeft(30 * HOUR, words), 'lobby.hours_left 30');
  assert.equal(timeLeft(50 * MINUTE, words), 'lobby.minutes_left 50');
  assert.equal(timeLeft(-5, words), 'lobby.minutes_left 0');
});

test('lessons are offered, gone on with, or done', () => {
  assert.equal(lessonsSaid(0, 6, words), 'lobby.learn');
  assert.equal(lessonsSaid(3, 6, words), 'lobby.lesson 4 6');
  assert.equal(lessonsSaid(6, 6, words), 'lobby.learned');
});

test('finished lessons are kept, and anything odd is not', () => {
  const kept = { lessons: { 'a-game': ['one', 2, 'two'], other: 'three' } };
  assert.deepEqual(parse(JSON.stringify(kept)).lessons, { 'a-game': ['one', 'two'] });
  assert.deepEqual(parse('{"lessons": null}').lessons, {});
});

test('days in a row end at a gap, and today may still come', () => {
  const days = lastDays('2026-11-17');
  assert.deepEqual([days.length, days[0], days.at(-1)], [14, '2026-11-04', '2026-11-17']);
  assert.equal(daysInARow(days, new Set(['2026-11-17', '2026-11-16', '2026-11-14'])), 2);
  assert.equal(daysInARow(days, new Set(['2026-11-16', '2026-11-15'])), 2);
  assert.equal(daysInARow(days, new Set(['2026-11-15'])), 0);
  assert.equal(daysInARow(days, new Set(days)), 14);
});

test('rules are found by any of their words, a section by its heading', () => {
  const span = text => [{ text, mark: 'plain' }];
  const rule = { kind: 'rule', number: 'XX-1', blocks: [{ kind: 'text', spans: span('Roll the die.') }] };
  const table = { kind: 'table', head: [span('number')], rows: [[span('97')]] };
  const sections = [
    { id: 'a', title: 'Your turn', blocks: [rule, { kind: 'text', spans: span('Then wait.') }] },
    { id: 'b', title: 'The cards', blocks: [table] },
  ];
  assert.match(wordsOf(rule), /XX-1.*Roll the die/);
  assert.deepEqual(
    findIn(sections, 'DIE').map(one => one.blocks),
    [[rule]],
  );
  assert.deepEqual(
    findIn(sections, 'turn').map(one => one.blocks.length),
    [2],
  );
  assert.deepEqual(
    findIn(sections, '97').map(one => one.id),
    ['b'],
  );
  assert.equal(findIn(sections, '').length, 2);
  assert.equal(findIn(sections, 'nowhere').length, 0);
});
