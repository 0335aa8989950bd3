// Draws the outcomes of a game again from its seed, as the server does it (docs/play.md). It knows no game: what could
// be drawn, and how likely it was, comes with each draw. Pure: data in, data out.
import { hex, hmac, joined, sha256, utf8 } from './sha256.js';

/**
 * @typedef {import('./api').DiceProof} DiceProof
 * @typedef {import('./api').DiceDraw} DiceDraw
 * @typedef {'right'|'wrong'|'unknown'} Verdict unknown: made before these dice were taken up
 */

const RANGE = 1n << 256n;

/** What commits to a secret or a seed. @param {string} source */
export const digestOf = source => hex(sha256(utf8(source)));

/**
 * The seed that a secret makes with the salts of the seats.
 * @param {string} secret
 * @param {{seat: number, salt: string}[]} salts
 */
export function sharedSeed(secret, salts) {
  const parts = salts
    .toSorted((a, b) => a.seat - b.seat)
    .map(({ seat, salt }) => joined(utf8(`${seat}:${utf8(salt).length}:`), utf8(salt)));
  return hex(hmac(utf8(secret), joined(...parts)));
}

/** What a game's dice came from, once it is known. @param {DiceProof} proof @returns {string|null} */
export const seedOf = ({ seed, secret, salts }) => (secret === null ? seed : sharedSeed(secret, salts));

/**
 * The outcome that a seed gives: numbers that would favour one are thrown away.
 * @param {string} seed
 * @param {number} stream
 * @param {number} index
 * @param {number[]} weights
 */
export function outcomeOf(seed, stream, index, weights) {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const end = RANGE - (RANGE % total);
  const key = utf8(seed);
  for (let attempt = 0; ; attempt += 1) {
    const value = BigInt(`0x${hex(hmac(key, utf8(`${stream}:${index}:${attempt}`)))}`);
    if (value >= end) continue;
    let rest = Number(value % total);
    return weights.findIndex(weight => {
      rest -= weight;
      return rest < 0;
    });
  }
}

/** Whether the commitment is kept; null if there is none. @param {DiceProof} proof @returns {boolean|null} */
export function isKept({ commitment, secret, seed }) {
  const source = secret ?? seed;
  return commitment === null || source === null ? null : digestOf(source) === commitment;
}

/**
 * Checks one draw after the other: that it follows from the seed, and that each stream was used in order.
 * @param {DiceProof} proof
 * @returns {Generator<Verdict>}
 */
export function* verdicts(proof) {
  const seed = seedOf(proof);
  /** @type {Map<number, number>} */
  const drawn = new Map();
  for (const { entry, stream, index, weights, outcome } of proof.draws) {
    const expected = drawn.get(stream) ?? 0;
    drawn.set(stream, expected + 1);
    if (seed === null || entry < proof.dice_from) yield 'unknown';
    else yield index === expected && outcomeOf(seed, stream, index, weights) === outcome ? 'right' : 'wrong';
  }
}
