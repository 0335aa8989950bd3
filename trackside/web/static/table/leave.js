// The dialogs for leaving or closing a table, or freeing another person's seat.
import { CloseButton, Dialog } from '../ui/dialog.js';
import { remove } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { html, useState } from '../vendor/view.js';
import { nameOf } from '../app/words.js';

/**
 * @import { SeatCard, TableRow } from '../api'
 * @import { App, Words } from '../types'
 */

/**
 * @typedef {{status: string, host: boolean, seats: SeatCard[]}} Left
 */

/** Return true if another person plays here, or can come back. @param {SeatCard} seat */
const isAnother = seat =>
  (['person', 'here'].includes(seat.kind) && !seat.mine) ||
  (seat.kind === 'bot' && seat.asked_by !== null && seat.asked_by !== seat.seat);

/**
 * Return what leaving a table does: close the table, discard the game, free the seat, give it to a bot, or only remove
 * the table from my lists.
 * @param {Left} table
 */
export function leaveKind({ status, host, seats }) {
  if (status === 'waiting') return host ? 'close' : 'seat';
  if (!seats.some(isAnother)) return 'discard';
  return seats.some(seat => seat.mine) ? 'game' : 'remove';
}

/**
 * A confirmation and the request that follows it.
 * @param {object} props
 * @param {string} props.title
 * @param {string} props.lead
 * @param {string} props.label the label of the button
 * @param {() => Promise<any>} props.act
 * @param {Words} props.words
 * @param {() => void} props.close
 */
function Ask({ title, lead, label, act, words, close }) {
  const [error, setError] = useState('');
  const press = () => act().then(close, refusal => setError(refusal.message));
  return html`<${Dialog} small title=${title} words=${words} close=${close}>
    <div class="dialog-form">
      <div class="dialog-body one"><p>${lead}</p></div>
      ${error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${words} />`}
      <footer>
        <button class="button push" type="button" onClick=${close}>${words('page.cancel')}</button>
        <button class="button primary" type="button" onClick=${press}>${label}</button>
      </footer>
    </div>
  </${Dialog}>`;
}

/**
 * The confirmation before leaving a table.
 * @param {{app: App, id: string, title: string, kind: string, left: () => void, close: () => void}} props
 */
export function LeaveDialog({ app, id, title, kind, left, close }) {
  const { words, language } = app;
  return html`<${Ask}
    title=${words(`leave.${kind}_title`)}
    lead=${words(`leave.${kind}_lead`, { title })}
    label=${words(`leave.${kind}`)}
    act=${() => remove(`/api/tables/${id}`, { language }).then(left)}
    words=${words}
    close=${close}
  />`;
}

/** A cross that removes a table from my lists. @param {{app: App, row: TableRow, drop: (id: string) => void}} props */
export function LeaveCross({ app, row, drop }) {
  const { words } = app;
  const [open, setOpen] = useState(false);
  const kind = leaveKind(row);
  const label = words('lobby.act_on', { act: words(`leave.${kind}`), title: row.title });
  return html`<${CloseButton} label=${label} close=${() => setOpen(true)} />
    ${
      open &&
      html`<${LeaveDialog}
        app=${app}
        id=${row.id}
        title=${row.title}
        kind=${kind}
        left=${() => drop(row.id)}
        close=${() => setOpen(false)}
      />`
    }`;
}

/** A button that frees another person's seat. @param {{app: App, id: string, seat: SeatCard}} props */
export function RemoveGuest({ app, id, seat }) {
  const { words, language } = app;
  const [open, setOpen] = useState(false);
  const who = nameOf(seat, words);
  return html`<div class="has seat-act">
    <button class="button small" type="button" onClick=${() => setOpen(true)}>${words('leave.guest')}</button>
    ${
      open &&
      html`<${Ask}
        title=${words('leave.guest_title', { who })}
        lead=${words('leave.guest_lead')}
        label=${words('leave.guest')}
        act=${() => remove(`/api/tables/${id}/seats/${seat.seat}`, { language })}
        words=${words}
        close=${() => setOpen(false)}
      />`
    }
  </div>`;
}
