// Where chance comes from, as the page tells it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from '../../trackside/web/static/fair.js';
import { newSalt } from '../../trackside/web/static/salt.js';

const words = (key, values = {}) => [key, ...Object.values(values)].join(' ');

const seat = (mine, salt, kind = 'person') => ({ mine, salt, kind, name: mine ? 'Ana' : 'Ben' });

test('every salt is a new one that the server takes', () => {
  const salts = Array.from({ length: 100 }, newSalt);
  assert.equal(new Set(salts).size, 100);
  for (const salt of salts) assert.match(salt, /^[0-9a-f]{32}$/);
});

test('before the game its digest and the own salt are shown, then all salts, at the end the secret', () => {
  const table = { commitment: 'digest' };
  const labels = message => sources({ table, ...message }, words).map(([label]) => label);
  assert.deepEqual(
    sources({ table, seats: [seat(true, 'mine'), seat(false, null, 'open')], result: null }, words),
    [
      ['fair.commitment', 'digest'],
      ['fair.my_salt', 'mine'],
    ],
  );
  const seats = [seat(true, 'mine'), seat(false, 'yours'), { ...seat(false, null, 'bot'), level: 'club' }];
  assert.deepEqual(labels({ seats, result: null }), ['fair.commitment', 'fair.my_salt', 'fair.salt Ben']);
  assert.deepEqual(labels({ seats, result: { seed: null, secret: 'told' } }).at(-1), 'fair.secret');
});

test('alone there is a seed, and no digest of a short one', () => {
  const message = {
    table: { commitment: null },
    seats: [seat(true, null)],
    result: { seed: '7', secret: null },
  };
  assert.deepEqual(sources(message, words), [['fair.seed', '7']]);
});
