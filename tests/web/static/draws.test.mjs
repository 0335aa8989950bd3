// Dice drawn again in the browser: the same outcomes as the server's, whatever the seed.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  digestOf,
  isKept,
  outcomeOf,
  saltFindings,
  seedOf,
  sharedSeed,
  verdicts,
} from '../../../trackside/web/static/dice/draws.js';
import { hex, hmac, sha256, utf8 } from '../../../trackside/web/static/dice/sha256.js';

// Made by the server's own dice; a test in Python holds them against it.
const VECTORS = JSON.parse(readFileSync(new URL('./dice-vectors.json', import.meta.url), 'utf8'));

test('SHA-256 and HMAC of texts of every length are those of everybody else', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = 'ab€'.repeat(length).slice(0, length);
    assert.equal(
      hex(sha256(utf8(text))),
      createHash('sha256').update(text).digest('hex'),
      `${length} characters`,
    );
    const message = `${length}:0:1`;
    assert.equal(
      hex(hmac(utf8(text), utf8(message))),
      createHmac('sha256', text).update(message).digest('hex'),
    );
  }
  const long = 'x'.repeat(100_000);
  assert.equal(hex(sha256(utf8(long))), createHash('sha256').update(long).digest('hex'));
});

test('the constants are computed with room to spare: no browser rounds them to others', () => {
  const primes = Array.from({ length: 310 }, (_, i) => i + 2).filter(n =>
    Array.from({ length: n - 2 }, (_, i) => i + 2).every(smaller => n % smaller),
  );
  assert.equal(primes.length, 64);
  const roots = [...primes.slice(0, 8).map(Math.sqrt), ...primes.map(Math.cbrt)];
  for (const root of roots) {
    const scaled = (root % 1) * 2 ** 32;
    assert.ok(Math.abs(scaled - Math.round(scaled)) > 2 ** -12, `${root}`);
  }
});

test('outcomes, digests and shared seeds are the same as the server computes', () => {
  for (const [seed, stream, index, weights, outcome] of VECTORS.outcomes)
    assert.equal(outcomeOf(seed, stream, index, weights), outcome);
  for (const [secret, salts, seed] of VECTORS.shared) assert.equal(sharedSeed(secret, salts), seed);
  for (const [source, digest] of VECTORS.digests) assert.equal(digestOf(source), digest);
});

const [SEED] = VECTORS.outcomes[0];
const draw = (entry, stream, index) => {
  const weights = [1, 2, 3];
  return {
    entry,
    turn: 1,
    says: '',
    stream,
    index,
    weights,
    outcome: outcomeOf(SEED, stream, index, weights),
  };
};
const proof = (more = {}) => ({
  ...{ source: 'table', commitment: null, seed: SEED, secret: null, salts: [], dice_from: 0 },
  draws: [draw(0, 1, 0), draw(1, 2, 0), draw(2, 1, 1)],
  ...more,
});

test('a draw that was changed is found, and no other', () => {
  assert.deepEqual([...verdicts(proof())], ['right', 'right', 'right']);
  const changed = proof();
  changed.draws[1].outcome = (changed.draws[1].outcome + 1) % 3;
  assert.deepEqual([...verdicts(changed)], ['right', 'wrong', 'right']);
});

test('a stream is used in order: nobody picks the number of a draw', () => {
  assert.deepEqual([...verdicts(proof({ draws: [draw(0, 1, 0), draw(1, 1, 2)] }))], ['right', 'wrong']);
  assert.deepEqual([...verdicts(proof({ draws: [draw(0, 1, 0), draw(1, 1, 0)] }))], ['right', 'wrong']);
});

test('what was drawn before these dice, or without a known seed, cannot be checked', () => {
  assert.deepEqual([...verdicts(proof({ dice_from: 2 }))], ['unknown', 'unknown', 'right']);
  assert.deepEqual([...verdicts(proof({ seed: null }))], ['unknown', 'unknown', 'unknown']);
});

test('a commitment is kept, broken, or not there', () => {
  const [source, digest] = VECTORS.digests[1];
  assert.equal(isKept(proof({ seed: source, commitment: digest })), true);
  assert.equal(isKept(proof({ seed: `${source}!`, commitment: digest })), false);
  assert.equal(isKept(proof({ seed: source })), null);
  const [secret, salts, seed] = VECTORS.shared[0];
  assert.equal(seedOf(proof({ seed: null, secret, salts })), seed);
});

test('salts are held against their digests, and against those that this browser saw', () => {
  const [one, two] = ['the salt of the host', 'the salt of the guest'];
  const part = (seat, salt, commitment) => ({ seat, who: `P${seat}`, salt, commitment });
  const honest = [part(0, one, digestOf(one)), part(1, two, digestOf(two))];
  const seen = { 0: digestOf(one), 1: digestOf(two) };
  assert.deepEqual(saltFindings([], null), []);
  assert.deepEqual(saltFindings(honest, null), [['fair.salts_kept', 'right']]);
  assert.deepEqual(saltFindings(honest, seen).at(-1), ['fair.salts_seen', 'right']);
  assert.deepEqual(saltFindings([honest[0], part(1, `${two}!`, digestOf(two))], seen)[0], [
    'fair.salt_differs',
    'wrong',
    'P1',
  ]);
  for (const changed of [
    [honest[0], part(1, `${two}!`, digestOf(`${two}!`))],
    [honest[0]],
    [honest[0], part(1, two, null)],
    [...honest, part(2, two, digestOf(two))],
    [],
  ])
    assert.deepEqual(saltFindings(changed, seen).at(-1), ['fair.salts_not_seen', 'wrong']);
  assert.deepEqual(saltFindings([honest[0], part(1, null, digestOf(two))], seen), [
    ['fair.not_revealed', 'unknown', 'P1'],
    ['fair.salts_seen', 'right'],
  ]);
  assert.deepEqual(saltFindings([part(0, one, null)], null), [['fair.not_committed', 'unknown', 'P0']]);
});
