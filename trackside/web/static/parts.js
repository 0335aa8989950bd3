// Pieces that every page uses: header, menu, notes.
import { badge, el } from './kit.js';
import { LANGUAGES, prefer } from './preferences.js';
import { html, useEffect, useRef, useState } from './vendor/view.js';

/** @typedef {import('./types').App} App @typedef {import('./types').Words} Words */

const THEMES = ['system', 'light', 'dark'];

/** @param {string} d @param {{[name: string]: unknown}} look */
const outline = (d, look) => el('path', { d, stroke: 'currentColor', 'stroke-width': 1.5, ...look });

const DOTS = { fill: 'none', 'stroke-width': 1.6, 'stroke-dasharray': '1 4', 'stroke-linecap': 'round' };
const LOGO = el(
  'svg',
  { width: 34, height: 26, viewBox: '0 0 34 26', 'aria-hidden': 'true' },
  outline('M4 21H21A6 6 0 0 0 21 9H13', DOTS),
  el('rect', {
    x: 1,
    y: 15.4,
    width: 9,
    height: 9,
    rx: 2.4,
    fill: '#f4bd2b',
    stroke: 'currentColor',
    'stroke-width': 1.5,
  }),
  outline('M27 9.5 31.3 12V17L27 19.5 22.7 17V12Z', { fill: '#3a80bd', 'stroke-linejoin': 'round' }),
  outline('M4 5.6C6.6 .6 14.4 .6 17 5.6 14.4 10.6 6.6 10.6 4 5.6Z', { fill: '#cf3f2e' }),
);

/**
 * The header of every page.
 * @param {{app: App, where?: any, menu?: string, extra?: any, children?: any}} props
 */
export function Top({ app, where, menu, extra, children }) {
  const { words } = app;
  return html`<header class="top">
    <a class="skip" href="#main">${words('page.skip')}</a>
    <a class="mark" href="/" aria-label=${words('page.home')}>${LOGO}<span>Trackside</span></a>
    ${where}
    <nav aria-label=${words('page.navigation')}>
      ${children}
      <${Menu} app=${app} label=${menu ?? words('page.menu')} extra=${extra} />
    </nav>
  </header>`;
}

/**
 * A page of its own with a heading and an error.
 * @param {{app: App, title: string, error?: string, children?: any}} props
 */
export const ErrorPage = ({ app, title, error, children }) =>
  html`<${Top} app=${app} />
    <main id="main" class="text-page" tabindex="-1">
      <h1>${title}</h1>
      ${error && html`<${ErrorNote} text=${error} />`}
      <p>${children ?? html`<a href="/">${app.words('page.to_lobby')}</a>`}</p>
    </main>`;

/** What is shown until a page has its data. @param {{app: App}} props */
export const Loading = ({ app }) =>
  html`<${Top} app=${app} /><main id="main" class="hold" tabindex="-1" aria-busy="true"></main>`;

/**
 * Closes something when a click lands outside or Escape is pressed.
 * @param {boolean} open
 * @param {() => void} close
 * @param {{current: HTMLElement|null}} inside
 */
function useCloseOutside(open, close, inside) {
  useEffect(() => {
    if (!open) return undefined;
    const click = (/** @type {Event} */ event) => {
      if (!inside.current?.contains(/** @type {Node} */ (event.target))) close();
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
      inside.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', click);
    document.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('pointerdown', click);
      document.removeEventListener('keydown', key, true);
    };
  }, [open]);
}

/**
 * The menu: what else this page can do, then the preferences.
 * @param {{app: App, label: string, extra?: any}} props
 */
function Menu({ app, label, extra }) {
  const [open, setOpen] = useState(false);
  const inside = useRef(/** @type {HTMLElement|null} */ (null));
  useCloseOutside(open, () => setOpen(false), inside);
  const actions = extra && html`<div class="panel-part" onClick=${() => setOpen(false)}>${extra}</div>`;
  return html`<div class="menu" ref=${inside}>
    <button
      class="button plain menu-button"
      type="button"
      aria-expanded=${open}
      aria-controls="menu"
      onClick=${() => setOpen(!open)}
    >
      <span>${label}</span>
    </button>
    <div id="menu" class="panel" hidden=${!open}>${open && html`${actions}<${Settings} app=${app} />`}</div>
  </div>`;
}

/**
 * @typedef {[value: string, label: string][]} Choices
 * @typedef {object} SelectProps
 * @property {string} [name]
 * @property {string} value
 * @property {Choices} choices
 * @property {(value: string) => void} change
 */

/** @param {SelectProps} props */
export const Select = ({ name, value, choices, change }) =>
  html`<select name=${name} value=${value} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
    ${choices.map(([one, label]) => html`<option key=${one} value=${one} selected=${one === value}>${label}</option>`)}
  </select>`;

/**
 * A choice with its label, before or above it.
 * @param {SelectProps & {label: string, stack?: boolean}} props
 */
export const SelectField = ({ label, stack, ...select }) =>
  html`<label class=${stack ? 'field stack' : 'field'}><span>${label}</span><${Select} ...${select} /></label>`;

/** @param {{app: App}} props */
function Settings({ app }) {
  const { words, preferences } = app;
  const check = (/** @type {'autoroll'|'keys'|'guide'} */ name) => {
    const change = (/** @type {any} */ event) =>
      prefer({ [name]: event.target.checked, ...(name === 'guide' ? { explained: [] } : {}) });
    return html`<label class="check">
      <input type="checkbox" checked=${preferences[name]} onChange=${change} />
      <span>${words(`settings.${name}`)}</span>
    </label>`;
  };
  return html`<div class="panel-part settings">
    <${NameField} app=${app} />
    <${SelectField}
      label=${words('settings.language')}
      value=${app.language}
      choices=${LANGUAGES.map(one => [one, words(`language.${one}`)])}
      change=${(/** @type {string} */ language) => prefer({ language })}
    />
    <${SelectField}
      label=${words('settings.theme')}
      value=${preferences.theme}
      choices=${THEMES.map(one => [one, words(`theme.${one}`)])}
      change=${(/** @type {import('./types').Preferences['theme']} */ theme) => prefer({ theme })}
    />
    ${check('autoroll')}${check('guide')}${check('keys')}
  </div>`;
}

/** What I am called at every table. @param {{app: App}} props */
export function NameField({ app }) {
  const [error, setError] = useState('');
  const save = async (/** @type {any} */ event) => {
    const name = event.target.value.trim();
    if (name === app.hello.name) return;
    try {
      await app.setName(name);
      setError('');
    } catch (refusal) {
      setError(String(/** @type {Error} */ (refusal).message));
    }
  };
  return html`<label class="field">
      <span>${app.words('settings.name')}</span>
      <input
        class="text"
        name="name"
        maxlength=${app.hello.limits.name}
        autocomplete="nickname"
        value=${app.hello.name}
        placeholder=${app.words('settings.nobody')}
        onChange=${save}
      />
    </label>
    ${error && html`<${ErrorNote} text=${error} />`}`;
}

/** What went wrong, in words. @param {{text: string, close?: () => void, words?: Words}} props */
export const ErrorNote = ({ text, close, words }) =>
  html`<div class="note error" role="alert">
    <span class="sign" aria-hidden="true">✕</span><span>${text}</span>
    ${
      close && words
        ? html`<button class="button small" type="button" onClick=${close}>${words('page.ok')}</button>`
        : html`<span></span>`
    }
  </div>`;

/** Something worth knowing. @param {{sign?: string, children?: any}} props */
export const Note = ({ sign = '…', children }) =>
  html`<div class="note" role="status">
    <span class="sign" aria-hidden="true">${sign}</span><span>${children}</span><span></span>
  </div>`;

/**
 * Who sits at a table, as small badges; the names stand beside them.
 * @param {{seats: {kind: string, colour: string}[], words: Words}} props
 */
export const Badges = ({ seats, words }) =>
  html`<span class="who">
    ${seats.map((seat, i) =>
      seat.kind === 'open'
        ? html`<span key=${i} class="free" title=${words('seat.open')}></span>`
        : html`<span key=${i}>${badge(seat.colour)}</span>`,
    )}
  </span>`;

/**
 * A button that says for a while that it is done.
 * @param {{label: string, done: string, act: () => Promise<void>}} props
 */
export function CopyButton({ label, done, act }) {
  const [did, setDid] = useState(false);
  const click = async () => {
    await act();
    setDid(true);
    setTimeout(() => setDid(false), 2500);
  };
  return html`<button class="button small" type="button" onClick=${click}>${did ? done : label}</button>`;
}

/** The window's title. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Trackside` : 'Trackside';
  }, [text]);
}
