// The user's preferences, stored in this browser.
import { useEffect, useState } from '../vendor/view.js';

/** @import { Preferences } from '../types' */

const KEY = 'trackside';
export const LANGUAGES = ['en', 'de'];

/** The factors for durations. @type {{[pace in import('../types').Pace]: number}} */
export const PACES = { slow: 1.7, normal: 1, quick: 0.4, once: 0 };

/**
 * Return the factor for durations: the user's choice, or the system's preference.
 * @param {Preferences['pace']} chosen
 * @param {boolean} reduced
 */
export const paceOf = (chosen, reduced) => PACES[chosen ?? (reduced ? 'once' : 'normal')];

/** @type {Preferences} */
export const DEFAULTS = {
  language: null,
  theme: 'system',
  autoroll: false,
  pace: null,
  sound: true,
  volume: 0.4,
  notices: false,
  keys: true,
  guide: true,
  explained: [],
  lessons: {},
};

/** Return the finished lessons of each game. @param {unknown} kept @returns {Preferences['lessons']} */
function readLessons(kept) {
  if (kept === null || typeof kept !== 'object') return {};
  const lists = Object.entries(kept).filter(([, done]) => Array.isArray(done));
  return Object.fromEntries(
    lists.map(([game, done]) => [game, done.filter((/** @type {unknown} */ one) => typeof one === 'string')]),
  );
}

/**
 * Parse stored preferences; replace invalid values by their defaults.
 * @param {string|null} text
 * @returns {Preferences}
 */
export function parse(text) {
  /** @type {any} */
  let kept = null;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    /* damaged, or written by something else */
  }
  if (kept === null || typeof kept !== 'object') return { ...DEFAULTS };
  return {
    language: LANGUAGES.includes(kept.language) ? kept.language : null,
    theme: ['light', 'dark'].includes(kept.theme) ? kept.theme : 'system',
    autoroll: kept.autoroll === true,
    pace: kept.pace in PACES ? kept.pace : null,
    sound: kept.sound !== false,
    volume: kept.volume >= 0 && kept.volume <= 1 ? Number(kept.volume) : DEFAULTS.volume,
    notices: kept.notices === true,
    keys: kept.keys !== false,
    guide: kept.guide !== false,
    explained: Array.isArray(kept.explained)
      ? kept.explained.filter((/** @type {unknown} */ one) => typeof one === 'string')
      : [],
    lessons: readLessons(kept.lessons),
  };
}

/**
 * Return the first of the browser's languages that has a catalogue, or English.
 * @param {readonly string[]} wanted
 */
export function bestLanguage(wanted) {
  for (const one of wanted) {
    const short = one.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short)) return short;
  }
  return 'en';
}

function read() {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return parse(null);
  }
}

let current = typeof localStorage === 'undefined' ? parse(null) : read();
/** @type {Set<(p: Preferences) => void>} */
const listeners = new Set();

function apply() {
  if (current.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = current.theme;
  for (const listener of listeners) listener(current);
}

/** Change some preferences and store them. @param {Partial<Preferences>} change */
export function prefer(change) {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    /* private windows may refuse storage: the change lasts until the page closes */
  }
  apply();
}

/** Return the preferences; redraw whenever they change, in another tab too. @returns {Preferences} */
export function usePreferences() {
  const [now, set] = useState(current);
  useEffect(() => {
    listeners.add(set);
    const elsewhere = (/** @type {StorageEvent} */ event) => {
      if (event.key === KEY) {
        current = read();
        apply();
      }
    };
    addEventListener('storage', elsewhere);
    return () => {
      listeners.delete(set);
      removeEventListener('storage', elsewhere);
    };
  }, []);
  return now;
}
