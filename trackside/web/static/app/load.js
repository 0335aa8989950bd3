// Loads scripts and styles that not every page needs.
import { backoff } from '../table/live.js';
import { answers, whenReachable } from './online.js';

/** Where it is kept how often the page was reloaded for something. @param {string} path */
const triesOf = path => `tries ${path}`;

/**
 * A module, once it is there.
 * @template Module
 * @param {string} path under which its tries are counted
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
export async function loadModule(path, load) {
  const found = await load().catch(() => reloadWhenReachable(path));
  sessionStorage.removeItem(triesOf(path));
  return found;
}

/** Adds a stylesheet to the page; resolves once it applies. @param {string} path @returns {Promise<void>} */
export function loadStyles(path) {
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
  const tries = Number(sessionStorage.getItem(triesOf(path)));
  do {
    await whenReachable();
    await new Promise(resolve => setTimeout(resolve, backoff(tries, Math.random())));
  } while (!(await answers())); // a page that is reloaded without a connection is lost
  sessionStorage.setItem(triesOf(path), String(tries + 1));
  location.reload();
  return new Promise(() => {});
}
