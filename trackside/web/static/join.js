// An invitation: choose a name, take the seat.
import { newSalt } from './fair.js';
import { get, post } from './http.js';
import { ErrorNote, NameField, Top, useTitle } from './parts.js';
import { html, useEffect, useState } from './vendor/view.js';
import { unusual } from './waiting.js';
import { listPeople } from './words.js';

/** @typedef {import('./types').App} App @typedef {import('./api').Snapshot} Snapshot */

const ALL_SEATS = [0, 1, 2, 3, 4, 5];

/**
 * Takes the seat of an invitation: it does not say which one it is, so every open seat is tried.
 * @param {string} id
 * @param {string} secret
 * @param {Snapshot|null} found
 * @param {string} language
 */
async function takeSeat(id, secret, found, language) {
  const open = found?.seats.filter(seat => seat.kind === 'open').map(seat => seat.seat);
  let refusal = new Error('');
  for (const seat of open ?? ALL_SEATS) {
    try {
      return await post(`/api/tables/${id}/seats/${seat}`, { invite: secret, salt: newSalt() }, language);
    } catch (error) {
      refusal = /** @type {Error} */ (error);
    }
  }
  throw refusal;
}

/** @param {{app: App, id: string, secret: string}} props */
export function JoinPage({ app, id, secret }) {
  const { words } = app;
  const [found, setFound] = useState(/** @type {Snapshot|null} */ (null));
  const [error, setError] = useState('');
  useTitle(words('join.title'));
  const failed = (/** @type {Error} */ refusal) => setError(refusal.message);
  useEffect(() => {
    get(`/api/tables/${id}`, { language: app.language }).then(setFound, failed);
  }, [id, app.language]);
  const sit = () => takeSeat(id, secret, found, app.language).then(() => app.go(`/table/${id}`), failed);
  const sitButton = html`<button class="button primary" type="button" onClick=${sit}>${words('wait.sit')}</button>`;
  return html`<${Top} app=${app} />
    <main id="main" class="text-page" tabindex="-1">
      <h1>${found ? words('join.to', { title: found.table.title }) : words('join.title')}</h1>
      ${found && html`<${Invitation} app=${app} found=${found} sitButton=${sitButton} />`}
      ${
        error &&
        html`<${ErrorNote} text=${error} />
          ${!found && html`<div class="buttons">${sitButton}</div>`}
          <p><a href="/">${words('page.to_lobby')}</a></p>`
      }
    </main>`;
}

/** The table one is invited to. @param {{app: App, found: Snapshot, sitButton: any}} props */
function Invitation({ app, found, sitButton }) {
  const { words } = app;
  const { table, seats } = found;
  const full = !seats.some(seat => seat.kind === 'open');
  const others = seats.filter(seat => seat.kind !== 'open');
  const look = html`<a class="button primary" href=${`/table/${table.id}`}>${words('join.look')}</a>`;
  return html`<p class="lead">${others.length > 0 && words('join.with', { names: listPeople(others, words) })}</p>
    <p class="quiet">${unusual(app, table).join(' · ')}</p>
    ${full ? html`<p>${words('join.full')}</p>` : html`<div class="wait-name"><${NameField} app=${app} /></div>`}
    <div class="buttons">
      ${full ? look : sitButton}
      <a class="button" href=${`/rules/${table.game}`}>${words('page.rules')}</a>
    </div>`;
}
