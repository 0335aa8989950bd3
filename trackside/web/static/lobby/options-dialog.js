// The "Options…" dialog: the form for a new table, above the lobby.
import { Dialog } from '../ui/dialog.js';
import { PeoplePart, RulesPart } from './new-table-form.js';
import { defaultSetup } from './new-table.js';
import { html, useState } from '../vendor/view.js';

/**
 * @import { App } from '../types'
 * @import { Setup } from './new-table.js'
 */

/**
 * @param {object} props
 * @param {App} props.app
 * @param {import('../api').GameCard} props.game
 * @param {(setup: Setup) => void} props.start
 * @param {boolean} props.busy
 * @param {any} props.note the error message, if any
 * @param {() => void} props.close
 */
export function OptionsDialog({ app, game, start, busy, note, close }) {
  const { words } = app;
  const [setup, setSetup] = useState(() => defaultSetup(game));
  const [fresh, setFresh] = useState(0); // resets the fields when it changes
  const change = (/** @type {Partial<Setup>} */ part) => setSetup(before => ({ ...before, ...part }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(setup);
  };
  const reset = () => {
    setSetup(defaultSetup(game));
    setFresh(fresh + 1);
  };
  const part = { app, game, setup, change };
  return html`<${Dialog} title=${words('lobby.setup', { title: game.title })} words=${words} close=${close}>
    <form class="dialog-form" onSubmit=${submit}>
      <div class="dialog-body" key=${fresh}><${PeoplePart} ...${part} /><${RulesPart} ...${part} /></div>
      ${note}
      <footer>
        <button class="link" type="button" onClick=${reset}>${words('form.usual')}</button>
        <button class="button" type="button" onClick=${close}>${words('form.cancel')}</button>
        <button class="button primary" type="submit" disabled=${busy}>${words('form.start')}</button>
      </footer>
    </form>
  </${Dialog}>`;
}
