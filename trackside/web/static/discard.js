// Discards an unfinished table, after a question.
import { CloseButton, Dialog } from './dialog.js';
import { remove } from './http.js';
import { ErrorNote } from './parts.js';
import { html, useState } from './vendor/view.js';

/** @typedef {import('./types').App} App @typedef {import('./api').TableRow} TableRow */

/**
 * A cross that takes a table out of my lists.
 * @param {{app: App, row: TableRow, drop: (id: string) => void}} props
 */
export function DiscardButton({ app, row, drop }) {
  const { words, language } = app;
  const [open, setOpen] = useState(false);
  const [error, setError] = useState('');
  const shared = row.seats.some(seat => seat.kind === 'person' && !seat.mine);
  const kind = shared ? 'remove' : 'discard';
  const discard = () =>
    remove(`/api/tables/${row.id}`, { language }).then(
      () => {
        setOpen(false);
        drop(row.id);
      },
      refusal => setError(refusal.message),
    );
  const label = words('lobby.act_on', { act: words(`lobby.${kind}`), title: row.title });
  return html`<${CloseButton} label=${label} close=${() => setOpen(true)} />
    ${
      open &&
      html`<${Dialog} small title=${words(`lobby.${kind}_title`)} words=${words} close=${() => setOpen(false)}>
        <div class="dialog-form">
          <div class="dialog-body one"><p>${words(`lobby.${kind}_lead`, { title: row.title })}</p></div>
          ${error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${words} />`}
          <footer>
            <button class="button push" type="button" onClick=${() => setOpen(false)}>
              ${words('page.cancel')}
            </button>
            <button class="button primary" type="button" onClick=${discard}>${words(`lobby.${kind}`)}</button>
          </footer>
        </div>
      </${Dialog}>`
    }`;
}
