// The drawings of the games: each game brings its own module.
import { useEffect, useState } from './vendor/view.js';

/** @typedef {import('./types').BoardModule} BoardModule */

/** @type {Map<string, BoardModule>} */
const loaded = new Map();

/** @param {string} folder @returns {Promise<BoardModule>} */
export async function loadBoard(folder) {
  const known = loaded.get(folder);
  if (known) return known;
  const module = /** @type {BoardModule} */ (await import(`/games/${folder}/board.js`));
  loaded.set(folder, module);
  return module;
}

/** A game's drawings, null until they are here. @param {string} folder @returns {BoardModule|null} */
export function useBoard(folder) {
  const [board, setBoard] = useState(/** @type {BoardModule|null} */ (loaded.get(folder) ?? null));
  useEffect(() => {
    let wanted = true;
    setBoard(loaded.get(folder) ?? null);
    if (folder) loadBoard(folder).then(found => { if (wanted) setBoard(found); });
    return () => { wanted = false; };
  }, [folder]);
  return board;
}
