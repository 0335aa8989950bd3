// Small questions about a table, answered from what the server sent. No rule here.

/** @typedef {import('./api').Snapshot} Snapshot @typedef {import('./api').SeatInfo} SeatInfo */

/**
 * The seat to look through next, when another person at this screen is to move; null when nothing changes.
 * @param {Snapshot} message
 * @returns {number|null}
 */
export function nextEyes(message) {
  const { seats, view, eyes } = message;
  if (!view || view.to_move === null || view.to_move === eyes || view.offers.length > 0) return null;
  return seats[view.to_move]?.mine ? view.to_move : null;
}

/** Whether several people share this screen. @param {SeatInfo[]} seats */
export const sharesScreen = seats => seats.filter(seat => seat.mine).length > 1;

/**
 * Whether a bot can take over a seat: its player is away, and I sit at the table.
 * @param {SeatInfo} seat
 * @param {Snapshot} message
 */
export const canTakeOver = (seat, message) =>
  message.table.status === 'playing' &&
  seat.kind === 'person' &&
  !seat.mine &&
  !seat.online &&
  message.seats.some(one => one.mine);
