// The waiting table: links to invite people, and seats to take.
import { FairDice } from '../dice/fairness.js';
import { copy } from '../app/http.js';
import { badge } from '../ui/pieces.js';
import { leaveKind } from './leave.js';
import { CopyButton, Note } from '../ui/notes.js';
import { NameField } from '../ui/fields.js';
import { html, useState } from '../vendor/view.js';
import { clockLabel, joinNames, localeOf, nameOf } from '../app/words.js';

/**
 * @import { SeatInfo } from '../api'
 * @import { App } from '../types'
 */

/**
 * Return the options of a table that differ from the defaults.
 * @param {App} app
 * @param {import('../api').TableInfo} table
 */
export function unusual(app, table) {
  const usual = app.game(table.game)?.options.map(option => `${option.name}=${option.default}`) ?? [];
  return table.options
    .filter(({ name, value }) => !usual.includes(`${name}=${value}`))
    .map(({ says }) => says);
}

/**
 * Return the terms of a table: unusual options, clocks, hints.
 * @param {App} app
 * @param {import('../api').TableInfo} table
 */
export function terms(app, table) {
  const { words } = app;
  const { clock, minutes, hints, several_seats } = table;
  const said = (/** @type {string} */ label, /** @type {string} */ value) => `${words(label)}: ${value}`;
  return [
    ...unusual(app, table),
    ...(clock === null ? [] : [said('form.clock', clockLabel(clock, words))]),
    ...(minutes === null ? [] : [said('form.minutes', words('form.minutes_n', { n: minutes }))]),
    words(hints ? 'wait.hints' : 'wait.no_hints'),
    ...(several_seats ? [words('wait.several')] : []),
  ];
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {import('../api').Snapshot} props.message
 * @param {(seat: number) => void} props.sit
 * @param {(() => void)|null} props.leave asks for confirmation to leave the table, or to close it
 */
export function Waiting({ app, message, sit, leave }) {
  const { words } = app;
  const { table, seats } = message;
  const [nameless] = useState(!app.hello.name);
  const open = seats.filter(seat => seat.kind === 'open');
  const seated = seats.some(seat => seat.mine);
  const maySit = !seated || (table.several_seats && table.watch === 'anyone');
  const guest = seated ? 'wait.seated' : 'wait.guest';
  const [wasSeated, setWasSeated] = useState(seated);
  if (seated && !wasSeated) setWasSeated(true);
  if (open.length === 0) return html`<${Preparing} app=${app} message=${message} />`;
  return html`<section class="waiting">
    <h2>${words.count('wait.title', open.length)}</h2>
    ${!seated && wasSeated && html`<${Note} sign="!">${words('wait.unseated')}</${Note}>`}
    <p class="quiet">${words(table.host ? 'wait.host' : guest)}</p>
    ${
      (!seated || nameless) &&
      html`<div class="wait-name">
        ${table.host && html`<p>${words('wait.name')}</p>`}
        <${NameField} app=${app} />
      </div>`
    }
    <ul class="invites">
      ${open.map(
        seat => html`<${OpenSeat}
          key=${seat.seat}
          app=${app}
          seat=${seat}
          sit=${maySit ? () => sit(seat.seat) : null}
        />`,
      )}
    </ul>
    <p class="quiet">${terms(app, table).join(' · ')}</p>
    <${FairDice} message=${message} words=${words} />
    ${
      leave &&
      html`<button class="button leave" type="button" onClick=${leave}>
        ${words(`leave.${leaveKind({ ...table, seats })}`)}
      </button>`
    }
  </section>`;
}

/**
 * The table when all seats are taken: who has yet to return for a rematch, or whose salt is missing.
 * @param {{app: App, message: import('../api').Snapshot}} props
 */
function Preparing({ app, message }) {
  const { words } = app;
  const { table, seats } = message;
  const missing = seats.filter(seat => seat.asks);
  const commits = missing.some(seat => seat.asks === 'commitment');
  const who = joinNames(
    missing.map(seat => nameOf(seat, words)),
    words,
  );
  const time = new Date(table.salts_by ?? 0).toLocaleTimeString(localeOf(app), { timeStyle: 'medium' });
  return html`<section class="waiting">
    <h2>${words(commits ? 'wait.back' : 'wait.salts')}</h2>
    ${who && html`<p class="quiet">${words(commits ? 'wait.back_lead' : 'wait.salts_lead', { who, time })}</p>`}
    <p class="quiet">${terms(app, table).join(' · ')}</p>
    <${FairDice} message=${message} words=${words} />
  </section>`;
}

/** @param {{app: App, seat: SeatInfo, sit: (() => void)|null}} props */
const OpenSeat = ({ app, seat, sit }) =>
  html`<li class="invite">
    ${badge(seat.colour, 26)}<b>${app.words(`seat.${seat.colour}`)}</b>
    ${seat.invite && html`<${Invite} app=${app} path=${seat.invite} />`}
    ${sit && html`<button class="button primary" type="button" onClick=${sit}>${app.words('wait.sit')}</button>`}
  </li>`;

/** A seat's invitation link, to copy or to scan. @param {{app: App, path: string}} props */
function Invite({ app, path }) {
  const { words } = app;
  const link = new URL(path, location.origin).href;
  const select = (/** @type {any} */ event) => event.target.select();
  const picture = `/api/qr?path=${encodeURIComponent(path)}`;
  return html`<label class="field invitation">
      <span>${words('wait.link')}</span>
      <input class="text" readonly value=${link} onFocus=${select} />
    </label>
    <${CopyButton} label=${words('wait.copy')} done=${words('wait.copied')} act=${() => copy(link)} />
    <img class="qr" src=${picture} alt=${words('wait.qr')} width="132" height="132" />`;
}

/**
 * The curtain that hides everything while the screen passes from one person to the next.
 * @param {{words: import('../types').Words, who: string, colour: string, show: () => void}} props
 */
export const Curtain = ({ words, who, colour, show }) =>
  html`<section class="curtain" aria-labelledby="curtain-title">
    ${badge(colour, 64)}
    <h2 id="curtain-title">${words('curtain.title', { who })}</h2>
    <p class="quiet">${words('curtain.lead')}</p>
    <button class="button primary" type="button" autofocus onClick=${show}>
      ${words('curtain.show', { who })}
    </button>
  </section>`;
