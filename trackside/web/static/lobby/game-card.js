// A game's card in the lobby: a real position, one-click starts, and the progress of its lessons.
import { useBoard } from '../table/boards.js';
import { doneLessons } from '../learn/course.js';
import { newCommitment } from '../dice/salt.js';
import { post } from '../app/http.js';
import { OptionsDialog } from './options-dialog.js';
import { ErrorNote } from '../ui/notes.js';
import { botsOnly, defaultSetup, tableForm, withFriends } from './new-table.js';
import { html, useState } from '../vendor/view.js';

/**
 * @import { GameCard } from '../api'
 * @import { App } from '../types'
 * @import { Setup } from './new-table.js'
 */

const NOTHING = () => {};

/**
 * A small drawing of a position: the game card's unless another is given.
 * @param {{app: App, game: GameCard|undefined, scene?: import('../api').Scene|null}} props
 */
export function Picture({ app, game, scene = game?.picture }) {
  const board = useBoard(game);
  return html`<div class=${`pic ${game?.folder ?? ''}`} aria-hidden="true">
    ${
      board &&
      game &&
      scene &&
      html`<${board.Board}
        scene=${scene}
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

/** Return what starts tables of a game. @param {App} app @param {GameCard} game */
export function useStart(app, game) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const start = async (/** @type {Setup} */ setup) => {
    setBusy(true);
    try {
      const mine = { commitment: newCommitment(), by_hand: !app.preferences.autoroll };
      const made = await post('/api/tables', { ...tableForm(game, setup), ...mine }, app.language);
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
 * Return the other one-click starts: with friends; solo if the game allows it, otherwise bots to watch.
 * @param {GameCard} game
 * @param {string} daily
 * @returns {[key: string, setup: Setup][]}
 */
const quickStarts = (game, daily) => [
  ['lobby.play_friends', withFriends(game)],
  .../** @type {[string, Setup][]} */ (
    game.seats.includes(1)
      ? [
          ['lobby.play_solo', defaultSetup(game, 1)],
          ['lobby.play_daily', defaultSetup(game, 1, daily)],
        ]
      : [['lobby.play_watch', botsOnly(game)]]
  ),
];

/** The number of players, the duration and the kind of game. @param {{app: App, game: GameCard}} props */
export function Facts({ app, game }) {
  const own = app.gameWords(game.name);
  const least = Math.min(...game.seats);
  const most = Math.max(...game.seats);
  return html`<p class="facts">
    <span>${app.words('lobby.players', { least, most })}</span>
    ${['about.minutes', 'about.kind'].filter(own.has).map(key => html`<span key=${key}>${own(key)}</span>`)}
  </p>`;
}

const RADIUS = 8;
const ROUND = 2 * Math.PI * RADIUS;

/** A ring that shows progress. @param {{done: number, all: number}} props */
const Ring = ({ done, all }) =>
  html`<svg class="ring" width="22" height="22" viewBox="-11 -11 22 22" aria-hidden="true">
    <circle class="ring-back" r=${RADIUS} />
    ${
      done > 0 &&
      html`<circle
        class="ring-done"
        r=${RADIUS}
        stroke-dasharray=${`${((ROUND * done) / all).toFixed(1)} ${ROUND.toFixed(1)}`}
        transform="rotate(-90)"
      />`
    }
    ${done === all && html`<path class="ring-tick" d="M-4 0 -1 3.2 4.4 -3.4" />`}
  </svg>`;

/**
 * Return the progress of a game's lessons as a phrase.
 * @param {number} done
 * @param {number} all
 * @param {import('../types').Words} words
 */
export function lessonsSaid(done, all, words) {
  if (done === 0) return words('lobby.learn');
  return done === all ? words('lobby.learned') : words('lobby.lesson', { n: done + 1, all });
}

/** @param {{app: App, game: GameCard}} props */
function LearnLink({ app, game }) {
  const { words, preferences } = app;
  const all = game.lessons.length;
  if (all === 0) return html`<a class="learn" href=${`/rules/${game.name}`}>${words('page.rules')}</a>`;
  const done = doneLessons(game, preferences.lessons).length;
  return html`<a class="learn" href=${`/learn/${game.name}`}>
    <${Ring} done=${done} all=${all} /><span>${lessonsSaid(done, all, words)}</span>
  </a>`;
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {GameCard} props.game
 * @param {import('../api').DayGame} [props.day] my progress in its game of the day, which can be started only once
 */
export function GameArticle({ app, game, day }) {
  const { words, hello } = app;
  const { busy, start, note } = useStart(app, game);
  const [open, setOpen] = useState(false);
  const button = (/** @type {string} */ key, /** @type {Setup} */ setup, /** @type {string} */ style) => {
    const goesOn = setup.seed === hello.daily && day?.table && !day.over;
    const act = () => (goesOn ? app.go(`/table/${day.table}`) : start(setup));
    return html`<button key=${key} class=${style} type="button" disabled=${busy} onClick=${act}>
      ${words(key)}
    </button>`;
  };
  const dialog = html`<${OptionsDialog}
    app=${app}
    game=${game}
    start=${start}
    busy=${busy}
    note=${note}
    close=${() => setOpen(false)}
  />`;
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
      <div class="foot">
        <${LearnLink} app=${app} game=${game} />
        <button class="link" type="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>
          ${words('lobby.more')}
        </button>
      </div>
      ${!open && note}
    </div>
    ${open && dialog}
  </article>`;
}
