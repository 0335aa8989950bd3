// A game's own drawing that fails: the default board in its place, with the file and the line of the error.
import * as defaultBoard from './default-board.js';
import { loadStyles } from '../app/load.js';
import { Component, html } from '../vendor/view.js';

/**
 * @import { BoardModule, BoardProps } from '../types'
 */

/** @typedef {{file: string, line: number|null, message: string}} Problem */

const STYLES = '/static/table/default-board.css';
const CHECKED = 3000; // milliseconds to wait for the place of an error of syntax

/**
 * Return true if a module could not be fetched, so that trying again may help.
 * @param {unknown} error
 */
export const isUnfetched = error =>
  error instanceof TypeError &&
  /fetch|import|load/i.test(error.message) &&
  !/\.js:\d+/.test(error.stack ?? '');

/** Return the file of an address in a game's page folder. @param {string} address */
const fileOf = address => new URL(address, 'http://x').pathname.split('/').slice(3).join('/') || address;

/**
 * Return the place of an error that was thrown in a game's script: the first line of its stack that lies there.
 * @param {unknown} error
 * @param {string} folder the game's folder
 * @returns {Problem}
 */
export function thrownProblem(error, folder) {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const found = new RegExp(`/games/${folder}/([^:?)\\s]+\\.js)(?:\\?[^:)\\s]*)?:(\\d+)`).exec(stack);
  return { file: found?.[1] ?? 'board.js', line: found ? Number(found[2]) : null, message };
}

/**
 * Return the place of an error of syntax: only the event of a script element has its line.
 * @param {unknown} error
 * @param {string} path
 * @returns {Promise<Problem>}
 */
export function syntaxProblem(error, path) {
  const plain = {
    file: fileOf(path),
    line: null,
    message: error instanceof Error ? error.message : String(error),
  };
  return new Promise(resolve => {
    const script = document.createElement('script');
    /** @param {ErrorEvent} event */
    const heard = event => {
      const message = event.message.replace(/^Uncaught /, '');
      end({ file: fileOf(event.filename), line: event.lineno, message });
    };
    /** @param {Problem} problem */
    const end = problem => {
      removeEventListener('error', heard);
      script.remove();
      resolve(problem);
    };
    addEventListener('error', heard);
    script.type = 'module';
    script.src = `${path}?check`;
    script.onload = script.onerror = () => setTimeout(() => end(plain), 0);
    setTimeout(() => end(plain), CHECKED);
    document.head.append(script);
  });
}

/** @param {{problem: Problem} & BoardProps} props */
function Fallback({ problem, ...props }) {
  const { file, line, message } = problem;
  const where = line === null ? file : props.words('page.script_line', { file, line });
  const said = props.words('page.script_broken', { where, message });
  return html`<div class="fallback-board">
    ${!props.still && html`<p class="note error" role="alert">${said}</p>`}
    <${defaultBoard.Board} ...${props} />
  </div>`;
}

/**
 * Return a board that shows the default one and says why.
 * @param {string} folder
 * @param {Problem} problem
 * @returns {Promise<BoardModule>}
 */
export async function fallbackBoard(folder, problem) {
  const line = problem.line === null ? '' : `, line ${problem.line}`;
  console.error(`${folder}/page/${problem.file}${line}: ${problem.message}`);
  await loadStyles(STYLES);
  return { Board: props => html`<${Fallback} problem=${problem} ...${props} />` };
}

/** A drawing that is replaced by the default one when it throws an error. */
class Guarded extends Component {
  /** @param {unknown} error */
  static getDerivedStateFromError(error) {
    return { error };
  }

  /** @param {unknown} error */
  componentDidCatch(error) {
    const { folder, whole } = this.props;
    const problem = thrownProblem(error, folder);
    this.setState({ problem });
    if (whole) fallbackBoard(folder, problem);
    else console.error(error);
  }

  /** @param {any} props @param {any} state */
  render({ drawing, folder, whole, ...props }, { error, problem }) {
    if (!error) return html`<${drawing} ...${props} />`;
    return whole
      ? html`<${Fallback} problem=${problem ?? thrownProblem(error, folder)} ...${props} />`
      : null;
  }
}

/**
 * Return a game's drawing whose parts cannot break the page: a failing board is replaced, another part left out.
 * @param {string} folder
 * @param {BoardModule} board
 * @returns {BoardModule}
 */
export function guarded(folder, board) {
  /** @type {any} */
  const parts = { ...board };
  for (const name of ['Board', 'Tray', 'SeatNote', 'Outcome', 'Account', 'Hidden'])
    if (parts[name]) {
      const drawing = parts[name];
      const whole = name === 'Board';
      parts[name] = (/** @type {any} */ props) =>
        html`<${Guarded} drawing=${drawing} folder=${folder} whole=${whole} ...${props} />`;
    }
  return parts;
}
