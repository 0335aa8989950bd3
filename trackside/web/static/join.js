// An invitation: say a name, sit down.
import { get, post } from './api.js';
import { NameField, Top, Wrong, useTitle } from './parts.js';
import { html, useEffect, useState } from './vendor/view.js';
import { listed, nameOf } from './words.js';

const ALL = [0, 1, 2, 3, 4, 5];

/**
 * An invitation fits one seat and says not which: it is tried where there is room.
 * @param {string} id
 * @param {string} secret
 * @param {import('./types').TableMessage|null} found
 * @param {string} language
 */
async function takeSeat(id, secret, found, language) {
  let refused = new Error('');
  for (const seat of found?.seats.filter(one => one.kind === 'open').map(one => one.seat) ?? ALL) {
    try {
      return await post(`/api/tables/${id}/seats/${seat}`, { invite: secret }, language);
    } catch (error) {
      refused = /** @type {Error} */ (error);
    }
  }
  throw refused;
}

/** @param {{app: import('./types').App, id: string, secret: string}} props */
export function JoinPage({ app, id, secret }) {
  const { words } = app;
  const [found, setFound] = useState(/** @type {import('./types').TableMessage|null} */ (null));
  const [wrong, setWrong] = useState('');
  useTitle(words('join.title'));
  const failed = (/** @type {Error} */ error) => setWrong(error.message);
  useEffect(() => {
    get(`/api/tables/${id}`, { language: app.language }).then(setFound, failed);
  }, [id, app.language]);
  const sit = () => takeSeat(id, secret, found, app.language).then(() => app.go(`/table/${id}`), failed);
  const full = found !== null && !found.seats.some(seat => seat.kind === 'open');
  const others = found?.seats.filter(seat => seat.kind !== 'open').map(seat => nameOf(seat, words)) ?? [];
  return html`<${Top} app=${app} /><main id="main" class="text-page" tabindex="-1"><h1>${found ? words('join.to', { title: found.table.title }) : words('join.title')}</h1>
    ${
      found &&
      html`<p class="lead">${others.length ? words('join.with', { names: listed(others, words) }) : ''}</p><p class="quiet">${found.table.options.map(option => option.says).join(' · ')}</p>
      ${full ? html`<p>${words('join.full')}</p>` : html`<div class="wait-name"><${NameField} app=${app} /></div>`}
      <div class="buttons">${full ? html`<a class="button primary" href=${`/table/${id}`}>${words('join.look')}</a>` : html`<button class="button primary" type="button" onClick=${sit}>${words('wait.sit')}</button>`}<a class="button" href=${`/rules/${found.table.game}`}>${words('page.rules')}</a></div>`
    }
    ${wrong && html`<${Wrong} text=${wrong} />${!found && html`<div class="buttons"><button class="button primary" type="button" onClick=${sit}>${words('wait.sit')}</button></div>`}<p><a href="/">${words('page.to_lobby')}</a></p>`}</main>`;
}
