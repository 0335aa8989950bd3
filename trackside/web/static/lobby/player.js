// My profile page: results against each level, the game of the day, best solo games, and finished games.
import { BotFace, PersonFace } from '../ui/faces.js';
import { FinishedGames } from './finished.js';
import { get } from '../app/http.js';
import { badge, el } from '../ui/pieces.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { localeOf, signed } from '../app/words.js';

/**
 * @import { DayResult, GameCard, LevelResult, PlayerPage as Played } from '../api'
 * @import { App, Words } from '../types'
 */

const NOTHING = () => {};
const MAX_DRAWN = 20; // games drawn one by one
const DAYS = 14;
const DAY = 24 * 60 * 60_000;

/** The number of games won and lost. @param {{result: LevelResult|undefined, words: Words}} props */
function Won({ result, words }) {
  if (!result) return html`<span class="quiet">${words('player.not_yet')}</span>`;
  const { won, played } = result;
  const games = Array.from({ length: played }, (_, i) => html`<i key=${i} class=${i < won ? 'w' : 'l'}></i>`);
  return html`<span class="wl">
    ${played <= MAX_DRAWN && html`<span class="wl-bar" aria-hidden="true">${games}</span>`}
    <span>${words('player.of', { won, played })}</span>
  </span>`;
}

/** @param {{app: App, played: Played}} props */
function AgainstLevels({ app, played }) {
  const { words, hello } = app;
  const levels = hello.games[0]?.levels ?? [];
  const head = levels.map(
    level => html`<th key=${level.name} scope="col">
      <span class="lv">
        <${BotFace} level=${level.name} size=${34} />
        <span>${level.names[0]}<small>${level.label}</small></span>
      </span>
    </th>`,
  );
  const row = (/** @type {GameCard} */ game) =>
    html`<tr key=${game.name}>
      <th scope="row">${game.title}</th>
      ${levels.map(({ name }) => {
        const result = played.levels.find(one => one.game === game.name && one.level === name);
        return html`<td key=${name}><${Won} result=${result} words=${words} /></td>`;
      })}
    </tr>`;
  return html`<section>
    <h2>${words('player.levels')}</h2>
    <table class="results">
      <thead>
        <tr>
          <td></td>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${hello.games.map(row)}
      </tbody>
    </table>
    <p><a class="far-link" href="/bots">${words('bots.title')}</a></p>
  </section>`;
}

/** Return the last days up to today, the oldest first. @param {string} today @returns {string[]} */
export const lastDays = today =>
  Array.from({ length: DAYS }, (_, i) =>
    new Date(Date.parse(today) - (DAYS - 1 - i) * DAY).toISOString().slice(0, 10),
  );

/**
 * Return the number of consecutive days played, up to today or yesterday.
 * @param {string[]} days
 * @param {Set<string>} played
 */
export function daysInARow(days, played) {
  const back = days.toReversed();
  const from = back[0] !== undefined && played.has(back[0]) ? 0 : 1;
  const gap = back.slice(from).findIndex(day => !played.has(day));
  return gap < 0 ? back.length - from : gap;
}

const HIGH = 128;
const LEFT = 34;
const STEP = 28;

/** A chart with a bar for every day. @param {{days: string[], results: Map<string, DayResult>, app: App}} props */
function DayChart({ days, results, app }) {
  const scores = [...results.values()].map(one => one.score);
  const top = Math.max(10, Math.ceil(Math.max(...scores) / 10) * 10);
  const low = Math.min(0, Math.floor(Math.min(...scores) / 10) * 10);
  const at = (/** @type {number} */ n) => HIGH - ((n - low) * 108) / (top - low);
  const zero = at(0);
  const tick = (/** @type {number} */ n) => [
    el('path', { class: 'grid', d: `M26 ${at(n)}H424` }),
    el('text', { class: 'tick', x: 20, y: at(n) + 4, 'text-anchor': 'end' }, signed(n)),
  ];
  const name = (/** @type {string} */ day) =>
    new Date(`${day}T12:00:00`).toLocaleDateString(localeOf(app), { day: 'numeric', month: 'short' });
  const bars = days.map((day, i) => {
    const [x, result] = [LEFT + i * STEP, results.get(day)];
    if (!result) return el('text', { class: 'tick', x: x + 9, y: zero - 6, 'text-anchor': 'middle' }, '–');
    const y = at(result.score);
    const best = result.score === Math.max(...scores);
    return html`<a href=${`/replay/${result.table}`} aria-label=${`${name(day)}: ${signed(result.score)}`}>
      <rect
        class=${best ? 'day best-day' : 'day'}
        x=${x}
        y=${Math.min(y, zero)}
        width="18"
        height=${Math.max(2, Math.abs(zero - y))}
        rx="3"
      />
      <text class="day-n" x=${x + 9} y=${Math.min(y, zero) - 5} text-anchor="middle">${signed(result.score)}</text>
    </a>`;
  });
  const names = days.map(
    (day, i) =>
      i % 3 === 1 &&
      el('text', { class: 'tick', x: LEFT + 9 + i * STEP, y: 145, 'text-anchor': 'middle' }, name(day)),
  );
  return html`<svg class="days" viewBox="0 0 430 150" role="group" aria-label=${app.words('player.chart')}>
    ${[low, 0, top].filter((n, i) => i > 0 || n < 0).map(tick)}${bars}${names}
  </svg>`;
}

/** The game of the day and its history. @param {{app: App, game: GameCard, played: Played}} props */
function DailyGame({ app, game, played }) {
  const { words, hello } = app;
  const results = new Map(played.days.filter(one => one.game === game.name).map(one => [one.day, one]));
  const scores = [...results.values()].map(one => one.score);
  const days = lastDays(hello.daily);
  const facts = scores.length > 0 && [
    words('player.best', { n: signed(Math.max(...scores)) }),
    words('player.average', { n: signed(Math.round(scores.reduce((a, b) => a + b, 0) / scores.length)) }),
    words.count('player.row', daysInARow(days, new Set(results.keys()))),
  ];
  const best = played.best.find(one => one.game === game.name)?.results ?? [];
  return html`<section>
    <h2>${words('games.daily', { title: game.title })}</h2>
    ${
      facts
        ? html`<p class="facts">${facts.map(one => html`<span key=${one}>${one}</span>`)}</p>
            <${DayChart} days=${days} results=${results} app=${app} />`
        : html`<p class="quiet">${words('player.no_day')}</p>`
    }
    <h3 class="label">${words('player.best_solo')}</h3>
    ${best.length === 0 && html`<p class="quiet">${words('player.no_solo')}</p>`}
    <ol class="best-games">
      ${best.map(
        one => html`<li key=${one.table}>
          <a href=${`/replay/${one.table}`}>${words.count('lobby.points', one.score, { n: signed(one.score) })}</a>
          <span class="quiet">${new Date(one.when).toLocaleDateString(localeOf(app), { dateStyle: 'medium' })}</span>
        </li>`,
      )}
    </ol>
  </section>`;
}

/** Return how many games there are, and how many of them I won. @param {Played} played @param {Words} words */
function total(played, words) {
  if (played.counted === 0) return words('games.none');
  if (played.played === 0) return words.count('player.games', played.counted);
  const said = words.count('player.total', played.played, { won: played.won });
  return played.all ? said : words('player.newest', { n: played.counted, said });
}

/** @param {{app: App}} props */
export function PlayerPage({ app }) {
  const { words, hello } = app;
  const [played, setPlayed] = useState(/** @type {Played|null} */ (null));
  useEffect(() => {
    get('/api/player', {}).then(setPlayed, NOTHING);
  }, []);
  const name = hello.name || words('page.player');
  useTitle(name);
  const face = hello.name
    ? html`<${PersonFace} name=${hello.name} colour="red" size=${64} />`
    : badge('red', 64);
  const alone = hello.games.filter(game => game.seats.includes(1));
  return html`<${Top} app=${app}><${Pages} app=${app} here="player" /></${Top}>
    <main id="main" class="lobby me" tabindex="-1">
      <div class="me-head">
        ${face}
        <div>
          <h1>${name}</h1>
          ${played && html`<p class="quiet">${total(played, words)} · ${words('player.kept')}</p>`}
        </div>
        <a class="button push" href="/training">${words('training.title')}</a>
      </div>
      ${
        played &&
        html`<div class="me-cols">
          <${AgainstLevels} app=${app} played=${played} />
          ${alone.map(game => html`<${DailyGame} key=${game.name} app=${app} game=${game} played=${played} />`)}
        </div>`
      }
      <section>
        <h2>${words('games.title')}</h2>
        <${FinishedGames} app=${app} />
      </section>
    </main>`;
}
