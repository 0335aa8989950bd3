// Short lists of name and value pairs in this browser's storage, the newest last. A name keeps its first value.
const MOST = 200;

/** Pairs that could not be stored, kept while the page is open. @type {Map<string, [name: string, value: any][]>} */
const unstored = new Map();

/** @param {string} key @returns {[name: string, value: any][]} */
function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

/** Return all pairs of a list. @param {string} key @returns {[name: string, value: any][]} */
export const kept = key => [...stored(key), ...(unstored.get(key) ?? [])];

/** Return the value stored under a name, or null. @param {string} key @param {string} name @returns {any} */
export const keptValue = (key, name) => kept(key).find(([one]) => one === name)?.[1] ?? null;

/**
 * Store a value under a name that has none yet.
 * @param {string} key
 * @param {string} name
 * @param {any} value
 */
export function keepFirst(key, name, value) {
  if (keptValue(key, name) !== null) return;
  try {
    localStorage.setItem(key, JSON.stringify([...stored(key), [name, value]].slice(-MOST)));
  } catch {
    unstored.set(key, [...(unstored.get(key) ?? []), [name, value]]);
  }
}
