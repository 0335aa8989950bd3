// The turns of a log, and those since the viewer's last move. Pure: data in, data out.

/**
 * @import { Effect, LogEntry, StoryLine } from '../api'
 * @import { Trail } from '../types'
 */

const CHANCE = -1;

/**
 * Return the seat whose turn an entry belongs to: none for the set-up, the affected seat for chance.
 * @param {LogEntry} entry
 */
export function ownerOf(entry) {
  if (entry.turn === 0) return CHANCE;
  if (entry.seat !== CHANCE) return entry.seat;
  return entry.effects[0]?.seat ?? CHANCE;
}

/**
 * Group entries into turns, one for each seat in each turn, with all their effects, in the order they began.
 * @param {LogEntry[]} log
 * @param {StoryLine[]} story
 * @returns {Trail[]}
 */
export function turnsOf(log, story) {
  const told = new Map(story.map(line => [`${line.turn} ${line.seat}`, line.says]));
  /** @type {Map<string, Trail>} */
  const turns = new Map();
  for (const entry of log) {
    const owner = ownerOf(entry);
    for (const effect of entry.effects) {
      const seat = entry.turn ? (effect.of ?? owner) : owner;
      const key = `${entry.turn} ${seat}`;
      /** @type {Trail} */
      const turn = turns.get(key) ?? { seat, turn: entry.turn, says: told.get(key) ?? '', effects: [] };
      turn.effects.push(effect);
      turns.set(key, turn);
    }
  }
  return [...turns.values()];
}

/**
 * Return the turns since the viewer's last move, oldest first, without the viewer's own; for a spectator, the last turn
 * of each seat.
 * @param {LogEntry[]} log
 * @param {StoryLine[]} story
 * @param {number|null} perspective
 * @param {number} seats the number of seats
 * @returns {Trail[]}
 */
export function trailOf(log, story, perspective, seats) {
  if (perspective === null)
    return turnsOf(log, story)
      .filter(one => one.seat >= 0)
      .slice(-seats);
  const own = log.findLast(entry => entry.seat === perspective);
  const first = own ? log.lastIndexOf(own) : -1;
  const since = log.filter((entry, i) => i > first || (own !== undefined && entry.turn === own.turn));
  return turnsOf(since, story).filter(one => one.seat >= 0 && one.seat !== perspective);
}

/**
 * Return the effects of each seat's last turn.
 * @param {LogEntry[]} log
 * @param {number} seats the number of seats
 * @returns {Effect[][]}
 */
export function lastOf(log, seats) {
  const turns = turnsOf(log, []);
  return Array.from({ length: seats }, (_, seat) => turns.findLast(one => one.seat === seat)?.effects ?? []);
}

/**
 * Return the seat for which the clock made the last move: the reader's own in its last turn, else that of the last
 * turn; null if none.
 * @param {StoryLine[]} story
 * @param {number|null} perspective
 */
export function timedOut(story, perspective) {
  const own = story.findLast(line => line.seat === perspective && line.done);
  const last = story.findLast(line => line.seat >= 0 && line.done);
  const line = own?.timeout ? own : last;
  return line?.timeout ? line.seat : null;
}

/** Return true if several seats act in one turn. @param {StoryLine[]} story */
export function isSimultaneous(story) {
  const whose = new Map();
  for (const { turn, seat } of story) {
    if (turn === 0 || seat < 0) continue;
    if (whose.has(turn) && whose.get(turn) !== seat) return true;
    whose.set(turn, seat);
  }
  return false;
}
