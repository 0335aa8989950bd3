// The page of finished games, and the import of games.
import { FinishedGames } from './finished.js';
import { post } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { html, useState } from '../vendor/view.js';

/** @import { App } from '../types' */

/** @param {{app: App}} props */
export function RecordsPage({ app }) {
  const { words } = app;
  useTitle(words('games.title'));
  return html`<${Top} app=${app}><${Pages} app=${app} /></${Top}>
    <main id="main" class="lobby records" tabindex="-1">
      <h1>${words('games.title')}</h1>
      <${FinishedGames} app=${app} />
      <${Import} app=${app} />
    </main>`;
}

/** The import form: a record, pasted or from a file. @param {{app: App}} props */
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
