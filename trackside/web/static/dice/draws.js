// Recomputation of a game's outcomes from its seed, as the server does it (docs/records.md). The module knows no game:
// each draw carries its possible outcomes and their weights. Pure: data in, data out.
import { hex, hmac, joined, sha256, utf8 } from './sha256.js';

/** @import { DiceDraw, DiceProof } from '../api' */

/**
 * @typedef {'right'|'wrong'|'unknown'} Verdict unknown: made before these dice were taken up
 */

const RANGE = 1n << 256n;

/** Return the digest that commits to a secret or a seed. @param {string} source */
export const digestOf = source => hex(sha256(utf8(source)));

/**
 * Return the seed derived from a secret and the seats' salts, or the commitments of seats that did not reveal theirs.
 * @param {string} secret
 * @param {{seat: number, salt: string|null, commitment?: string|null}[]} salts
 */
export function sharedSeed(secret, salts) {
  const parts = salts
    .toSorted((a, b) => a.seat - b.seat)
    .map(({ seat, salt, commitment }) =>
      salt === null
        ? utf8(`${seat}:0:${commitment}`)
        : joined(utf8(`${seat}:${utf8(salt).length}:`), utf8(salt)),
    );
  return hex(hmac(utf8(secret), joined(...parts)));
}

/** Return the seed of a game's dice, once it is known. @param {DiceProof} proof @returns {string|null} */
export const seedOf = ({ seed, secret, salts }) => (secret === null ? seed : sharedSeed(secret, salts));

/**
 * Return the outcome that a seed gives; values that would bias the result are rejected.
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

/**
 * Return true if the seed matches its commitment; null if there is nothing to compare.
 * @param {DiceProof} proof
 * @returns {boolean|null}
 */
export function isKept({ commitment, secret, seed }) {
  const source = secret ?? seed;
  return commitment === null || source === null ? null : digestOf(source) === commitment;
}

/**
 * Return why a salt is not proved fair, as the key of a sentence; null if it is.
 * @param {DiceProof['salts'][number]} part
 * @returns {[key: string, verdict: Verdict]|null}
 */
function faultOf({ salt, commitment }) {
  if (commitment === null) return ['fair.not_committed', 'unknown'];
  if (salt === null) return ['fair.not_revealed', 'unknown'];
  return digestOf(salt) === commitment ? null : ['fair.salt_differs', 'wrong'];
}

/**
 * Return what the salts of a game prove: keys of sentences with their verdicts and the player concerned.
 * @param {DiceProof['salts']} salts
 * @param {{[seat: string]: string}|null} seen the commitments that this browser saw before it revealed its own salt
 * @returns {[key: string, verdict: Verdict, who?: string][]}
 */
export function saltFindings(salts, seen) {
  /** @type {[string, Verdict, string?][]} */
  const found = salts.flatMap(one => {
    const fault = faultOf(one);
    return fault ? [/** @type {[string, Verdict, string]} */ ([...fault, one.who])] : [];
  });
  if (salts.length > 0 && found.length === 0) found.push(['fair.salts_kept', 'right']);
  if (seen === null) return found;
  const told = Object.fromEntries(
    salts.flatMap(({ seat, commitment }) => (commitment ? [[seat, commitment]] : [])),
  );
  const seats = [...new Set([...Object.keys(told), ...Object.keys(seen)])];
  const same = seats.every(seat => told[seat] === seen[seat]);
  return [...found, same ? ['fair.salts_seen', 'right'] : ['fair.salts_not_seen', 'wrong']];
}

/**
 * Check the draws in order: that each follows from the seed, and that each stream was used in order.
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
