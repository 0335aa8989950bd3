// The player's share of the dice: a salt that stays in this browser until everyone has committed to theirs.
import { digestOf } from './draws.js';
import { keepFirst, kept, keptValue } from '../app/kept.js';
import { useEffect } from '../vendor/view.js';

/** @import { SeatInfo, Snapshot } from '../api' */

const SALT_BYTES = 16;
const SALTS = 'salts'; // by the digests that commit to them
const SEEN = 'commitments'; // by table and own commitment

/** Return a random salt for the dice of a table. */
export const newSalt = () =>
  [...crypto.getRandomValues(new Uint8Array(SALT_BYTES))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');

/** Create a salt and store it in this browser; return the digest that commits to it. */
export function newCommitment() {
  const salt = newSalt();
  const commitment = digestOf(salt);
  keepFirst(SALTS, commitment, salt);
  return commitment;
}

/** Return the commitments of a table, by seat. @param {SeatInfo[]} seats @returns {{[seat: string]: string}} */
const commitmentsOf = seats =>
  Object.fromEntries(seats.flatMap(({ seat, commitment }) => (commitment ? [[seat, commitment]] : [])));

/**
 * Return the commitments, by seat, that this browser saw before it revealed its own salt; null if it revealed none. If
 * a player left before the game and another came, it revealed several: the one among these salts counts.
 * @param {string} id
 * @param {{commitment: string|null}[]} salts
 * @returns {{[seat: string]: string}|null}
 */
export function seenCommitments(id, salts) {
  const seen = kept(SEEN).filter(([name]) => name.startsWith(`${id} `));
  const counted = seen.find(([name]) => salts.some(({ commitment }) => name === `${id} ${commitment}`));
  return (counted ?? seen[0])?.[1] ?? null;
}

/**
 * Return the answer to a seat's salt request; null if there is nothing to send. The others' commitments are stored
 * before the own salt is revealed, so that the server cannot change them later.
 * @param {string} id
 * @param {SeatInfo[]} seats
 * @param {SeatInfo} seat
 * @returns {import('../types').Wish|null}
 */
export function saltAnswer(id, seats, { seat, asks, commitment }) {
  if (asks === 'commitment') return { type: 'commit', seat, commitment: newCommitment() };
  const salt = commitment && seats.every(({ kind }) => kind !== 'open') && keptValue(SALTS, commitment);
  if (!salt) return null;
  keepFirst(SEEN, `${id} ${commitment}`, commitmentsOf(seats));
  return { type: 'reveal', seat, salt };
}

/**
 * Commit to a salt and reveal it when my seats are asked to.
 * @param {Snapshot} message
 * @param {{current: import('../table/socket.js').Connection|null}} link
 */
export function useSalts({ table, seats }, link) {
  const asked = seats.filter(({ mine, asks }) => mine && asks);
  useEffect(() => {
    for (const seat of asked) {
      const answer = saltAnswer(table.id, seats, seat);
      if (answer) link.current?.request(answer);
    }
  }, [table.id, asked.map(({ seat, asks, commitment }) => `${seat} ${asks} ${commitment}`).join(', ')]);
}
