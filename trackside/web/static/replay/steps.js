// The steps of a replay: turns, and the log entries within them. Pure: data in, data out.

/** @import { LogEntry, ReplayFrame, StoryLine } from '../api' */

/**
 * @typedef {object} Place
 * @property {number} turn the turn shown; 0 before the first one
 * @property {number} turns the last turn of the game
 * @property {number} step the last entry of that turn, counted from 1
 * @property {number} steps the number of entries in the turn
 */

/** Return the frame after the set-up, where play begins. @param {ReplayFrame[]} frames */
export const beginning = frames =>
  Math.max(
    0,
    frames.findIndex(frame => frame.turn > 0),
  );

/**
 * Return the frames at which a turn has ended, after the first one of play. What several seats do in the same turn ends
 * together.
 * @param {ReplayFrame[]} frames
 */
export function stopsOf(frames) {
  const first = beginning(frames);
  const last = frames.length - 1;
  const stops = [first];
  for (let at = first + 1; at <= last; at += 1)
    if (at === last || frames[at].turn > frames[at - 1].turn) stops.push(at);
  return stops;
}

/** Return the number of the turn that a frame belongs to. @param {number[]} stops @param {number} at */
export const turnIndex = (stops, at) => {
  const found = stops.findIndex(stop => stop >= at);
  return found < 0 ? stops.length - 1 : found;
};

/**
 * Return the next frame in a direction, by whole turns.
 * @param {number[]} stops
 * @param {number} at
 * @param {-1|1} way
 */
export const nextStop = (stops, at, way) =>
  (way > 0 ? stops.find(stop => stop > at) : stops.findLast(stop => stop < at)) ?? at;

/** @param {ReplayFrame[]} frames @param {number[]} stops @param {number} at @returns {Place} */
export function placeOf(frames, stops, at) {
  const turns = stops.length > 1 ? frames[frames.length - 2].turn : 0;
  const index = turnIndex(stops, at);
  if (index === 0) return { turn: 0, turns, step: 0, steps: 0 };
  const before = stops[index - 1];
  return { turn: frames[at - 1].turn, turns, step: at - before, steps: stops[index] - before };
}

/**
 * Return the story up to a frame, without anything later.
 * @param {ReplayFrame[]} frames
 * @param {number} at
 * @returns {StoryLine[]}
 */
export function storyAt(frames, at) {
  /** @type {StoryLine[]} */
  const lines = [];
  for (const { story_from: from, story } of frames.slice(1, at + 1))
    lines.splice(from, lines.length, ...story);
  return lines;
}

/**
 * Return the sentences of a frame: a whole finished turn, otherwise what its last entry added; none if that is secret.
 * @param {ReplayFrame[]} frames
 * @param {number[]} stops
 * @param {number} at
 * @returns {{seat: number, says: string}[]} sentences and their seats
 */
export function saidAt(frames, stops, at) {
  if (at === 0) return [];
  const { turn } = frames[at - 1];
  const lines = storyAt(frames, at).filter(line => line.turn === turn && line.says);
  if (stops.includes(at) && lines.length) return lines;
  const { says, story, log } = frames[at];
  const seat = story.find(line => line.says === says)?.seat ?? log[0]?.seat ?? -1;
  return says ? [{ seat, says }] : [];
}

/**
 * Return the log entries up to a frame.
 * @param {ReplayFrame[]} frames
 * @param {number} at
 * @returns {LogEntry[]}
 */
export const logAt = (frames, at) => frames.slice(0, at + 1).flatMap(frame => frame.log);
