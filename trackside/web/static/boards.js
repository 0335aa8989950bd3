// The drawings of the games: each game brings its own module.
import { backoff } from './messages.js';
import { useEffect, useState } from './vendor/view.js';

/** @typedef {import('./types').BoardModule} BoardModule */

/** @type {Map<string, BoardModule>} */
const loaded = new Map();

/** @param {string} folder @returns {Promise<BoardModule>} */
export async function loadBoard(folder) {
  const known = loaded.get(folder);
  if (known) return known;
  const path = `/games/${folder}/board.js`;
  try {
    const module = /** @type {BoardModule} */ (await import(path));
    loaded.set(folder, module);
    sessionStorage.removeItem(TRIES);
    return module;
  } catch {
    return comeAgain(path);
  }
}

const TRIES = 'boards.tries';

/**
 * A browser that failed to load a module never tries again: when the server can be reached, the page begins
 * anew.
 * @param {string} path
 * @returns {Promise<never>}
 */
async function comeAgain(path) {
  for (let tries = Number(sessionStorage.getItem(TRIES)); ; tries++) {
    await new Promise(over => setTimeout(over, backoff(tries, Math.random())));
    const reached = await fetch(path, { cache: 'no-store' }).then(
      answer => answer.ok,
      () => false,
    );
    if (!reached) continue;
    sessionStorage.setItem(TRIES, String(tries + 1));
    location.reload();
    return new Promise(() => {});
  }
}

/** A game's drawings, null until they are here. @param {string} folder @returns {BoardModule|null} */
export function useBoard(folder) {
  const [board, setBoard] = useState(/** @type {BoardModule|null} */ (loaded.get(folder) ?? null));
  useEffect(() => {
    let wanted = true;
    setBoard(loaded.get(folder) ?? null);
    if (folder)
      loadBoard(folder).then(found => {
        if (wanted) setBoard(found);
      });
    return () => {
      wanted = false;
    };
  }, [folder]);
  return board;
}
