// The lobby page: tables where it is my turn, games, my tables and public tables.
import { Faces } from '../ui/faces.js';
import { GameArticle } from './game-card.js';
import { LeaveCross } from '../table/leave.js';
import { ShowMore, titleOf, useLists } from './lists.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { TodayPart, useToday } from './today.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { listPeople } from '../app/words.js';

/**
 * @import { TableRow } from '../api'
 * @import { App, Words } from '../types'
 */

const REFRESH = 8000; // milliseconds between refreshes of the lists
const PATIENCE = 1000; // milliseconds the page waits for tables where it may be my turn
const WAITED = 'trackside waited'; // key of the flag that there were such tables on the last visit
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return the other players at a table. @param {TableRow} row @param {Words} words */
function company(row, words) {
  const others = row.seats.filter(seat => !seat.mine && seat.kind !== 'open');
  return others.length ? words('lobby.with', { names: listPeople(others, words) }) : words('lobby.alone');
}

/** Return the other players at a table and the number of free seats. @param {TableRow} row @param {Words} words */
function summary(row, words) {
  const free = row.seats.filter(seat => seat.kind === 'open').length;
  return free ? `${company(row, words)}, ${words.count('lobby.free', free)}` : company(row, words);
}

/**
 * Format the time until a moment in the largest suitable unit.
 * @param {number} left milliseconds
 * @param {Words} words
 */
export function timeLeft(left, words) {
  const unit = [DAY, HOUR].find(one => left >= 1.5 * one) ?? MINUTE;
  const name = unit === DAY ? 'days' : unit === HOUR ? 'hours' : 'minutes';
  return words.count(`lobby.${name}_left`, Math.max(0, Math.round(left / unit)));
}

/** Return the task at a table, the other players and the deadline. @param {TableRow} row @param {Words} words */
const turnSaid = (row, words) =>
  [
    row.prompt?.replace(/\.$/, ''),
    company(row, words),
    row.deadline !== null && timeLeft(row.deadline - Date.now(), words),
  ]
    .filter(Boolean)
    .join(' · ');

/**
 * The tables where it is my turn, at the top of the page.
 * @param {{app: App, rows: TableRow[], drop: (id: string) => void}} props
 */
const YourTurn = ({ app, rows, drop }) => {
  const { words } = app;
  return html`<section class="yours-strip" aria-labelledby="yours-title">
    <h2 id="yours-title">${words('lobby.your_turn_at')}</h2>
    <ul>
      ${rows.map(
        (row, i) => html`<li key=${row.id} class="wait-item">
          <a class="wait-card" href=${`/table/${row.id}`}>
            <span class="wait-text">
              <b>${titleOf(row, words)}</b>
              <span class="quiet">${turnSaid(row, words)}</span>
            </span>
            <${Faces} seats=${row.seats.filter(seat => !seat.mine)} words=${words} />
            <span class=${i === 0 ? 'button primary' : 'button'}>${words('lobby.play')}</span>
          </a>
          <${LeaveCross} app=${app} row=${row} drop=${drop} />
        </li>`,
      )}
    </ul>
  </section>`;
};

/** @param {{row: TableRow, act: string, words: Words, discard?: any}} props */
const TableItem = ({ row, act, words, discard }) =>
  html`<li>
    <span>
      <b>${titleOf(row, words)}</b><br />
      <span class="quiet">${row.says || summary(row, words)}</span>
    </span>
    <${Faces} seats=${row.seats} words=${words} />
    <span class="row-act">
      <a
        class="button small"
        href=${`/table/${row.id}`}
        aria-label=${words('lobby.act_on', { act, title: row.title })}
      >
        ${act}
      </a>
      ${discard}
    </span>
  </li>`;

/**
 * @param {object} props
 * @param {string} props.title
 * @param {TableRow[]} props.rows
 * @param {string} props.empty
 * @param {Words} props.words
 * @param {(row: TableRow) => string} props.act
 * @param {(row: TableRow) => any} [props.discard]
 * @param {string|null} props.place where the next page begins
 * @param {() => void} props.showMore
 */
function TableList({ title, rows, empty, words, act, discard, place, showMore }) {
  const items = rows.map(
    row =>
      html`<${TableItem} key=${row.id} row=${row} act=${act(row)} words=${words} discard=${discard?.(row)} />`,
  );
  return html`<section>
    <h2>${title}</h2>
    ${rows.length ? html`<ul class="rows">${items}</ul>` : html`<p class="quiet rows-empty">${empty}</p>`}
    <${ShowMore} place=${place} title=${title} show=${showMore} words=${words} />
  </section>`;
}

/** Return the number of finished games as a phrase. @param {import('../api').TableLists} lists @param {Words} words */
function finishedSaid(lists, words) {
  const n = lists.finished.length;
  if (n === 0) return words('lobby.none_finished');
  return lists.more.finished ? words('lobby.finished_more', { n }) : words.count('lobby.finished', n);
}

/** @param {{app: App, known: ReturnType<typeof useLists>, myTurn: TableRow[]}} props */
function TableLists({ app, known, myTurn }) {
  const { words } = app;
  const { lists, showMore, drop } = known;
  if (!lists) return null;
  const join = (/** @type {TableRow} */ row) =>
    words(row.seats.some(seat => seat.kind === 'open') ? 'lobby.sit' : 'lobby.watch');
  return html`<div class="lists">
      <${TableList}
        title=${words(myTurn.length ? 'lobby.mine_other' : 'lobby.mine')}
        rows=${lists.mine.filter(row => !myTurn.includes(row))}
        empty=${words(myTurn.length ? 'lobby.none_other' : 'lobby.none_mine')}
        words=${words}
        act=${() => words('lobby.open')}
        discard=${(/** @type {TableRow} */ row) => html`<${LeaveCross} app=${app} row=${row} drop=${drop} />`}
        place=${lists.more.mine}
        showMore=${() => showMore('mine')}
      />
      <${TableList}
        title=${words('lobby.public')}
        rows=${lists.public}
        empty=${words('lobby.none_public')}
        words=${words}
        act=${join}
        place=${lists.more.public}
        showMore=${() => showMore('public')}
      />
    </div>
    <p class="far-links">
      <a class="far-link" href="/games">${finishedSaid(lists, words)}</a>
      <a class="far-link" href="/training">${words('training.link')}</a>
    </p>`;
}

/** Return true if tables waited for me on the last visit. */
function didWait() {
  try {
    return localStorage.getItem(WAITED) === 'yes';
  } catch {
    return false;
  }
}

/** @param {boolean} waits */
function remember(waits) {
  try {
    localStorage.setItem(WAITED, waits ? 'yes' : 'no');
  } catch {
    /* private windows may refuse storage */
  }
}

/**
 * Return true while nothing should be drawn, so that the page does not shift when tables that wait for me arrive.
 * @param {import('../api').TableLists|null} lists
 * @param {boolean} waits true if any of them does
 */
function useHold(lists, waits) {
  const [held, hold] = useState(didWait);
  useEffect(() => {
    const timer = setTimeout(() => hold(false), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (lists) remember(waits);
  }, [lists, waits]);
  return held && !lists;
}

/** @param {{app: App}} props */
export function LobbyPage({ app }) {
  const { words, hello } = app;
  const known = useLists(app, REFRESH);
  const today = useToday(app);
  const myTurn = known.lists?.mine.filter(row => row.my_turn) ?? [];
  const isHeld = useHold(known.lists, myTurn.length > 0);
  useTitle(myTurn.length ? words('lobby.turn_title', { n: myTurn.length }) : '');
  return html`<div class="lobby-page">
    <${Top} app=${app}><${Pages} app=${app} /></${Top}>
    <main id="main" class="lobby" tabindex="-1" aria-busy=${isHeld || null}>
      <div>
        <h1>${words('lobby.title')}</h1>
        ${myTurn.length === 0 && !isHeld && html`<p class="quiet lead">${words('lobby.lead')}</p>`}
      </div>
      ${myTurn.length > 0 && html`<${YourTurn} app=${app} rows=${myTurn} drop=${known.drop} />`}
      <div class="games">
        ${
          !isHeld &&
          hello.games.map(game => {
            const day = today?.games.find(one => one.game === game.name);
            return html`<${GameArticle} key=${game.name} app=${app} game=${game} day=${day} />`;
          })
        }
      </div>
      ${!isHeld && html`<${TodayPart} app=${app} today=${today} />`}
      ${today && html`<${TableLists} app=${app} known=${known} myTurn=${myTurn} />`}
    </main>
  </div>`;
}
