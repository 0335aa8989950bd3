// The drawing of each game: its own board.js and board.css, or the default board.
import * as defaultBoard from './default-board.js';
import { backoff } from './messages.js';
import { useEffect, useState } from './vendor/view.js';

/** @typedef {import('./api').GameCard} GameCard @typedef {import('./types').BoardModule} BoardModule */

const TRIES = 'boards.tries';

/** @type {Map<string, BoardModule>} */
const loaded = new Map();
/** @type {Map<string, Promise<BoardModule>>} */
const loading = new Map();

/**
 * A game's drawing, loaded once with the styles it needs.
 * @param {GameCard} game
 * @returns {Promise<BoardModule>}
 */
function boardOf(game) {
  const begun = loading.get(game.folder) ?? loadBoard(game);
  loading.set(game.folder, begun);
  return begun;
}

/** @param {GameCard} game @returns {Promise<BoardModule>} */
async function loadBoard(game) {
  const folder = `/games/${game.folder}`;
  const [board] = await Promise.all([
    game.board ? loadModule(`${folder}/board.js`) : defaultBoard,
    game.styles ? loadStyles(`${folder}/board.css`) : undefined,
  ]);
  loaded.set(game.folder, board);
  sessionStorage.removeItem(TRIES);
  return board;
}

/** @param {string} path @returns {Promise<BoardModule>} */
const loadModule = path => import(path).catch(() => reloadWhenReachable(path));

/** Adds a stylesheet to the page; resolves once it applies. @param {string} path @returns {Promise<void>} */
function loadStyles(path) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  const applied = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
  document.head.append(link);
  return applied.then(
    () => {},
    () => reloadWhenReachable(path),
  );
}

/**
 * Reloads the page once the server can be reached: a browser never retries a module that failed to load.
 * @param {string} path
 * @returns {Promise<never>}
 */
async function reloadWhenReachable(path) {
  for (let tries = Number(sessionStorage.getItem(TRIES)); ; tries++) {
    await new Promise(resolve => setTimeout(resolve, backoff(tries, Math.random())));
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

/**
 * A game's drawing; null until it and its styles are loaded.
 * @param {GameCard|undefined} game
 * @returns {BoardModule|null}
 */
export function useBoard(game) {
  const folder = game?.folder ?? '';
  const [board, setBoard] = useState(/** @type {BoardModule|null} */ (loaded.get(folder) ?? null));
  useEffect(() => {
    let wanted = true;
    setBoard(loaded.get(folder) ?? null);
    if (game)
      boardOf(game).then(found => {
        if (wanted) setBoard(found);
      });
    return () => {
      wanted = false;
    };
  }, [folder]);
  return board;
}
