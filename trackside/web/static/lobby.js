// The lobby: the games, my tables, public ones.
import { get, post } from './http.js';
import { useBoard } from './boards.js';
import { newSalt } from './fair.js';
import { TableForm } from './form.js';
import { ShowMore, useLists } from './lists.js';
import { Badges, ErrorNote, Top, useTitle } from './parts.js';
import { botsOnly, defaultSetup, tableForm, withFriends } from './setup.js';
import { html, useEffect, useRef, useState } from './vendor/view.js';
import { joinNames, nameOf } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').GameCard} GameCard
 * @typedef {import('./api').TableRow} TableRow
 * @typedef {import('./setup.js').Setup} Setup
 */

const NOTHING = () => {};
const REFRESH = 8000; // milliseconds between two looks at the lists

/** A real position of the game. @param {{app: App, game: GameCard}} props */
function Picture({ app, game }) {
  const board = useBoard(game);
  return html`<div class=${`pic ${game.folder}`} aria-hidden="true">
    ${
      board &&
      game.picture &&
      html`<${board.Board}
        scene=${game.picture}
        offers=${[]}
        chosen=${null}
        choose=${NOTHING}
        play=${NOTHING}
        words=${app.gameWords(game.name)}
        wide=${true}
        still=${true}
      />`
    }
  </div>`;
}

/** Starts tables of a game. @param {App} app @param {GameCard} game */
function useStart(app, game) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const start = async (/** @type {Setup} */ setup) => {
    setBusy(true);
    try {
      const made = await post('/api/tables', { ...tableForm(game, setup), salt: newSalt() }, app.language);
      app.go(`/table/${made.table}`);
    } catch (refusal) {
      setError(String(/** @type {Error} */ (refusal).message));
      setBusy(false);
    }
  };
  const note = error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${app.words} />`;
  return { busy, start, note };
}

/**
 * What else one click starts: games for one where the game can be played alone, else friends and bots.
 * @param {GameCard} game
 * @param {string} daily
 * @returns {[key: string, setup: Setup][]}
 */
const quickStarts = (game, daily) =>
  game.seats.includes(1)
    ? [
        ['lobby.play_solo', defaultSetup(game, 1)],
        ['lobby.play_daily', defaultSetup(game, 1, daily)],
      ]
    : [
        ['lobby.play_friends', withFriends(game)],
        ['lobby.play_watch', botsOnly(game)],
      ];

/** How many play, how long and what kind of game it is. @param {{app: App, game: GameCard}} props */
function Facts({ app, game }) {
  const own = app.gameWords(game.name);
  const least = Math.min(...game.seats);
  const most = Math.max(...game.seats);
  return html`<p class="facts">
    <span>${app.words('lobby.players', { least, most })}</span>
    ${['about.minutes', 'about.kind'].filter(own.has).map(key => html`<span key=${key}>${own(key)}</span>`)}
  </p>`;
}

/** Who made the game, and its rules. @param {{app: App, game: GameCard}} props */
function Credit({ app, game }) {
  const { words } = app;
  const published = [game.publisher, game.year].filter(Boolean).join(', ');
  const credit = [game.authors.join(', '), published].filter(Boolean).map(part => `${part} · `);
  const rules = html`<a href=${`/rules/${game.name}`}>${words('lobby.rules_of', { title: game.title })}</a>`;
  return html`<p class="credit">${credit.join('')}${rules}</p>`;
}

/** @param {{app: App, game: GameCard, open: boolean, toggle: () => void}} props */
function GameArticle({ app, game, open, toggle }) {
  const { words, hello } = app;
  const { busy, start, note } = useStart(app, game);
  const button = (/** @type {string} */ key, /** @type {Setup} */ setup, /** @type {string} */ style) =>
    html`<button key=${key} class=${style} type="button" disabled=${busy} onClick=${() => start(setup)}>
      ${words(key)}
    </button>`;
  return html`<article class="game" aria-labelledby=${`game-${game.folder}`}>
    <${Picture} app=${app} game=${game} />
    <div class="body">
      <h2 id=${`game-${game.folder}`}>${game.title}</h2>
      <p>${game.pitch}</p>
      <${Facts} app=${app} game=${game} />
      <div class="go">${button('lobby.play_bots', defaultSetup(game), 'button primary')}</div>
      <div class="go">
        ${quickStarts(game, hello.daily).map(([key, setup]) => button(key, setup, 'button'))}
      </div>
      <div>
        ${note}
        <button
          class="button plain opener"
          type="button"
          aria-expanded=${open}
          aria-controls=${`setup-${game.folder}`}
          onClick=${toggle}
        >
          ${words('lobby.more')}
        </button>
      </div>
      <${Credit} app=${app} game=${game} />
    </div>
  </article>`;
}

/** The whole form for a table, below the games. @param {{app: App, game: GameCard}} props */
function SetupPanel({ app, game }) {
  const { busy, start, note } = useStart(app, game);
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`<section class="setup" id=${`setup-${game.folder}`} aria-labelledby="setup-title">
    <h2 id="setup-title" tabindex="-1" ref=${heading}>${app.words('lobby.setup', { title: game.title })}</h2>
    <${TableForm} app=${app} game=${game} start=${start} busy=${busy} />
    ${note}
    ${game.seats.includes(1) && html`<div><${BestGames} app=${app} game=${game} /></div>`}
  </section>`;
}

/** My best games alone. @param {{app: App, game: GameCard}} props */
function BestGames({ app, game }) {
  const { words, language } = app;
  const [best, setBest] = useState(/** @type {import('./api').SoloResult[]} */ ([]));
  useEffect(() => {
    get('/api/solo', { game: game.name, language }).then(found => setBest(found.best), NOTHING);
  }, []);
  if (best.length === 0) return html`<p class="quiet">${words('lobby.no_best')}</p>`;
  const when = (/** @type {import('./api').SoloResult} */ one) => {
    const date = new Date(one.when).toLocaleDateString(language);
    return one.daily ? `${date} · ${words('lobby.daily')}` : date;
  };
  return html`<h3 class="label">${words('lobby.best')}</h3>
    <ol class="best">
      ${best.slice(0, 5).map(
        one => html`<li key=${one.table}>
          <a href=${`/replay/${one.table}`}>${words.count('lobby.points', one.score)}</a>${' '}
          <span class="quiet">${when(one)}</span>
        </li>`,
      )}
    </ol>`;
}

/** Who else sits at a table and how many seats are free. @param {TableRow} row @param {Words} words */
function summary(row, words) {
  const others = row.seats
    .filter(seat => !seat.mine && seat.kind !== 'open')
    .map(seat => nameOf(seat, words));
  const free = row.seats.filter(seat => seat.kind === 'open').length;
  const company = others.length
    ? words('lobby.with', { names: joinNames(others, words) })
    : words('lobby.alone');
  return free ? `${company}, ${words.count('lobby.free', free)}` : company;
}

/** @param {{row: TableRow, act: string, words: Words}} props */
const TableItem = ({ row, act, words }) =>
  html`<li>
    <span>
      <b>${row.title}</b><br />
      <span class="quiet">${row.says || summary(row, words)}</span>
    </span>
    <${Badges} seats=${row.seats} words=${words} />
    <span class="row-act">
      ${row.my_turn && html`<span class="yours">${words('lobby.your_turn')}</span>`}
      <a
        class="button small"
        href=${`/table/${row.id}`}
        aria-label=${words('lobby.act_on', { act, title: row.title })}
      >
        ${act}
      </a>
    </span>
  </li>`;

/**
 * @param {object} props
 * @param {string} props.title
 * @param {TableRow[]} props.rows
 * @param {string} props.empty
 * @param {Words} props.words
 * @param {(row: TableRow) => string} props.act
 * @param {string|null} props.place where the next page begins
 * @param {() => void} props.showMore
 */
function TableList({ title, rows, empty, words, act, place, showMore }) {
  const items = rows.map(
    row => html`<${TableItem} key=${row.id} row=${row} act=${act(row)} words=${words} />`,
  );
  return html`<section>
    <h2>${title}</h2>
    ${rows.length ? html`<ul class="rows">${items}</ul>` : html`<p class="quiet rows-empty">${empty}</p>`}
    <${ShowMore} place=${place} title=${title} show=${showMore} words=${words} />
  </section>`;
}

/** @param {TableRow} a @param {TableRow} b */
const myTurnFirst = (a, b) => Number(b.my_turn) - Number(a.my_turn) || b.when - a.when;

/** @param {{app: App}} props */
function TableLists({ app }) {
  const { words } = app;
  const { lists, showMore } = useLists(app, REFRESH);
  if (!lists) return null;
  const { mine, more } = lists;
  const n = lists.finished.length;
  const games = more.finished ? words('lobby.finished_more', { n }) : words.count('lobby.finished', n);
  const join = (/** @type {TableRow} */ row) =>
    words(row.seats.some(seat => seat.kind === 'open') ? 'lobby.sit' : 'lobby.watch');
  return html`<div class="lists">
      <${TableList}
        title=${words('lobby.mine')}
        rows=${mine.toSorted(myTurnFirst)}
        empty=${words('lobby.none_mine')}
        words=${words}
        act=${() => words('lobby.open')}
        place=${more.mine}
        showMore=${() => showMore('mine')}
      />
      <${TableList}
        title=${words('lobby.public')}
        rows=${lists.public}
        empty=${words('lobby.none_public')}
        words=${words}
        act=${join}
        place=${more.public}
        showMore=${() => showMore('public')}
      />
    </div>
    <p>
      <a href="/games">
        ${games}
      </a>
    </p>`;
}

/** @param {{app: App}} props */
export function LobbyPage({ app }) {
  const { words, hello } = app;
  const [open, setOpen] = useState('');
  useTitle('');
  const toggle = (/** @type {string} */ name) => setOpen(open === name ? '' : name);
  return html`<div class="lobby-page">
    <${Top} app=${app} menu=${hello.name || words('page.menu')}>
      <a class="button plain" href="/games">${words('page.games')}</a>
      <a class="button plain" href=${`/rules/${hello.games[0]?.name}`}>${words('page.rules')}</a>
    </${Top}>
    <main id="main" class="lobby" tabindex="-1">
      <div>
        <h1>${words('lobby.title')}</h1>
        <p class="quiet lead">${words('lobby.lead')}</p>
      </div>
      <div class="games">
        ${hello.games.map(
          game => html`<${GameArticle}
              key=${game.name}
              app=${app}
              game=${game}
              open=${open === game.name}
              toggle=${() => toggle(game.name)}
            />
            ${open === game.name && html`<${SetupPanel} key=${`setup ${game.name}`} app=${app} game=${game} />`}`,
        )}
      </div>
      <${TableLists} app=${app} />
    </main>
  </div>`;
}
