// The drawings of games: each game's board.js and board.css, or the default board.
import { fallbackBoard, guarded, isUnfetched, syntaxProblem, thrownProblem } from './board-problem.js';
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
    game.board ? ownBoard(game.folder, `${drawing}.js`) : defaultBoard,
    game.board ? undefined : loadStyles('/static/table/default-board.css'),
    game.styles ? loadStyles(`${drawing}.css`) : undefined,
  ]);
  loaded.set(game.folder, board);
  return board;
}

/**
 * Load a game's own drawing, or the default board if its script has an error.
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<BoardModule>}
 */
async function ownBoard(folder, path) {
  /** @type {unknown} */
  let broken = null;
  const board = await loadModule(path, () =>
    import(path).catch(error => {
      if (isUnfetched(error)) throw error;
      broken = error;
      return null;
    }),
  );
  if (board?.Board) return guarded(folder, board);
  const error = broken ?? new Error('no Board is exported');
  const problem =
    error instanceof SyntaxError ? await syntaxProblem(error, path) : thrownProblem(error, folder);
  return fallbackBoard(folder, problem);
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
