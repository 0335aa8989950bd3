// Small questions about a table, answered from what the server sent. No rule here.

/** @typedef {import('./types').TableMessage} TableMessage @typedef {import('./types').Seat} Seat */

/**
 * Whose eyes should look next: mine, when another person of this screen is to move; null when nothing changes.
 * @param {TableMessage} message
 * @returns {number|null}
 */
export function nextEyes(message) {
  const { seats, view, eyes } = message;
  if (!view || view.to_move === null || view.to_move === eyes || view.offers.length > 0) return null;
  return seats[view.to_move]?.mine ? view.to_move : null;
}

/** Whether several people share this screen. @param {Seat[]} seats */
export const shared = seats => seats.filter(seat => seat.mine).length > 1;

/**
 * What a roll is called, so that it is shown once: a turn has one.
 * @param {TableMessage} message
 * @param {number} n
 */
export const rollName = (message, n) => `${message.table.id} ${message.eyes} ${message.view?.turn} ${n}`;

/**
 * Whether anybody who is here could ask a bot to play for a seat.
 * @param {Seat} seat
 * @param {TableMessage} message
 */
export const absent = (seat, message) =>
  message.table.status === 'playing' &&
  seat.kind === 'person' &&
  !seat.mine &&
  !seat.online &&
  message.seats.some(one => one.mine);
