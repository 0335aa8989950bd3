// What a new table is asked for.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { clockChoices } from '../../../trackside/web/static/lobby/new-table-form.js';
import {
  botName,
  chosenOptions,
  isAllowed,
  tableForm,
  resize,
  defaultSetup,
  defaultLevel,
  defaultCount,
  withFriends,
} from '../../../trackside/web/static/lobby/new-table.js';
import { makeWords } from '../../../trackside/web/static/app/words.js';

const game = {
  name: 'whole-nine',
  seats: [2, 3, 4, 5],
  default_seats: 3,
  levels: [
    { name: 'novice', label: 'novice', names: ['Pip', 'Dot'] },
    { name: 'club', label: 'club', names: ['Mesa', 'Dune'] },
  ],
  options: [
    {
      name: 'segments',
      label: 'Track',
      default: '6',
      free: false,
      choices: [
        { value: '6', label: 'six', seats: [2, 3, 4, 5], needs: {} },
        { value: '5', label: 'five', seats: [2, 3], needs: { sheet: 'house' } },
      ],
    },
    {
      name: 'sheet',
      label: 'Sheet',
      default: 'house',
      free: true,
      choices: [{ value: 'house', label: 'house', seats: [2, 3, 4, 5], needs: {} }],
    },
  ],
};

test('one click seats me and bots of the usual level', () => {
  assert.deepEqual(tableForm(game, defaultSetup(game)).seats, [
    { kind: 'me' },
    { kind: 'bot', level: 'club' },
    { kind: 'bot', level: 'club' },
  ]);
  assert.equal(defaultLevel({ ...game, levels: [{ name: 'only', label: 'Only' }] }), 'only');
  assert.equal(
    defaultCount({ ...game, seats: [1, 2, 3, 4], default_seats: 1 }),
    3,
    'a game for one is still played with bots',
  );
});

test('with another number of seats everybody who can stays', () => {
  const seats = [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', level: 'novice' }];
  assert.deepEqual(resize(game, seats, 2), seats.slice(0, 2));
  assert.deepEqual(resize(game, seats, 5), [
    ...seats,
    { kind: 'bot', level: 'club' },
    { kind: 'bot', level: 'club' },
  ]);
  assert.deepEqual(resize(game, seats, 3), seats);
});

test('a bot is called as the server will call it', () => {
  const bot = level => ({ kind: 'bot', level });
  const seats = [bot('club'), { kind: 'me' }, bot('novice'), bot('club'), bot('club')];
  assert.deepEqual(
    [0, 2, 3, 4].map(index => botName(game, seats, index)),
    ['Mesa', 'Pip', 'Dune', 'Mesa 2'],
  );
});

test('only choices that go with the players and the other options are offered and sent', () => {
  const five = game.options[0].choices[1];
  assert.equal(isAllowed(game, five, {}, 3), true);
  assert.equal(isAllowed(game, five, {}, 4), false);
  assert.equal(isAllowed(game, five, { sheet: 'my own' }, 3), false);
  assert.deepEqual(chosenOptions(game, { segments: '5', sheet: 'my own' }, 2), { sheet: 'my own' });
  assert.deepEqual(chosenOptions(game, { segments: '5' }, 2), { segments: '5' });
  assert.deepEqual(chosenOptions(game, { segments: '5' }, 4), {});
  assert.deepEqual(chosenOptions(game, { segments: '6' }, 2), {}, 'the default goes without saying');
  assert.deepEqual(chosenOptions(game, { sheet: ' my own ' }, 2), { sheet: 'my own' });
  assert.deepEqual(chosenOptions(game, { sheet: '  ' }, 2), {});
});

test('a seed is for a game for one', () => {
  assert.equal(tableForm(game, defaultSetup(game, 1, '2026-11-16')).seed, '2026-11-16');
  assert.equal(tableForm(game, defaultSetup(game, 3, '2026-11-16')).seed, null);
  const invited = { ...defaultSetup(game, 1, '2026-11-16'), seats: [{ kind: 'open' }] };
  assert.equal(tableForm(game, invited).seed, null);
});

test('whether there are hints is asked where other people can come', () => {
  assert.equal(tableForm(game, { ...withFriends(game), hints: true }).hints, true);
  assert.equal(tableForm(game, withFriends(game)).hints, false);
  assert.equal(tableForm(game, { ...defaultSetup(game), hints: true }).hints, false);
});

test('people at this screen are named, others bring their names', () => {
  const setup = {
    ...defaultSetup(game, 2),
    seats: [
      { kind: 'here', name: 'Ana', level: 'x' },
      { kind: 'open', name: 'nobody' },
    ],
  };
  assert.deepEqual(tableForm(game, setup).seats, [{ kind: 'here', name: 'Ana' }, { kind: 'open' }]);
});

test('the clocks offered are those of the server, the longest in words too', () => {
  const words = makeWords({
    'clock.none': 'no clock',
    'clock.86400': 'one day',
    'clock.seconds': '{n} seconds',
  });
  assert.deepEqual(clockChoices([45, 86400], words), [
    ['', 'no clock'],
    ['45', '45 seconds'],
    ['86400', 'one day'],
  ]);
});

test('no file of the page has limits of its own', () => {
  const folder = new URL('../../../trackside/web/static/', import.meta.url);
  for (const file of readdirSync(folder, { recursive: true }).filter(
    name => name.endsWith('.js') && !name.startsWith('vendor'),
  ))
    assert.doesNotMatch(readFileSync(new URL(file, folder), 'utf8'), /maxlength=(?!\$\{)/, file);
});
