// The drawings of games: each game's board.js and board.css, or the default board.
import * as defaultBoard from './default-board.js';
import { loadModule, loadStyles } from '../app/load.js';
import { useEffect, useState } from '../vendor/view.js';

/**
 * @import { GameCard } from '../api'
 * @import { BoardModule } from '../types'
 */

/** @type {Map<string, BoardModule>} */
const loaded = new Map();
/** @type {Map<string, Promise<BoardModule>>} */
const loading = new Map();

/**
 * Load a game's drawing and its styles, once.
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
  const drawing = `/games/${game.folder}/board`;
  const [board] = await Promise.all([
    game.board ? loadModule(`${drawing}.js`, () => import(`${drawing}.js`)) : defaultBoard,
    game.board ? undefined : loadStyles('/static/table/default-board.css'),
    game.styles ? loadStyles(`${drawing}.css`) : undefined,
  ]);
  loaded.set(game.folder, board);
  return board;
}

/**
 * Return a game's drawing, or null until it and its styles are loaded.
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
