// What the tray says while there is nothing to do.
import { sharesScreen } from './screen.js';
import { ownerOf, timedOut } from './turns.js';
import { nameOf } from '../app/words.js';

/**
 * @import { LogEntry, Snapshot, StoryLine } from '../api'
 * @import { Words } from '../types'
 */

// The words of a game with simultaneous turns: then no single player is to move.
export const TOGETHER = 'together.others';
const ALL_ACT = 'together.all';

/**
 * Return the note that the clock has just made a move for a player.
 * @param {Snapshot} message
 * @param {StoryLine[]} story
 * @param {Words} words
 */
export function timeUpText({ seats, perspective }, story, words) {
  const seat = timedOut(story, perspective);
  if (seat === null) return '';
  return seat === perspective
    ? words('table.time_up_you')
    : words('table.time_up', { who: nameOf(seats[seat], words) });
}

/**
 * Return the prompt while there is nothing to do.
 * @param {Snapshot} message
 * @param {LogEntry[]} log
 * @param {boolean} sent
 * @param {Words} words
 */
export function waitingText(message, log, sent, words) {
  if (sent) return words('table.sent');
  if (message.view?.prompt && words.has(TOGETHER)) return message.view.prompt; // my last action is still being shown
  if (message.view && words.has(TOGETHER)) return words(message.perspective === null ? ALL_ACT : TOGETHER);
  const seat = message.seats[message.view?.to_move ?? -1];
  if (!seat) return words('table.moment');
  const who = nameOf(seat, words);
  if (seat.kind === 'bot') return words('table.thinking', { who });
  if (!seat.mine) return words('table.waiting', { who });
  if (sharesScreen(message.seats)) return words('table.your_move', { who });
  const last = log.at(-1); // my turn is next, but the moves before it are still being shown
  const mover = message.seats[last ? ownerOf(last) : -1];
  return !mover || mover.mine
    ? words('table.your_turn')
    : words('table.moves', { who: nameOf(mover, words) });
}
