// Pieces that every page uses: header, menu, notes.
import { badge, el } from './kit.js';
import { LANGUAGES, prefer } from './preferences.js';
import { html, useEffect, useRef, useState } from './vendor/view.js';

/** @typedef {import('./types').App} App @typedef {import('./types').Seat} Seat */

const LOGO = el(
  'svg',
  { width: 34, height: 26, viewBox: '0 0 34 26', 'aria-hidden': 'true' },
  el('path', {
    d: 'M4 21H21A6 6 0 0 0 21 9H13',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 1.6,
    'stroke-dasharray': '1 4',
    'stroke-linecap': 'round',
  }),
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
  el('path', {
    d: 'M27 9.5 31.3 12V17L27 19.5 22.7 17V12Z',
    fill: '#3a80bd',
    stroke: 'currentColor',
    'stroke-width': 1.5,
    'stroke-linejoin': 'round',
  }),
  el('path', {
    d: 'M4 5.6C6.6 .6 14.4 .6 17 5.6 14.4 10.6 6.6 10.6 4 5.6Z',
    fill: '#cf3f2e',
    stroke: 'currentColor',
    'stroke-width': 1.5,
  }),
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
    <nav aria-label=${words('page.navigation')}>${children}<${Menu} app=${app} label=${menu ?? words('page.menu')} extra=${extra} /></nav>
  </header>`;
}

/**
 * Closes something when a click or Escape lands outside.
 * @param {boolean} open
 * @param {() => void} close
 * @param {{current: HTMLElement|null}} inside
 */
function useOutside(open, close, inside) {
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
 * The menu: what this page can do besides, then the preferences.
 * @param {{app: App, label: string, extra?: any}} props
 */
function Menu({ app, label, extra }) {
  const [open, setOpen] = useState(false);
  const inside = useRef(/** @type {HTMLElement|null} */ (null));
  useOutside(open, () => setOpen(false), inside);
  return html`<div class="menu" ref=${inside}>
    <button class="button plain menu-button" type="button" aria-expanded=${open} aria-controls="menu" onClick=${() => setOpen(!open)}><span>${label}</span></button>
    <div id="menu" class="panel" hidden=${!open}>
      ${open && html`${extra && html`<div class="panel-part" onClick=${() => setOpen(false)}>${extra}</div>`}<${Settings} app=${app} />`}
    </div>
  </div>`;
}

/** @param {{app: App}} props */
function Settings({ app }) {
  const { words, preferences } = app;
  const check = (
    /** @type {'autoroll'|'keys'|'guide'} */ name,
  ) => html`<label class="check"><input type="checkbox" checked=${preferences[name]}
    onChange=${(/** @type {any} */ event) => prefer({ [name]: event.target.checked, ...(name === 'guide' ? { explained: [] } : {}) })} /><span>${words(`settings.${name}`)}</span></label>`;
  return html`<div class="panel-part settings">
    <${NameField} app=${app} />
    <label class="field"><span>${words('settings.language')}</span><select value=${app.language} onChange=${(/** @type {any} */ event) => prefer({ language: event.target.value })}>
      ${LANGUAGES.map(one => html`<option value=${one} lang=${one} selected=${one === app.language}>${words(`language.${one}`)}</option>`)}</select></label>
    <label class="field"><span>${words('settings.theme')}</span><select value=${preferences.theme} onChange=${(/** @type {any} */ event) => prefer({ theme: event.target.value })}>
      ${['system', 'light', 'dark'].map(one => html`<option value=${one} selected=${one === preferences.theme}>${words(`theme.${one}`)}</option>`)}</select></label>
    ${check('autoroll')}${check('guide')}${check('keys')}
  </div>`;
}

/** What I am called at every table. @param {{app: App}} props */
export function NameField({ app }) {
  const [wrong, setWrong] = useState('');
  const save = async (/** @type {any} */ event) => {
    const name = event.target.value.trim();
    if (name === app.hello.name) return;
    try {
      await app.setName(name);
      setWrong('');
    } catch (error) {
      setWrong(String(/** @type {Error} */ (error).message));
    }
  };
  return html`<label class="field"><span>${app.words('settings.name')}</span><input class="text" name="name" maxlength="32" autocomplete="nickname" value=${app.hello.name}
    placeholder=${app.words('settings.nobody')} onChange=${save} /></label>${wrong && html`<${Wrong} text=${wrong} />`}`;
}

/** A refusal, in words. @param {{text: string, close?: () => void, words?: import('./types').Words}} props */
export const Wrong = ({
  text,
  close,
  words,
}) => html`<div class="note error" role="alert"><span class="sign" aria-hidden="true">✕</span><span>${text}</span>
  ${close && words ? html`<button class="button small" type="button" onClick=${close}>${words('page.ok')}</button>` : html`<span></span>`}</div>`;

/** Something worth knowing. @param {{sign?: string, children?: any}} props */
export const Note = ({ sign = '…', children }) =>
  html`<div class="note" role="status"><span class="sign" aria-hidden="true">${sign}</span><span>${children}</span><span></span></div>`;

/**
 * Who sits there, as small signs; the names stand beside them.
 * @param {{seats: Seat[], words: import('./types').Words}} props
 */
export const Badges = ({ seats, words }) =>
  html`<span class="who">${seats.map((seat, i) =>
    seat.kind === 'open'
      ? html`<span key=${i} class="free" title=${words('seat.open')}></span>`
      : html`<span key=${i}>${badge(seat.colour)}</span>`,
  )}</span>`;

/**
 * A button that says for a while that it did something.
 * @param {{label: string, done: string, act: () => Promise<void>}} props
 */
export function CopyButton({ label, done, act }) {
  const [did, setDid] = useState(false);
  return html`<button class="button small" type="button" onClick=${async () => {
    await act();
    setDid(true);
    setTimeout(() => setDid(false), 2500);
  }}>${did ? done : label}</button>`;
}

/** The window's title. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Trackside` : 'Trackside';
  }, [text]);
}
