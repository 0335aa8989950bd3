// The dialogs of a replay: continue from a position, and show the record as text.
import { Dialog } from '../ui/dialog.js';
import { copy, post, record } from '../app/http.js';
import { CopyButton, ErrorNote } from '../ui/notes.js';
import { SelectField } from '../ui/fields.js';
import { shownName } from '../table/seats.js';
import { defaultLevel } from '../lobby/new-table.js';
import { html, useEffect, useState } from '../vendor/view.js';

/**
 * @import { Replay } from '../api'
 * @import { App, Words } from '../types'
 */

/**
 * The dialog for a new game from the position shown.
 * @param {object} props
 * @param {App} props.app
 * @param {string} props.id
 * @param {number} props.at
 * @param {string} props.counted the moment in words
 * @param {boolean} props.over true if the game has no further moves
 * @param {Replay} props.replay
 * @param {Words} props.words
 * @param {() => void} props.close
 */
export function WhatIfDialog({ app, id, at, counted, over, replay, words, close }) {
  const game = app.game(replay.table.game);
  const mine = replay.seats.find(one => one.mine)?.seat ?? replay.frames[at].to_move ?? 0;
  const [seat, setSeat] = useState(mine);
  const [level, setLevel] = useState(game ? defaultLevel(game) : '');
  const [error, setError] = useState('');
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    post(`/api/tables/${id}/whatif`, { at, seat, level }, app.language).then(
      made => app.go(`/table/${made.table}`),
      refusal => setError(refusal.message),
    );
  };
  const alone = replay.seats.length === 1;
  return html`<${Dialog} small title=${words('replay.whatif')} words=${words} close=${close}>
    <form class="dialog-form" onSubmit=${start}>
      <div class="dialog-body one">
        <p>${over ? words('replay.whatif_over') : words('replay.whatif_lead', { moment: counted })}</p>
        ${
          !over &&
          !alone &&
          html`<${SelectField}
              label=${words('replay.me')}
              name="whatif-seat"
              value=${String(seat)}
              choices=${replay.seats.map(one => [String(one.seat), shownName(one, words)])}
              change=${(/** @type {string} */ one) => setSeat(Number(one))}
            />
            <${SelectField}
              label=${words('replay.bots')}
              name="whatif-level"
              value=${level}
              choices=${game?.levels.map(one => [one.name, one.label]) ?? []}
              change=${setLevel}
            />`
        }
      </div>
      ${error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${words} />`}
      <footer>
        <button class="button" type="button" onClick=${close}>${words(over ? 'page.close' : 'page.cancel')}</button>
        ${!over && html`<button class="button primary" type="submit">${words('replay.play_on')}</button>`}
      </footer>
    </form>
  </${Dialog}>`;
}

/**
 * The dialog with the game's record, to read and to save.
 * @param {{id: string, game: string, words: Words, close: () => void}} props
 */
export function TextDialog({ id, game, words, close }) {
  const [text, setText] = useState(/** @type {string|null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    record(id).then(setText, refusal => setError(refusal.message));
  }, [id]);
  return html`<${Dialog} title=${words('replay.as_text')} words=${words} close=${close}>
    <div class="dialog-form">
      <div class="dialog-body one">
        <p>${words('replay.text_lead')}</p>
        ${error && html`<${ErrorNote} text=${error} />`}
        <pre class="record" role="group" tabindex="0" aria-label=${words('replay.as_text')} aria-busy=${text === null}>
${text ?? ''}</pre
        >
      </div>
      <footer>
        <${CopyButton}
          label=${words('replay.copy')}
          done=${words('wait.copied')}
          act=${async () => copy(text ?? (await record(id)))}
        />
        <a class="button small" href=${`/api/tables/${id}/record`} download=${`${game}-${id}.txt`}>
          ${words('replay.download')}
        </a>
      </footer>
    </div>
  </${Dialog}>`;
}
