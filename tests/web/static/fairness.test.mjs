// Where chance comes from, as the page tells it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from '../../../trackside/web/static/dice/fairness.js';
import { digestOf } from '../../../trackside/web/static/dice/draws.js';
import {
  newCommitment,
  newSalt,
  saltAnswer,
  seenCommitments,
} from '../../../trackside/web/static/dice/salt.js';

const words = (key, values = {}) => [key, ...Object.values(values)].join(' ');

const seat = (mine, salt, kind = 'person') => ({
  mine,
  salt,
  commitment: null,
  asks: null,
  kind,
  name: mine ? 'Ana' : 'Ben',
});

test('every salt is a new one that the server takes', () => {
  const salts = Array.from({ length: 100 }, newSalt);
  assert.equal(new Set(salts).size, 100);
  for (const salt of salts) assert.match(salt, /^[0-9a-f]{32}$/);
});

test('a salt stays here until everyone has committed, and what was seen then is remembered', () => {
  const mine = newCommitment();
  const asked = { seat: 0, kind: 'person', asks: 'salt', commitment: mine };
  const open = { seat: 1, kind: 'open', asks: null, commitment: null };
  assert.equal(saltAnswer('t1', [asked, open], asked), null, 'a seat is open');
  const salts = [{ commitment: mine }, { commitment: 'theirs' }];
  assert.equal(seenCommitments('t1', salts), null);
  const guest = { seat: 1, kind: 'person', asks: 'salt', commitment: 'theirs' };
  const { type, salt } = saltAnswer('t1', [asked, guest], asked);
  assert.equal(type, 'reveal');
  assert.equal(digestOf(salt), mine);
  assert.deepEqual(seenCommitments('t1', salts), { 0: mine, 1: 'theirs' });
  saltAnswer('t1', [asked, { ...guest, commitment: 'another' }], asked);
  assert.deepEqual(seenCommitments('t1', salts), { 0: mine, 1: 'theirs' }, 'the first stays');
  assert.deepEqual(seenCommitments('t1', []), { 0: mine, 1: 'theirs' }, 'also if the server forgot my salt');
  const later = { ...asked, commitment: newCommitment() };
  saltAnswer('t1', [later, { ...guest, commitment: 'a newcomer' }], later);
  const counted = [{ commitment: later.commitment }, { commitment: 'a newcomer' }];
  assert.deepEqual(seenCommitments('t1', counted), { 0: later.commitment, 1: 'a newcomer' });
  const foreign = { ...asked, commitment: '0'.repeat(64) };
  assert.equal(saltAnswer('t2', [foreign, guest], foreign), null, 'this browser made no such salt');
  const rematch = saltAnswer('t3', [asked, guest], { ...asked, asks: 'commitment', commitment: null });
  assert.equal(rematch.type, 'commit');
  assert.match(rematch.commitment, /^[0-9a-f]{64}$/);
  assert.notEqual(rematch.commitment, mine);
});

test('the digests of all salts are shown before the game', () => {
  const seats = [
    { ...seat(true, null), commitment: 'a' },
    { ...seat(false, null), commitment: 'b' },
  ];
  assert.deepEqual(sources({ table: { commitment: 'digest' }, seats, result: null }, words), [
    ['fair.commitment', 'digest'],
    ['fair.my_salt_digest', 'a'],
    ['fair.salt_digest Ben', 'b'],
  ]);
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
