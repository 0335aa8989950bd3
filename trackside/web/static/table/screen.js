// Questions about the people at this screen, answered from the server's messages.

/** @import { SeatInfo, Snapshot } from '../api' */

/**
 * Return the next seat to see the table from, when another person at this screen is to move; otherwise null.
 * @param {Snapshot} message
 * @returns {number|null}
 */
export function nextPerspective(message) {
  const { seats, view, perspective } = message;
  if (!view || view.to_move === null || view.to_move === perspective || view.offers.length > 0) return null;
  return seats[view.to_move]?.mine ? view.to_move : null;
}

/** Return true if several people share this screen. @param {SeatInfo[]} seats */
export const sharesScreen = seats => seats.filter(seat => seat.mine).length > 1;
