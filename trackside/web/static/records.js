// Finished games, and games imported from text.
import { post } from './http.js';
import { ShowMore, useLists } from './lists.js';
import { Badges, ErrorNote, Top, useTitle } from './parts.js';
import { html, useState } from './vendor/view.js';

/** @typedef {import('./types').App} App @typedef {import('./api').TableRow} TableRow */

/** @param {{app: App}} props */
export function RecordsPage({ app }) {
  const { words } = app;
  const { lists, showMore } = useLists(app);
  useTitle(words('games.title'));
  const games = lists?.finished.map(row => html`<${FinishedGame} key=${row.id} app=${app} row=${row} />`);
  return html`<${Top} app=${app}>
      <a class="button plain" href=${`/rules/${app.hello.games[0]?.name}`}>${words('page.rules')}</a>
    </${Top}>
    <main id="main" class="text-page" tabindex="-1">
      <h1>${words('games.title')}</h1>
      ${games?.length === 0 && html`<p class="quiet">${words('games.none')}</p>`}
      ${games && games.length > 0 && html`<ul class="rows">${games}</ul>`}
      <${ShowMore}
        place=${lists?.more.finished ?? null}
        title=${words('games.title')}
        show=${() => showMore('finished')}
        words=${words}
      />
      <${Import} app=${app} />
    </main>`;
}

/** @param {{app: App, row: TableRow}} props */
function FinishedGame({ app, row }) {
  const { words } = app;
  const date = new Date(row.when).toLocaleDateString(app.language, { dateStyle: 'medium' });
  const label = (/** @type {string} */ act) => words('lobby.act_on', { act, title: row.title });
  const review = words('end.review');
  const download = words('replay.download');
  const file = `${row.game}-${row.id}.txt`;
  return html`<li>
    <span>
      <b>${row.title}</b><br />
      <span class="quiet">${[row.says, date].filter(Boolean).join(' · ')}</span>
    </span>
    <${Badges} seats=${row.seats} words=${words} />
    <span class="row-act">
      <a class="button small" href=${`/replay/${row.id}`} aria-label=${label(review)}>${review}</a>
      <a
        class="button small plain"
        href=${`/api/tables/${row.id}/record`}
        download=${file}
        aria-label=${label(download)}
      >
        ${download}
      </a>
    </span>
  </li>`;
}

/** A game as text, pasted or from a file. @param {{app: App}} props */
function Import({ app }) {
  const { words } = app;
  const longest = app.hello.limits.record;
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const made = await post('/api/records', { text }, app.language);
      app.go(`/replay/${made.table}`);
    } catch (refusal) {
      setError(/** @type {Error} */ (refusal).message);
    }
  };
  const choose = async (/** @type {any} */ event) => {
    const file = event.target.files?.[0];
    if (file) setText(file.size > longest ? '' : await file.text());
    setError(file && file.size > longest ? words('games.too_long') : '');
  };
  return html`<section class="import">
    <h2>${words('games.bring')}</h2>
    <p class="quiet">${words('games.bring_lead')}</p>
    <form class="options" onSubmit=${send}>
      <label class="field tall">
        <span>${words('games.text')}</span>
        <textarea
          class="text"
          name="record"
          rows="8"
          spellcheck="false"
          value=${text}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}
        ></textarea>
      </label>
      <label class="field">
        <span>${words('games.file')}</span>
        <input type="file" accept=".txt,.trackside,text/plain" onChange=${choose} />
      </label>
      ${error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${words} />`}
      <button class="button primary" type="submit" disabled=${!text.trim()}>${words('games.read')}</button>
    </form>
  </section>`;
}
