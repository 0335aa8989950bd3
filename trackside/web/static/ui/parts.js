// Parts common to all pages: header, menu, notes.
import { PersonFace, TeacherFace } from './faces.js';
import { SelectField } from './fields.js';
import { useKeyList } from '../app/keys.js';
import { badge, el } from './pieces.js';
import { isUnreachable, useReachable } from '../app/online.js';
import { Settings } from '../app/settings.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

export { SelectField };

/** @import { App, Words } from '../types' */

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
 * The links to other pages: lessons, rules, my profile.
 * @param {{app: App, here?: 'learn'|'rules'|'player'|'training'}} props
 */
export function Pages({ app, here }) {
  const { words, hello } = app;
  const link = (/** @type {string} */ name, /** @type {string} */ href, /** @type {any} */ content) =>
    html`<a class=${`button plain to-${name}`} href=${href} aria-current=${here === name ? 'page' : undefined}>
      ${content}
    </a>`;
  const face = hello.name
    ? html`<${PersonFace} name=${hello.name} colour="red" size=${28} />`
    : badge('red', 28);
  return html`${link('learn', '/learn', words('page.learn'))}
    ${link('rules', `/rules/${hello.games[0]?.name}`, words('page.rules'))}
    ${link('player', '/player', html`${face}<span>${hello.name || words('page.player')}</span>`)}`;
}

/**
 * A page for something that does not exist, with links to other pages.
 * @param {{app: App, title: string, lead?: string, first?: [href: string, label: string]}} props
 */
export function NothingHere({ app, title, lead, first }) {
  const { words, hello } = app;
  const [href, label] = first ?? ['/', words('page.to_lobby')];
  const way = (/** @type {string} */ to, /** @type {string} */ name) =>
    to !== href && html`<li key=${to}><a class="button" href=${to}>${name}</a></li>`;
  return html`<${Top} app=${app}><${Pages} app=${app} /></${Top}>
    <main id="main" class="text-page missing" tabindex="-1">
      <${TeacherFace} size=${112} />
      <h1>${title}</h1>
      ${lead && html`<p class="lead" role="alert">${lead}</p>`}
      <ul class="ways">
        <li><a class="button primary" href=${href}>${label}</a></li>
        ${way('/', words('page.to_lobby'))}
        ${hello.games.map(game => way(`/rules/${game.name}`, words('rules.of', { title: game.title })))}
        ${way('/games', words('games.title'))}
      </ul>
    </main>`;
}

/** The placeholder until a page has its data; without a connection it says so. @param {{app: App}} props */
export function Loading({ app }) {
  const { words } = app;
  const reachable = useReachable();
  return html`<${Top} app=${app} />
    <main id="main" class="hold" tabindex="-1" aria-busy="true">
      ${
        !reachable &&
        html`<div class="text-page missing no-connection" role="status">
          <${TeacherFace} size=${112} />
          <h1>${words('offline.title')}</h1>
          <p class="lead">${words('offline.lead')}</p>
        </div>`
      }
    </main>`;
}

/**
 * The note at the bottom of every page that the server is unreachable; a table has its own.
 * @param {{text: string}} props
 */
export function OfflineNote({ text }) {
  const reachable = useReachable();
  return html`<div class="offline" role="status">
    ${!reachable && html`<p><span class="sign" aria-hidden="true">⚠</span><span>${text}</span></p>`}
  </div>`;
}

/**
 * Close something on a click outside or on Escape.
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
 * The menu: other actions of this page, then the preferences.
 * @param {{app: App, label: string, extra?: any}} props
 */
function Menu({ app, label, extra }) {
  const [open, setOpen] = useState(false);
  const inside = useRef(/** @type {HTMLElement|null} */ (null));
  const keys = useKeyList(app);
  const showKeys = () => {
    setOpen(false);
    keys.open();
  };
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
    <div id="menu" class="panel" hidden=${!open}>
      ${open && html`${actions}<${Settings} app=${app} showKeys=${showKeys} />`}
    </div>
    ${keys.dialog}
  </div>`;
}

/** The field for my name at every table. @param {{app: App}} props */
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

/**
 * An error message; the one for an unreachable server disappears once it can be reached.
 * @param {{text: string, close?: () => void, words?: Words}} props
 */
export function ErrorNote({ text, close, words }) {
  const reachable = useReachable();
  if (reachable && isUnreachable(text)) return null;
  return html`<div class="note error" role="alert">
    <span class="sign" aria-hidden="true">✕</span><span>${text}</span>
    ${
      close && words
        ? html`<button class="button small" type="button" onClick=${close}>${words('page.ok')}</button>`
        : html`<span></span>`
    }
  </div>`;
}

/** An informative note. @param {{sign?: string, children?: any}} props */
export const Note = ({ sign = '…', children }) =>
  html`<div class="note" role="status">
    <span class="sign" aria-hidden="true">${sign}</span><span>${children}</span><span></span>
  </div>`;

/**
 * A button that confirms for a while that it has acted.
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

/** Set the window's title. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Trackside` : 'Trackside';
  }, [text]);
}
