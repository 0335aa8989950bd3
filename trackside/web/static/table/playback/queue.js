// The queue of moments to be shown at a table, never merged or dropped. Pure: no timer, no page.
import { ownerOf } from '../turns.js';

/**
 * @import { Effect, Scene } from '../../api'
 * @import { Cue, Live, Part, Queue, Reel, Told } from '../../types'
 */

/** Milliseconds at the normal pace. */
export const BOT_WAITS = 400,
  BETWEEN = 350;

const MAX_BEHIND = 3; // turns shown one by one after an absence

/** The queue before anything is shown. @type {Queue} */
export const NOTHING = { shown: null, waiting: [] };

/** Return true if a log continues another. @param {Live} before @param {Live} after */
function goesOn(before, after) {
  const last = before.log.length - 1;
  if (last < 0) return true;
  const [then, now] = [before.log[last], after.log[last]];
  return now !== undefined && then.seat === now.seat && then.text === now.text && then.turn === now.turn;
}

/** @param {Live} live */
const lastTurn = live => live.log.at(-1)?.turn ?? 0;

/** Return the number of turns between two moments. @param {Live} before @param {Live} after */
export const turnsBetween = (before, after) => lastTurn(after) - lastTurn(before);

/** Show a moment immediately, dropping what waits. @param {Live} moment @returns {Queue} */
const jump = moment => ({ shown: moment, waiting: [] });

/**
 * Add a moment to the queue; skip the queue if nothing happened in it or it does not follow the last one.
 * @param {Queue} queue
 * @param {Live} moment
 * @returns {Queue}
 */
export function arrive(queue, moment) {
  const { shown, waiting } = queue;
  const last = waiting.at(-1) ?? shown;
  if (!shown?.table?.view || !last?.table || !moment.table?.view) return jump(moment);
  if (
    moment.table.perspective !== last.table.perspective ||
    moment.log.length < last.log.length ||
    !goesOn(last, moment)
  )
    return jump(moment);
  if (moment.log.length === last.log.length)
    return waiting.length ? { shown, waiting: [...waiting.slice(0, -1), moment] } : jump(moment);
  if (turnsBetween(last, moment) > MAX_BEHIND) return jump(moment);
  return { shown, waiting: [...waiting, moment] };
}

/** Show the next moment. @param {Queue} queue @returns {Queue} */
export const advance = ({ shown, waiting }) =>
  waiting.length ? { shown: waiting[0], waiting: waiting.slice(1) } : { shown, waiting };

/** Show the last moment. @param {Queue} queue @returns {Queue} */
export const drain = queue => (queue.waiting.length ? jump(queue.waiting[queue.waiting.length - 1]) : queue);

/** Resume after an absence: more than a few turns are reported, not shown. @param {Queue} queue @returns {Queue} */
export function comeBack(queue) {
  const last = queue.waiting.at(-1);
  return last && queue.shown && turnsBetween(queue.shown, last) > MAX_BEHIND ? drain(queue) : queue;
}

/**
 * Return the events between two moments, turn by turn.
 * @param {Live} before
 * @param {Live} after
 * @returns {Part[]}
 */
export function partsOf(before, after) {
  /** @type {Part[]} */
  const parts = [];
  after.log.slice(before.log.length).forEach((entry, i) => {
    const entries = before.log.length + i + 1;
    const part = parts.at(-1);
    if (part && part.turn === entry.turn) {
      part.effects.push(...entry.effects);
      part.entries = entries;
    } else parts.push({ turn: entry.turn, seat: ownerOf(entry), effects: [...entry.effects], entries });
  });
  return parts;
}

/** Return true if a bot plays a seat. @param {Live} live @param {number} seat */
const isBot = (live, seat) => live.table?.seats[seat]?.kind === 'bot';

/** Return the milliseconds before a seat's turn is shown after another. @param {Live} live @param {number} seat */
const pause = (live, seat) => BETWEEN + (isBot(live, seat) ? BOT_WAITS : 0);

/**
 * Return the milliseconds to wait before a moment is shown, less those that have passed since the last one.
 * @param {Live} before
 * @param {Live} after
 * @param {number} passed
 * @param {number} pace
 */
export function pauseBefore(before, after, passed, pace) {
  const [first] = partsOf(before, after);
  if (!first || first.seat < 0 || first.turn === lastTurn(before)) return 0;
  return Math.max(0, pause(after, first.seat) * pace - passed);
}

/**
 * Return everything that moves between two moments: a game's film of each turn with pauses in between, and when each
 * turn has been shown completely.
 * @param {Live} before
 * @param {Live} after
 * @param {import('../../types').BoardModule['film']} film
 * @returns {Reel}
 */
export function reelBetween(before, after, film) {
  const parts = partsOf(before, after);
  const [old, fresh] = [before.table?.view?.scene, after.table?.view?.scene];
  if (!film || !old || !fresh) return { cues: [], parts, ends: parts.map(() => 0) };
  /** @type {Cue[]} */
  const cues = [];
  let from = 0;
  const ends = parts.map(part => {
    if (part.turn === 0) return from;
    if (cues.length) from += pause(after, part.seat);
    const earlier = before.log.filter(entry => entry.turn === part.turn).flatMap(entry => entry.effects);
    const own = film(part.effects, old, fresh, earlier).map(cue => ({ ...cue, at: cue.at + from }));
    cues.push(...own);
    from = lengthOf(cues);
    return from;
  });
  return { cues, parts, ends };
}

/** Return true if a part changes what a seat has. @param {Part} part @param {number} seat */
const concerns = (part, seat) =>
  part.seat === seat || part.effects.some(effect => effect.seat === seat || effect.seats?.includes(seat));

/**
 * Return what may be told of a moment while it is shown: the turns shown completely. A line of the log waits for its
 * die, points wait for the pieces that bring them, and the turn marker waits for the turn before.
 * @param {Live} before
 * @param {Live} after
 * @param {Part[]} parts
 * @param {number} seen the number of parts shown
 * @returns {Told}
 */
export function toldOf(before, after, parts, seen) {
  const [old, now] = [before.table?.view, after.table?.view];
  if (seen >= parts.length)
    return { log: after.log, story: after.story, scores: now?.scores ?? [], toMove: now?.to_move ?? null };
  const last = parts[seen - 1];
  const turn = last?.turn ?? -1;
  const later = parts.slice(seen);
  return {
    log: last ? after.log.slice(0, last.entries) : before.log,
    story: [
      ...after.story.filter(line => line.turn <= turn),
      ...before.story.filter(line => line.turn > turn),
    ],
    scores: (now?.scores ?? []).map((score, seat) =>
      later.some(part => concerns(part, seat)) ? (old?.scores[seat] ?? score) : score,
    ),
    toMove: later[0].seat >= 0 ? later[0].seat : (now?.to_move ?? null),
  };
}

/** Return the total length of cues. @param {Cue[]} cues */
export const lengthOf = cues => cues.reduce((end, cue) => Math.max(end, cue.at + cue.ms), 0);
