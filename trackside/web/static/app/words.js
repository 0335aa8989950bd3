// Lookup of words in the catalogues from the server.

/**
 * @import { Catalogue } from '../api'
 * @import { Words } from '../types'
 */

/**
 * Fill in the placeholders of a catalogue entry.
 * @param {string} text
 * @param {{[name: string]: unknown}} values
 */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** Matches while the main pointer is a finger; a tablet may get a mouse. */
const fingers = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : { matches: false };

/**
 * Return a lookup in the first catalogue that has a key; on touch devices it prefers the entry `KEY_touch`.
 * @param {...Catalogue} catalogues
 * @returns {Words}
 */
export function makeWords(...catalogues) {
  /** @type {Catalogue} */
  const all = Object.assign({}, ...[...catalogues].reverse());
  const words = (/** @type {string} */ key, /** @type {{[name: string]: unknown}} */ values = {}) =>
    fill((fingers.matches && all[`${key}_touch`]) || (all[key] ?? key), values);
  const has = (/** @type {string} */ key) => key in all;
  const count = (
    /** @type {string} */ key,
    /** @type {number} */ n,
    /** @type {{[name: string]: unknown}} */ values = {},
  ) => words(`${key}.${n === 1 ? 'one' : 'more'}`, { n, ...values });
  return Object.assign(words, { has, count });
}

/** Join names into a list for a sentence. @param {string[]} names @param {Words} words */
export const joinNames = (names, words) =>
  names.length < 2
    ? names.join('')
    : words('page.list', { first: names.slice(0, -1).join(', '), last: names[names.length - 1] });

/**
 * Return the name of a seat's player, or the seat's colour.
 * @param {{name: string, colour: string}|undefined} seat
 * @param {Words} words
 */
export const nameOf = (seat, words) => (!seat ? '' : seat.name || words(`seat.${seat.colour}`));

/**
 * Join people and bots into a list to follow "with"; no one is named by a colour.
 * @param {{name: string, kind: string}[]} seats
 * @param {Words} words
 */
export function listPeople(seats, words) {
  const nameless = seats.filter(seat => !seat.name);
  const bots = nameless.filter(seat => seat.kind === 'bot').length;
  const guests = nameless.length - bots;
  return joinNames(
    [
      ...seats.map(seat => seat.name).filter(Boolean),
      ...(guests ? [words.count('seat.guests', guests)] : []),
      ...(bots ? [words.count('seat.bots', bots)] : []),
    ],
    words,
  );
}

/**
 * Return the locale for dates: the browser's variant of the page's language.
 * @param {{language: string}} app
 */
export const localeOf = app => navigator.languages.find(one => one.startsWith(app.language)) ?? app.language;

/** Format a date without its year. @param {string} day @param {{language: string}} app */
export const dayText = (day, app) =>
  new Date(`${day}T12:00:00`).toLocaleDateString(localeOf(app), { day: 'numeric', month: 'long' });

/** Format a number with a true minus sign. @param {number|string} n */
export const signed = n => (typeof n === 'number' && n < 0 ? `−${-n}` : String(n));

/** @param {number} n */
const twoDigits = n => String(n).padStart(2, '0');

/**
 * Format a clock's time for a turn; without a catalogue entry it is in seconds.
 * @param {number} n seconds
 * @param {Words} words
 */
export const clockLabel = (n, words) =>
  words.has(`clock.${n}`) ? words(`clock.${n}`) : words('clock.seconds', { n });

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Format the time left: minutes and seconds, hours if there are any; above two hours only hours, then days.
 * @param {number} seconds
 * @param {Words} words
 */
export function clockText(seconds, words) {
  if (seconds > 1.5 * DAY) return words('clock.days', { n: Math.round(seconds / DAY) });
  if (seconds > 2 * HOUR) return words('clock.hours', { n: Math.round(seconds / HOUR) });
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / HOUR);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = twoDigits(whole % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}
