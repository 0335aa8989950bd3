// The header of a table: the game, its clock, and the actions other than moves.
import { VerifyDialog } from '../dice/fairness.js';
import { leaveKind } from './leave.js';
import { Top } from '../ui/header.js';
import { SoundButton } from '../app/settings.js';
import { Clock } from './tray.js';
import { html, useState } from '../vendor/view.js';
import { WhatIfLink } from './what-if.js';
import { dayText } from '../app/words.js';

/**
 * @import { Snapshot } from '../api'
 * @import { App, BoardModule } from '../types'
 */

/**
 * @param {object} props
 * @param {App} props.app
 * @param {Snapshot} props.message
 * @param {BoardModule|null} props.board
 * @param {(() => void)|null} props.hint
 * @param {boolean} props.all
 * @param {(all: boolean) => void} props.setAll
 * @param {(() => void)|null} props.undo
 * @param {boolean} props.rules
 * @param {(open: boolean) => void} props.setRules
 * @param {(() => void)|null} props.leave
 */
export function TableTop({ app, message, board, hint, all, setAll, undo, rules, setRules, leave }) {
  const { table, seats, view } = message;
  const [verifying, setVerifying] = useState(false);
  const words = app.gameWords(table.game);
  const detail = view ? (board?.headline?.(view.scene, words) ?? '') : words('wait.short');
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    ${table.day && html`<span class="quiet the-day">${words('table.day', { day: dayText(table.day, app) })}</span>`}
    ${
      table.what_if
        ? html`<${WhatIfLink} from=${table.what_if} words=${words} />`
        : html`<span class="quiet">${detail}</span>`
    }
    ${table.undone > 0 && !table.what_if && html`<span class="quiet">${words('table.undone')}</span>`}
    ${
      table.ends !== null &&
      html`<${Clock} deadline=${table.ends} label=${words('table.game_clock')} words=${words} />`
    }
  </div>`;
  const plain = (
    /** @type {string} */ label,
    /** @type {() => void} */ act,
    /** @type {object} */ more = {},
  ) => html`<button class="button plain" type="button" onClick=${act} ...${more}>${label}</button>`;
  const undoTitle = words(view?.undo_marks ? 'table.undo_marks' : 'table.undo_key');
  const rulesLook = { 'aria-expanded': rules, class: `button plain${rules ? ' is-on' : ''}` };
  const hintLook = { class: 'button plain only-tall' };
  const noHints = table.day ? 'table.no_hints_daily' : 'table.no_hints';
  const extra = html`${hint && table.hints && plain(words('table.hint'), hint, hintLook)}
    ${view && !table.hints && html`<p class="quiet menu-note">${words(noHints)}</p>`}
    ${hint && board?.Tray && plain(words('table.all'), () => setAll(!all), { 'aria-pressed': all })}
    <a class="button plain" href="/">${words('page.to_lobby')}</a>
    ${view && plain(words('fair.open'), () => setVerifying(true), { 'aria-haspopup': 'dialog' })}
    ${leave && plain(words(`leave.${leaveKind({ ...table, seats })}`), leave, { 'aria-haspopup': 'dialog' })}`;
  return html`<${Top} app=${app} where=${where} extra=${extra}>
    ${undo && plain(words('table.undo'), undo, { class: 'button plain only-wide', title: undoTitle })}
    ${plain(words('page.rules'), () => setRules(!rules), rulesLook)}
    <${SoundButton} app=${app} />
  </${Top}>
  ${
    verifying &&
    html`<${VerifyDialog}
      app=${app}
      id=${table.id}
      message=${message}
      running=${table.status !== 'over'}
      secrets=${(app.game(table.game)?.secrets ?? false) && message.seats.length > 1}
      words=${words}
      close=${() => setVerifying(false)}
    />`
  }`;
}
