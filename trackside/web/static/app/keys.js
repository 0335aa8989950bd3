// The list of keyboard shortcuts, in the settings and on "?".
import { Dialog } from '../ui/dialog.js';
import { html, useEffect, useState } from '../vendor/view.js';

/** @import { App } from '../types' */

/** The shortcuts of each page: the key and the word for its action. @type {{[page: string]: [string, string][]}} */
const KEYS = {
  table: [
    ['← →', 'choose'],
    ['Enter', 'play'],
    ['Space', 'roll'],
    ['Esc', 'escape'],
    ['U', 'undo'],
    ['H', 'hint'],
    ['M', 'sound'],
  ],
  replay: [
    ['← →', 'turn'],
    ['Shift ← →', 'move'],
    ['Home End', 'ends'],
  ],
  review: [
    ['← →', 'step'],
    ['1–5', 'moment'],
    ['M', 'mistake'],
    ['L', 'luck'],
    ['W', 'whatif'],
    ['E', 'perspective'],
  ],
};

/**
 * Return the label of a key; punctuation, digits and letters are their own label.
 * @param {string} key
 * @param {App} app
 */
const nameOfKey = (key, { words }) => (words.has(`key.${key}`) ? words(`key.${key}`) : key);

/** @param {{app: App}} props */
const KeyList = ({ app }) =>
  html`<div class="dialog-body one key-lists">
    ${Object.entries(KEYS).map(
      ([page, keys]) => html`<section key=${page} aria-labelledby=${`keys-${page}`}>
        <h3 id=${`keys-${page}`}>${app.words(`keys.${page}`)}</h3>
        <dl>
          ${keys.map(
            ([pressed, does]) => html`<div key=${does}>
              <dt>${pressed.split(' ').map(one => html`<kbd key=${one}>${nameOfKey(one, app)}</kbd> `)}</dt>
              <dd>${app.words(`keys.${does}`)}</dd>
            </div>`,
          )}
        </dl>
      </section>`,
    )}
    ${!app.preferences.keys && html`<p class="quiet">${app.words('keys.off')}</p>`}
  </div>`;

/** Return true if the user is typing, so that keys are input. @param {EventTarget|null} target */
const isTyping = target =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/**
 * Return the dialog that lists the keys, opened by a button or by "?".
 * @param {App} app
 * @returns {{open: () => void, dialog: any}}
 */
export function useKeyList(app) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== '?' || event.defaultPrevented || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setOn(true);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  const dialog =
    on &&
    html`<${Dialog} small title=${app.words('keys.title')} words=${app.words} close=${() => setOn(false)}>
      <${KeyList} app=${app} />
    </${Dialog}>`;
  return { open: () => setOn(true), dialog };
}
