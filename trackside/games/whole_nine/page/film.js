// The film of a change: the die, the hops, the tile that flies to its new owner, the track that closes up. Data in,
// data out; the page plays it.
import { isCamp, pawnKeys, tilesOf } from './scene.js';

/**
 * @import { Effect, MadeNine, Scene, Walk } from './api'
 * @import { Cue } from '/static/types'
 */

/**
 * @typedef {{face: number, key: string}} Laid a number in a row, and its name in the drawing
 */

const TUMBLE = 480,
  STEP = 120,
  WALK = 900,
  FLY = 420,
  SETTLE = 520,
  COUNT = 300,
  NINE = 1700,
  SLIDE = 0.24; // the share of a nine's time in which its tiles leave their places

/** Return the name, in the drawing, of the place that a pawn touches. @param {Scene} scene @param {number} place */
const placeKey = (scene, place) => (isCamp(scene, place) ? `place-${place}` : `tile-${place}`);

/**
 * Return the cues of the effects, one after the other.
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
  const rows = before.seats.map((_, seat) => rowOf(before, seat));
  effects.forEach((effect, i) => {
    const { seat } = effect;
    const [row, next] = [rows[seat], effects[i + 1]];
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
    } else if (effect.kind === 'take') {
      const key = `tile-${effect.place}`;
      if (effect.tile !== 'animal') row.push({ face: effect.face, key });
      if (next?.kind === 'nine' && next.seat === seat) return; // it flies to the others of its nine
      then(FLY, { kind: 'fly', seat, key, to: `seat-${seat}`, sound: 'take' });
      if (effect.tile !== 'animal')
        cues.push({ at, ms: COUNT, kind: 'appear', seat, key: rowKey(before, seat, row.length - 1) });
    } else if (effect.kind === 'nine') then(NINE, nineOf(effect, row, before));
    else if (effect.kind === 'aside' || effect.kind === 'row_left')
      then(COUNT, { kind: 'wait', seat, sound: 'minus' });
  });
  if (effects.some(effect => effect.kind === 'take'))
    cues.push({ at: settlesAt(cues, at), ms: SETTLE, kind: 'settle' });
  return cues;
}

/**
 * Return when the track closes up: as soon as the last tile has gone; points are counted meanwhile.
 * @param {Cue[]} cues
 * @param {number} end
 */
function settlesAt(cues, end) {
  const flight = cues.findLast(cue => cue.kind === 'fly' || cue.kind === 'gather');
  return flight ? flight.at + (flight.kind === 'fly' ? 1 : SLIDE) * flight.ms : end;
}

/**
 * Return the name of a tile in a row; mine are in the tray.
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} i
 */
const rowKey = (scene, seat, i) => (seat === scene.perspective ? `own-${i}` : `row-${seat}-${i}`);

/** Return the numbers in a seat's row, with their names. @param {Scene} scene @param {number} seat @returns {Laid[]} */
const rowOf = (scene, seat) =>
  scene.seats[seat].row.map((face, i) => ({ face, key: rowKey(scene, seat, i) }));

/**
 * Return the cue of a nine, whose tiles gather and are added up; remove them from the row.
 * @param {MadeNine} nine
 * @param {Laid[]} row
 * @param {Scene} scene
 * @returns {Omit<Cue, 'at' | 'ms'>}
 */
function nineOf({ seat, numbers, points }, row, scene) {
  const keys = numbers.flatMap(face => {
    const found = row.findLastIndex(laid => laid.face === face);
    return found < 0 ? [] : row.splice(found, 1)[0].key;
  });
  const says = numbers.map((first, i) => {
    const some = numbers.slice(0, i + 1);
    const sum = some.reduce((a, b) => a + b, 0);
    return i ? `${some.join(' + ')} = ${sum}` : `${first}`;
  });
  const to = seat === scene.perspective ? 'own-plus' : `seat-${seat}`;
  return { kind: 'gather', seat, keys, to, says, gain: `+${points}`, sound: 'nine' };
}

/** Return the places on a pawn's way that still exist. @param {Walk} walk @param {Scene} after */
function wayOf(walk, after) {
  const there = new Set(tilesOf(after).map(tile => tile.place));
  return walk.way
    .filter(place => there.has(place) || isCamp(after, place))
    .map(place => placeKey(after, place));
}

/** Return the key of the pawn that walked. @param {Walk} walk @param {Scene} before @param {Scene} after */
function movedKey(walk, before, after) {
  const { seat } = walk;
  const was = pawnKeys(before)[seat] ?? {},
    now = pawnKeys(after, before)[seat] ?? {};
  const moved = Object.keys(now).filter(key => now[key] === walk.to && was[key] !== walk.to);
  const key = moved.find(one => was[one] === walk.from) ?? moved[0];
  return key === undefined ? null : `pawn-${seat}-${key}`;
}
