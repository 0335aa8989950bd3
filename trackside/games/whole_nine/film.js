// A change of The Whole Nine as a film: the die, the hops, the tile that flies to its taker, the track that closes up.
// Data in, data out; the page plays it.
import { isCamp, pawnKeys, tilesOf } from './scene.js';

/**
 * @typedef {import('./scene.js').Effect} Effect
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('/static/types').Cue} Cue
 */

const TUMBLE = 480,
  STEP = 120,
  WALK = 900,
  FLY = 420,
  SETTLE = 520,
  COUNT = 300;

/** The name of the place that a pawn touches, in the drawing. @param {Scene} scene @param {number} place */
const placeKey = (scene, place) => (isCamp(scene, place) ? `place-${place}` : `tile-${place}`);

/**
 * What is shown one after the other.
 * @param {Effect[]} effects
 * @param {Scene} before
 * @param {Scene} after
 * @returns {Cue[]}
 */
export function film(effects, before, after) {
  /** @type {Cue[]} */
  const cues = [];
  let at = 0;
  /** @param {number} ms @param {Omit<Cue, 'at' | 'ms'>} cue */
  const then = (ms, cue) => {
    cues.push({ at, ms, ...cue });
    at += ms;
  };
  for (const effect of effects) {
    const { seat = 0 } = effect;
    if (effect.kind === 'roll')
      then(TUMBLE, { kind: 'tumble', seat, n: effect.n, key: `seat-${seat}`, sound: 'roll' });
    else if (effect.kind === 'walk') {
      const path = wayOf(effect, after);
      const key = movedKey(effect, before, after);
      if (key)
        then(Math.min(WALK, STEP * Math.max(path.length, 1)), {
          kind: 'hop',
          seat,
          key,
          path,
          sound: 'step',
        });
    } else if (effect.kind === 'take')
      then(FLY, { kind: 'fly', seat, key: `tile-${effect.place}`, to: `seat-${seat}`, sound: 'take' });
    else if (effect.kind === 'nine') then(COUNT, { kind: 'wait', seat, sound: 'nine' });
    else if (effect.kind === 'aside' || effect.kind === 'row_left')
      then(COUNT, { kind: 'wait', seat, sound: 'minus' });
  }
  if (effects.some(effect => effect.kind === 'take'))
    cues.push({ at: settlesAt(cues, at), ms: SETTLE, kind: 'settle' });
  return cues;
}

/**
 * The track closes up as soon as the last tile has gone; points are counted meanwhile.
 * @param {Cue[]} cues
 * @param {number} end
 */
function settlesAt(cues, end) {
  const flight = cues.findLast(cue => cue.kind === 'fly');
  return flight ? flight.at + flight.ms : end;
}

/** The places a pawn touches that are still there. @param {Effect} walk @param {Scene} after */
function wayOf(walk, after) {
  const there = new Set(tilesOf(after).map(tile => tile.place));
  /** @type {number[]} */
  const way = walk.way;
  return way.filter(place => there.has(place) || isCamp(after, place)).map(place => placeKey(after, place));
}

/** The key of the pawn that walked. @param {Effect} walk @param {Scene} before @param {Scene} after */
function movedKey(walk, before, after) {
  const seat = walk.seat ?? 0;
  const was = pawnKeys(before)[seat] ?? {},
    now = pawnKeys(after, before)[seat] ?? {};
  const moved = Object.keys(now).filter(key => now[key] === walk.to && was[key] !== walk.to);
  const key = moved.find(one => was[one] === walk.from) ?? moved[0];
  return key === undefined ? null : `pawn-${seat}-${key}`;
}
