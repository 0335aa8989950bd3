// Finished games, and games brought along as text.
import { get, post } from './api.js';
import { Badges, Top, Wrong, useTitle } from './parts.js';
import { html, useEffect, useState } from './vendor/view.js';

/** @typedef {import('./types').App} App @typedef {import('./types').Row} Row */

const LONGEST = 1_000_000; // characters; the server has its own limit and says so

/** @param {{app: App}} props */
export function RecordsPage({ app }) {
  const { words } = app;
  const [rows, setRows] = useState(/** @type {Row[]|null} */ (null));
  useEffect(() => {
    get('/api/tables', { language: app.language }).then(
      found => setRows(found.finished),
      () => setRows([]),
    );
  }, [app.language]);
  useTitle(words('games.title'));
  return html`<${Top} app=${app}><a class="button plain" href=${`/rules/${app.hello.games[0]?.name}`}>${words('page.rules')}</a></${Top}>
    <main id="main" class="text-page" tabindex="-1"><h1>${words('games.title')}</h1>
      ${
        rows &&
        (rows.length === 0
          ? html`<p class="quiet">${words('games.none')}</p>`
          : html`<ul class="rows">${rows.map(
              row => html`<li key=${row.id}><span><b>${row.title}</b><br /><span class="quiet">${[row.says, new Date(row.when).toLocaleDateString(app.language, { dateStyle: 'medium' })].filter(Boolean).join(' · ')}</span></span>
        <${Badges} seats=${row.seats} words=${words} /><span class="row-act"><a class="button small" href=${`/replay/${row.id}`} aria-label=${words('lobby.act_on', { act: words('end.review'), title: row.title })}>${words('end.review')}</a>
        <a class="button small plain" href=${`/api/tables/${row.id}/record`} download=${`${row.game}-${row.id}.txt`} aria-label=${words('lobby.act_on', { act: words('replay.download'), title: row.title })}>${words('replay.download')}</a></span></li>`,
            )}</ul>`)
      }
      <${Import} app=${app} /></main>`;
}

/** A game as text, pasted or from a file. @param {{app: App}} props */
function Import({ app }) {
  const { words } = app;
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const bring = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const made = await post('/api/records', { text }, app.language);
      app.go(`/replay/${made.table}`);
    } catch (error) {
      setWrong(/** @type {Error} */ (error).message);
    }
  };
  const choose = async (/** @type {any} */ event) => {
    const file = event.target.files?.[0];
    if (file) setText(file.size > LONGEST ? '' : await file.text());
    setWrong(file && file.size > LONGEST ? words('games.too_long') : '');
  };
  return html`<section class="import"><h2>${words('games.bring')}</h2><p class="quiet">${words('games.bring_lead')}</p>
    <form class="options" onSubmit=${bring}><label class="field tall"><span>${words('games.text')}</span><textarea class="text" name="record" rows="8" spellcheck="false" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
      <label class="field"><span>${words('games.file')}</span><input type="file" accept=".txt,.trackside,text/plain" onChange=${choose} /></label>
      ${wrong && html`<${Wrong} text=${wrong} close=${() => setWrong('')} words=${words} />`}
      <button class="button primary" type="submit" disabled=${!text.trim()}>${words('games.read')}</button></form></section>`;
}
