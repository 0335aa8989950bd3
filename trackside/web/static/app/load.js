// Loading of scripts and styles that not every page needs.
import { backoff } from './backoff.js';
import { answers, whenReachable } from './online.js';

/** Return the storage key for the number of reloads caused by a module. @param {string} path */
const triesOf = path => `tries ${path}`;

/**
 * Load a module, reloading the page if that fails.
 * @template Module
 * @param {string} path the key that counts its tries
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
export async function loadModule(path, load) {
  const found = await load().catch(() => reloadWhenReachable(path));
  sessionStorage.removeItem(triesOf(path));
  return found;
}

/** The stylesheets that were added to the page. @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Add a stylesheet to the page, once, and resolve when it applies. @param {string} path @returns {Promise<void>} */
export function loadStyles(path) {
  const applied = styles.get(path) ?? addStyles(path);
  styles.set(path, applied);
  return applied;
}

/** @param {string} path @returns {Promise<void>} */
function addStyles(path) {
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
 * Reload the page once the server is reachable: a browser never retries a module that failed to load.
 * @param {string} path
 * @returns {Promise<never>}
 */
async function reloadWhenReachable(path) {
  const tries = Number(sessionStorage.getItem(triesOf(path)));
  do {
    await whenReachable();
    await new Promise(resolve => setTimeout(resolve, backoff(tries, Math.random())));
  } while (!(await answers())); // a reload without a connection would lose the page
  sessionStorage.setItem(triesOf(path), String(tries + 1));
  location.reload();
  return new Promise(() => {});
}
