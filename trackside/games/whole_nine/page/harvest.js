// The fate of every tile of a game, from its log. Data in, data out; nothing is drawn here.

/** @import { Effect, Scene } from './api' */

/**
 * @typedef {{kind: string, face: number, animal?: string, place?: number}} Kept a tile that was taken, or dealt: then
 * it has no place
 */
/** @typedef {{nines: Kept[][], animals: Kept[], minus: Kept[], row: Kept[]}} Harvest a seat's tiles */
/** @typedef {{seat: number, tile: Kept, minus: boolean}} Fate who took a tile, and whether it counts against them */

/**
 * Return the harvest of every seat.
 * @param {{effects: Effect[]}[]} log
 * @param {number} seats
 * @returns {Harvest[]}
 */
export function harvestOf(log, seats) {
  /** @type {Harvest[]} */
  const all = Array.from({ length: seats }, () => ({ nines: [], animals: [], minus: [], row: [] }));
  for (const effect of log.flatMap(entry => entry.effects ?? [])) {
    const mine = all[effect.seat];
    if (mine) gather(mine, effect);
  }
  return all;
}

/** @param {Harvest} mine @param {Effect} effect */
function gather(mine, effect) {
  switch (effect.kind) {
    case 'deal':
      mine.row.push({ kind: 'number', face: effect.face });
      break;
    case 'take': {
      const tile = { kind: effect.tile, face: effect.face, animal: effect.animal, place: effect.place };
      (effect.tile === 'animal' ? mine.animals : mine.row).push(tile);
      break;
    }
    case 'nine':
      mine.nines.push(effect.numbers.map(face => leave(mine.row, face)));
      break;
    case 'aside':
      mine.minus.push(leave(mine.row, effect.face));
      break;
    case 'row_left':
      mine.minus.push(...effect.faces.map(face => leave(mine.row, face)));
      break;
  }
}

/**
 * Remove the first tile with this number from a row, and return it.
 * @param {Kept[]} row
 * @param {number} face
 * @returns {Kept}
 */
function leave(row, face) {
  const found = row.findIndex(tile => tile.face === face);
  return found < 0 ? { kind: 'number', face } : row.splice(found, 1)[0];
}

/** Return who took the tile of each place. @param {Harvest[]} harvests @returns {Map<number, Fate>} */
export function fatesOf(harvests) {
  /** @type {Map<number, Fate>} */
  const fates = new Map();
  harvests.forEach((mine, seat) => {
    /** @param {Kept[]} tiles @param {boolean} minus */
    const note = (tiles, minus) => {
      for (const tile of tiles) if (tile.place !== undefined) fates.set(tile.place, { seat, tile, minus });
    };
    note([...mine.nines.flat(), ...mine.animals, ...mine.row], false);
    note(mine.minus, true);
  });
  return fates;
}

/**
 * Return every tile of the whole track in order: taken ones with their fate, those left without.
 * @param {Map<number, Fate>} fates
 * @param {import('./scene.js').Tile[]} left
 */
export function wholeTrack(fates, left) {
  const taken = [...fates].map(([place, fate]) => ({
    ...fate.tile,
    place,
    fate: /** @type {Fate | null} */ (fate),
  }));
  return [...taken, ...left.map(tile => ({ ...tile, fate: null }))].sort((a, b) => a.place - b.place);
}
