// The header of every page: the links to other pages, and the menu.
import { useCloseOutside } from '../app/hooks.js';
import { useKeyList } from '../app/keys.js';
import { Settings } from '../app/settings.js';
import { PersonFace } from './faces.js';
import { badge, el } from './pieces.js';
import { html, useRef, useState } from '../vendor/view.js';

/** @import { App } from '../types' */

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
