// Small questions about a table, answered from what the server sent. No rule here.

/** @typedef {import('../api').Snapshot} Snapshot @typedef {import('../api').SeatInfo} SeatInfo */

/**
 * The seat to look through next, when another person at this screen is to move; null when nothing changes.
 * @param {Snapshot} message
 * @returns {number|null}
 */
export function nextPerspective(message) {
  const { seats, view, perspective } = message;
  if (!view || view.to_move === null || view.to_move === perspective || view.offers.length > 0) return null;
  return seats[view.to_move]?.mine ? view.to_move : null;
}

/** Whether several people share this screen. @param {SeatInfo[]} seats */
export const sharesScreen = seats => seats.filter(seat => seat.mine).length > 1;
