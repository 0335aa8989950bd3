// The invitation page: the game, its players and terms, a name to choose and a seat to take.
import { Face } from '../ui/faces.js';
import { newCommitment } from '../dice/salt.js';
import { Facts, Picture } from './game-card.js';
import { get, post } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { NameField } from '../ui/fields.js';
import { Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { terms } from '../table/waiting.js';
import { nameOf } from '../app/words.js';

/**
 * @import { Invitation, SeatCard } from '../api'
 * @import { App } from '../types'
 */

/**
 * Load the invitation, or the reason why there is none; a public table can still be watched.
 * @param {App} app
 * @param {string} id
 * @param {string} secret
 */
function useInvitation(app, id, secret) {
  const [found, setFound] = useState(/** @type {Invitation|null} */ (null));
  const [refusal, setRefusal] = useState('');
  const [watched, setWatched] = useState(false);
  useEffect(() => {
    const language = app.language;
    const failed = async (/** @type {import('../app/http.js').Refused} */ error) => {
      const table = await get(`/api/tables/${id}`, { language }).catch(() => null);
      setWatched(table !== null);
      setRefusal(error.status === 404 ? app.words('join.bad_lead') : error.message);
    };
    get(`/api/tables/${id}/invitations/${encodeURIComponent(secret)}`, { language }).then(setFound, failed);
  }, [id, secret, app.language]);
  return { found, refusal, watched };
}

/** @param {{app: App, id: string, secret: string}} props */
export function JoinPage({ app, id, secret }) {
  const { words } = app;
  const { found, refusal, watched } = useInvitation(app, id, secret);
  useTitle(words('join.title'));
  if (refusal) {
    const first = watched ? [`/table/${id}`, words('join.look')] : undefined;
    return html`<${NothingHere} app=${app} title=${words('join.bad')} lead=${refusal} first=${first} />`;
  }
  if (!found) return html`<${Loading} app=${app} />`;
  return html`<${Top} app=${app} />
    <main id="main" class="lobby join" tabindex="-1">
      <${Card} app=${app} found=${found} secret=${secret} />
    </main>`;
}

/** @param {Invitation} found @param {App} app */
function titleOf({ host, mine, table: { title } }, { words }) {
  if (mine) return words('join.seated', { title });
  return host ? words('join.by', { host, title }) : words('join.to', { title });
}

/** @param {{app: App, found: Invitation, secret: string}} props */
function Card({ app, found, secret }) {
  const { words } = app;
  const { table, seats, mine } = found;
  const game = app.game(table.game);
  const [error, setError] = useState('');
  const path = `/table/${table.id}`;
  const sit = () =>
    post(
      `/api/tables/${table.id}/seats/${found.seat}`,
      { invite: secret, commitment: newCommitment(), by_hand: !app.preferences.autoroll },
      app.language,
    ).then(
      () => app.go(path),
      refusal => setError(refusal.message),
    );
  return html`<article class="invited">
    ${game && html`<${Picture} app=${app} game=${game} />`}
    <div class="body">
      <h1>${titleOf(found, app)}</h1>
      ${game?.pitch && html`<p class="lead">${game.pitch}</p>`}
      ${game && html`<${Facts} app=${app} game=${game} />`}
      <ul class="join-seats" aria-label=${words('table.seats')}>
        ${seats.map(seat => html`<${Seat} key=${seat.seat} seat=${seat} mine=${found.seat} words=${words} />`)}
      </ul>
      <p class="quiet">${terms(app, table).join(' · ')}</p>
      ${!mine && html`<div class="wait-name"><${NameField} app=${app} /></div>`}
      ${error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${words} />`}
      <div class="buttons">
        ${
          mine
            ? html`<a class="button primary" href=${path}>${words('join.look')}</a>`
            : html`<button class="button primary" type="button" onClick=${sit}>${words('wait.sit')}</button>`
        }
        ${
          game && game.lessons.length > 0
            ? html`<a class="button" href=${`/learn/${table.game}`}>${words('lobby.learn')}</a>`
            : null
        }
        <a class="button plain" href=${`/rules/${table.game}`}>${words('page.rules')}</a>
      </div>
    </div>
  </article>`;
}

/** @param {{seat: SeatCard, mine: number, words: import('../types').Words}} props */
function Seat({ seat, mine, words }) {
  const own = seat.seat === mine;
  const name = own ? words('join.your_seat') : words('seat.open');
  return html`<li class=${own ? 'own' : undefined}>
    <${Face} seat=${seat} size=${30} /><span>${seat.kind === 'open' || own ? name : nameOf(seat, words)}</span>
  </li>`;
}
