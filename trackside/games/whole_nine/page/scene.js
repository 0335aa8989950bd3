// Access to the contents of a scene, parsed once. Data in, data out; nothing is drawn here.

/** @import { Effect, Offer, Scene } from './api' */

/** @typedef {{place: number, name: string, kind: string, face: number, animal?: string}} Tile */
/**
 * @typedef {{offers: Offer[], says: string}} Drawn a move to compare, and its text
 * @typedef {{made: Drawn | null, better: Drawn | null}} Comparison
 */
/** @typedef {(key: string, values?: {[name: string]: unknown}) => string} Say */
/** @typedef {{seat: number, turn: number, effects: Effect[]}} Trail one turn */
/** @typedef {{[key: string]: number}} Keys the place of each pawn of a seat, by a stable key */

export const START = 0;

/** @type {WeakMap<Scene, Tile[]>} */
const READ = new WeakMap();
/** @type {WeakMap<Scene, Keys[]>} */
const KEYS = new WeakMap();

/** Return the tiles of the track in order; their string is parsed once. @param {Scene} scene @returns {Tile[]} */
export function tilesOf(scene) {
  const known = READ.get(scene);
  if (known) return known;
  const tiles = scene.track
    .split(' ')
    .filter(Boolean)
    .map(text => text.split(':'))
    .map(([place, name, kind, face]) => ({
      place: Number(place),
      name,
      kind,
      ...(kind === 'animal' ? { face: 0, animal: face } : { face: Number(face) }),
    }));
  READ.set(scene, tiles);
  return tiles;
}

/** @param {Scene} scene @param {number} place */
export const isCamp = (scene, place) => place === START || place === scene.goal;

/**
 * Return the number of steps from the start: 0 at the start, 1 on the first tile.
 * @param {Scene} scene
 * @param {number} place
 */
export function stepOf(scene, place) {
  if (place === START) return 0;
  const found = tilesOf(scene).findIndex(tile => tile.place >= place);
  return found < 0 ? tilesOf(scene).length + 1 : found + 1;
}

/** Return true if a place still exists. @param {Scene} scene @param {number} place */
export const isThere = (scene, place) =>
  isCamp(scene, place) || tilesOf(scene).some(tile => tile.place === place);

/**
 * Return the pawns by key: those that stayed keep their keys, the one that moved gets the remaining key.
 * @param {Keys} before
 * @param {number[]} places
 * @returns {Keys}
 */
export function followPawns(before, places) {
  const keys = Object.keys(before);
  if (keys.length !== places.length) return Object.fromEntries(places.map((place, i) => [`${i}`, place]));
  /** @type {Keys} */
  const now = {};
  const rest = [...places];
  for (const key of keys) {
    const found = rest.indexOf(before[key]);
    if (found >= 0) now[key] = rest.splice(found, 1)[0];
  }
  for (const key of keys) if (!(key in now)) now[key] = /** @type {number} */ (rest.shift());
  return now;
}

/**
 * Return the keys of all pawns of a scene; they are stable from scene to scene.
 * @param {Scene} scene
 * @param {Scene | null} [before] the scene shown before it
 * @returns {Keys[]}
 */
export function pawnKeys(scene, before) {
  const known = KEYS.get(scene);
  if (known) return known;
  const was = before ? pawnKeys(before) : [];
  const keys = scene.seats.map((seat, i) => followPawns(was[i] ?? {}, seat.pawns));
  KEYS.set(scene, keys);
  return keys;
}

/**
 * Return the part of a sentence after the roll, which the die next to it already shows.
 * @param {string} says
 * @param {string} roll the beginning of the sentence
 * @param {Say} words
 */
export function afterRoll(says, roll, words) {
  const joined = [', ', words('page.list', { first: '', last: '' })].find(one => says.startsWith(roll + one));
  return joined === undefined ? says : says.slice(roll.length + joined.length);
}
