// Pages without content: something that does not exist, and data that has not arrived.
import { useReachable } from '../app/online.js';
import { TeacherFace } from './faces.js';
import { Pages, Top } from './header.js';
import { html } from '../vendor/view.js';

/** @import { App } from '../types' */

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
