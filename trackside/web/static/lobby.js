// The lobby: three games, my tables, public ones.
import { get, post } from './api.js';
import { useBoard } from './boards.js';
import { TableForm } from './form.js';
import { Badges, Top, Wrong, useTitle } from './parts.js';
import { friends, onlyBots, request, usual, usualSeats } from './setup.js';
import { html, useEffect, useRef, useState } from './vendor/view.js';
import { listed, nameOf } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').Row} Row
 */

const NOTHING = () => {};
const REFRESH = 8000;

/** A real position of the game, as its picture. @param {{app: App, game: Game}} props */
function Picture({ app, game }) {
  const board = useBoard(game.folder);
  return html`<div class=${`pic ${game.folder}`} aria-hidden="true">${
    board &&
    game.picture &&
    html`<${board.Board} scene=${game.picture} offers=${[]} chosen=${null} choose=${NOTHING} play=${NOTHING} words=${app.gameWords(game.name)} wide=${true} still=${true} />`
  }</div>`;
}

/** Starts tables of a game. @param {App} app @param {Game} game */
function useStart(app, game) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const start = async (/** @type {import('./setup.js').Setup} */ setup) => {
    setBusy(true);
    try {
      const made = await post('/api/tables', request(game, setup), app.language);
      app.go(`/table/${made.table}`);
    } catch (error) {
      setWrong(String(/** @type {Error} */ (error).message));
      setBusy(false);
    }
  };
  return {
    busy,
    start,
    refusal: wrong && html`<${Wrong} text=${wrong} close=${() => setWrong('')} words=${app.words} />`,
  };
}

/** @param {{app: App, game: Game, open: boolean, toggle: () => void}} props */
function GameCard({ app, game, open, toggle }) {
  const { words, hello } = app;
  const { busy, start, refusal } = useStart(app, game);
  const solo = game.seats.includes(1),
    own = app.gameWords(game.name);
  /** @type {[string, import('./setup.js').Setup][]} */
  const others = solo
    ? [
        ['lobby.play_solo', usual(game, 1)],
        ['lobby.play_daily', usual(game, 1, hello.daily)],
      ]
    : [
        ['lobby.play_friends', friends(game)],
        ['lobby.play_watch', onlyBots(game)],
      ];
  return html`<article class="game" aria-labelledby=${`game-${game.folder}`}>
    <${Picture} app=${app} game=${game} />
    <div class="body"><h2 id=${`game-${game.folder}`}>${game.title}</h2><p>${game.pitch}</p>
      <p class="facts"><span>${words('lobby.players', { least: Math.min(...game.seats), most: Math.max(...game.seats) })}</span>${['about.minutes', 'about.kind'].filter(own.has).map(key => html`<span key=${key}>${own(key)}</span>`)}</p>
      <div class="go"><button class="button primary" type="button" disabled=${busy} onClick=${() => start(usual(game, usualSeats(game)))}>${words('lobby.play_bots')}</button></div>
      <div class="go">${others.map(([key, setup]) => html`<button key=${key} class="button" type="button" disabled=${busy} onClick=${() => start(setup)}>${words(key)}</button>`)}</div>
      <div>${refusal}<button class="button plain opener" type="button" aria-expanded=${open} aria-controls=${`setup-${game.folder}`} onClick=${toggle}>${words('lobby.more')}</button></div>
      <p class="credit">${words('lobby.credit', { authors: game.authors.join(', '), publisher: game.publisher, year: game.year })} <a href=${`/rules/${game.name}`}>${words('lobby.rules_of', { title: game.title })}</a></p>
    </div></article>`;
}

/** Everything one click does not say, below the cards. @param {{app: App, game: Game}} props */
function SetupPanel({ app, game }) {
  const { busy, start, refusal } = useStart(app, game);
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`<section class="setup" id=${`setup-${game.folder}`} aria-labelledby="setup-title"><h2 id="setup-title" tabindex="-1" ref=${heading}>${app.words('lobby.setup', { title: game.title })}</h2>
    <${TableForm} app=${app} game=${game} start=${start} busy=${busy} />${refusal}${game.seats.includes(1) && html`<div><${Best} app=${app} /></div>`}</section>`;
}

/** My best solo games. @param {{app: App}} props */
function Best({ app }) {
  const { words } = app;
  const [best, setBest] = useState(
    /** @type {{table: string, score: number, when: number, daily: boolean}[]} */ ([]),
  );
  useEffect(() => {
    get('/api/solo', { language: app.language }).then(found => setBest(found.best), NOTHING);
  }, []);
  if (best.length === 0) return html`<p class="quiet">${words('lobby.no_best')}</p>`;
  return html`<h3 class="label">${words('lobby.best')}</h3><ol class="best">${best.slice(0, 5).map(
    one => html`<li key=${one.table}><a href=${`/replay/${one.table}`}>${words.count('lobby.points', one.score)}</a>
    <span class="quiet">${[new Date(one.when).toLocaleDateString(app.language), one.daily ? words('lobby.daily') : ''].filter(Boolean).join(' · ')}</span></li>`,
  )}</ol>`;
}

/** What stands under a table's name. @param {Row} row @param {import('./types').Words} words */
function summary(row, words) {
  const others = row.seats
    .filter(seat => !seat.mine && seat.kind !== 'open')
    .map(seat => nameOf(seat, words));
  const free = row.seats.filter(seat => seat.kind === 'open').length;
  return [
    others.length ? words('lobby.with', { names: listed(others, words) }) : words('lobby.alone'),
    free ? words.count('lobby.free', free) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * @param {{title: string, rows: Row[], empty: string, words: import('./types').Words, act: (row: Row) =>
 *   string, path: (row: Row) => string}} props
 */
export function Rows({ title, rows, empty, words, act, path }) {
  return html`<section><h2>${title}</h2>${
    rows.length === 0
      ? html`<p class="quiet rows-empty">${empty}</p>`
      : html`<ul class="rows">
    ${rows.map(
      row => html`<li key=${row.id}><span><b>${row.title}</b><br /><span class="quiet">${row.says || summary(row, words)}</span></span><${Badges} seats=${row.seats} words=${words} />
      <span class="row-act">${row.my_turn && html`<span class="yours">${words('lobby.your_turn')}</span>`}<a class="button small" href=${path(row)} aria-label=${words('lobby.act_on', { act: act(row), title: row.title })}>${act(row)}</a></span></li>`,
    )}</ul>`
  }</section>`;
}

/** The lists of tables, read again while somebody looks. @param {App} app */
function useTables(app) {
  const [tables, setTables] = useState(
    /** @type {{mine: Row[], public: Row[], finished: Row[]}|null} */ (null),
  );
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible')
        get('/api/tables', { language: app.language }).then(setTables, NOTHING);
    };
    read();
    const timer = setInterval(read, REFRESH);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [app.language]);
  return tables;
}

/** @param {{app: App}} props */
export function LobbyPage({ app }) {
  const { words, hello } = app;
  const tables = useTables(app);
  const [open, setOpen] = useState('');
  useTitle('');
  const mine = [...(tables?.mine ?? [])].sort(
    (a, b) => Number(b.my_turn) - Number(a.my_turn) || b.when - a.when,
  );
  return html`<div class="lobby-page"><${Top} app=${app} menu=${hello.name || words('page.menu')}>
      <a class="button plain" href="/games">${words('page.games')}</a><a class="button plain" href=${`/rules/${hello.games[0]?.name}`}>${words('page.rules')}</a></${Top}>
    <main id="main" class="lobby" tabindex="-1"><div><h1>${words('lobby.title')}</h1><p class="quiet lead">${words('lobby.lead')}</p></div>
      <div class="games">${hello.games.map(
        game => html`<${GameCard} key=${game.name} app=${app} game=${game} open=${open === game.name} toggle=${() => setOpen(open === game.name ? '' : game.name)} />
        ${open === game.name && html`<${SetupPanel} key=${`setup ${game.name}`} app=${app} game=${game} />`}`,
      )}</div>
      ${
        tables &&
        html`<div class="lists">
        <${Rows} title=${words('lobby.mine')} rows=${mine} empty=${words('lobby.none_mine')} words=${words} act=${() => words('lobby.open')} path=${(/** @type {Row} */ row) => `/table/${row.id}`} />
        <${Rows} title=${words('lobby.public')} rows=${tables.public} empty=${words('lobby.none_public')} words=${words}
          act=${(/** @type {Row} */ row) => words(row.seats.some(seat => seat.kind === 'open') ? 'lobby.sit' : 'lobby.watch')} path=${(/** @type {Row} */ row) => `/table/${row.id}`} /></div>
      <p><a href="/games">${words.count('lobby.finished', tables.finished.length)}</a></p>`
      }
    </main></div>`;
}
