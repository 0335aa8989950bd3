// Looks words up in the catalogues the server sent.

/** @typedef {import('./types').Words} Words @typedef {import('./api').Catalogue} Catalogue */

/**
 * A catalogue's entry with its places filled in.
 * @param {string} text
 * @param {{[name: string]: unknown}} values
 */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** Says things from the first catalogue that has them. @param {...Catalogue} catalogues @returns {Words} */
export function makeWords(...catalogues) {
  /** @type {Catalogue} */
  const all = Object.assign({}, ...[...catalogues].reverse());
  const words = (/** @type {string} */ key, /** @type {{[name: string]: unknown}} */ values = {}) =>
    fill(all[key] ?? key, values);
  const has = (/** @type {string} */ key) => key in all;
  const count = (
    /** @type {string} */ key,
    /** @type {number} */ n,
    /** @type {{[name: string]: unknown}} */ values = {},
  ) => words(`${key}.${n === 1 ? 'one' : 'more'}`, { n, ...values });
  return Object.assign(words, { has, count });
}

/** Names as a sentence lists them. @param {string[]} names @param {Words} words */
export const joinNames = (names, words) =>
  names.length < 2
    ? names.join('')
    : words('page.list', { first: names.slice(0, -1).join(', '), last: names[names.length - 1] });

/**
 * What a seat is called: its player's name, or its colour.
 * @param {{name: string, colour: string}|undefined} seat
 * @param {Words} words
 */
export const nameOf = (seat, words) => (!seat ? '' : seat.name || words(`seat.${seat.colour}`));

/**
 * The people and bots on some seats as a sentence lists them; nobody is called by a colour.
 * @param {{name: string}[]} seats
 * @param {Words} words
 */
export function listPeople(seats, words) {
  const named = seats.map(seat => seat.name).filter(Boolean);
  const nameless = seats.length - named.length;
  return joinNames(nameless ? [...named, words.count('seat.nameless', nameless)] : named, words);
}

/** A number with a true minus sign. @param {number|string} n */
export const signed = n => (typeof n === 'number' && n < 0 ? `−${-n}` : String(n));

/** @param {number} n */
const twoDigits = n => String(n).padStart(2, '0');

/** Seconds as minutes and seconds, with hours where there are any. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = twoDigits(whole % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}
