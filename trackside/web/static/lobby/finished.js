// The list of finished games with players, result, date and duration, with filters and links to replays.
import { Faces } from '../ui/faces.js';
import { SelectField } from '../ui/fields.js';
import { get } from '../app/http.js';
import { ShowMore, titleOf } from './lists.js';
import { outcome, scoreText } from '../result/outcomes.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { listPeople, localeOf } from '../app/words.js';

/**
 * @import { TableRow } from '../api'
 * @import { App, Words } from '../types'
 */

/**
 * @typedef {{game: string, level: string, outcome: string}} Filter
 */

/** @type {Filter} */
const ALL = { game: '', level: '', outcome: '' };
const OUTCOMES = ['won', 'lost', 'solo'];
const NOTHING = () => {};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Format a duration. @param {number} took milliseconds @param {Words} words */
export function lasted(took, words) {
  if (took < 1.5 * HOUR) return words('games.minutes', { n: Math.max(1, Math.round(took / MINUTE)) });
  if (took < 1.5 * DAY) return words('games.hours', { n: Math.round(took / HOUR) });
  return words('games.days', { n: Math.round(took / DAY) });
}

/** Format the date, or the time if it is today. @param {number} when @param {App} app */
function day(when, app) {
  const date = new Date(when);
  if (date.toDateString() !== new Date().toDateString())
    return date.toLocaleDateString(localeOf(app), { dateStyle: 'medium' });
  const time = date.toLocaleTimeString(localeOf(app), { timeStyle: 'short' });
  return app.words('games.today', { time });
}

/** @param {{app: App, row: TableRow}} props */
function FinishedGame({ app, row }) {
  const { words } = app;
  const others = row.seats.filter(seat => !seat.mine);
  const title = titleOf(row, words);
  const label = (/** @type {string} */ act) => words('lobby.act_on', { act, title: row.title });
  const names = listPeople(others, words);
  return html`<li>
    <span class="game-name">
      <b>${title}</b>
      <span class="quiet">${others.length > 0 && words('lobby.with', { names })}</span>
    </span>
    <${Faces} seats=${others} words=${words} />
    <span>
      ${outcome(row, words)}
      ${row.undone > 0 && html`<br /><span class="quiet">${words('games.undone')}</span>`}
    </span>
    <span class="tabular">${scoreText(row, words)}</span>
    <span class="quiet">${day(row.when, app)}<br />${lasted(row.when - row.began, words)}</span>
    <span class="row-act">
      <a
        class="button small"
        href=${`/table/${row.id}/review`}
        aria-label=${label(words('review_page.title'))}
      >
        ${words('review_page.title')}
      </a>
      <a class="button small plain" href=${`/replay/${row.id}`} aria-label=${label(words('games.look'))}>
        ${words('games.look')}
      </a>
      <a
        class="button small plain"
        href=${`/api/tables/${row.id}/record`}
        download=${`${row.game}-${row.id}.txt`}
        aria-label=${label(words('replay.download'))}
      >
        ${words('replay.download')}
      </a>
    </span>
  </li>`;
}

/**
 * Load the matching games, page by page.
 * @param {App} app
 * @param {Filter} filter
 */
function useFinished(app, filter) {
  const [games, setGames] = useState(/** @type {TableRow[]|null} */ (null));
  const [more, setMore] = useState(/** @type {string|null} */ (null));
  const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const ask = (/** @type {string} */ before = '') =>
    get('/api/finished', { ...chosen, ...(before && { before }), language: app.language });
  useEffect(() => {
    let wanted = true;
    ask().then(found => {
      if (!wanted) return;
      setGames(found.games);
      setMore(found.more);
    }, NOTHING);
    return () => {
      wanted = false;
    };
  }, [filter, app.language]);
  const showMore = () =>
    more &&
    ask(more).then(found => {
      setGames(before => [...(before ?? []), ...found.games]);
      setMore(found.more);
    }, NOTHING);
  return { games, more, showMore };
}

/** @param {{app: App, filter: Filter, change: (filter: Filter) => void}} props */
function Filters({ app, filter, change }) {
  const { words, hello } = app;
  const field = (
    /** @type {keyof Filter} */ name,
    /** @type {import('../ui/fields.js').Choices} */ choices,
  ) =>
    html`<${SelectField}
      stack
      label=${words(`games.by_${name}`)}
      name=${name}
      value=${filter[name]}
      choices=${[['', words('games.any')], ...choices]}
      change=${(/** @type {string} */ value) => change({ ...filter, [name]: value })}
    />`;
  return html`<div class="filters" role="group" aria-label=${words('games.which')}>
    ${field(
      'game',
      hello.games.map(game => [game.name, game.title]),
    )}
    ${field('level', hello.games[0]?.levels.map(level => [level.name, `${level.names[0]}, ${level.label}`]) ?? [])}
    ${field(
      'outcome',
      OUTCOMES.map(one => [one, words(`games.${one}`)]),
    )}
  </div>`;
}

/** @param {{app: App}} props */
export function FinishedGames({ app }) {
  const { words } = app;
  const [filter, setFilter] = useState(ALL);
  const { games, more, showMore } = useFinished(app, filter);
  const none = filter === ALL ? 'games.none' : 'games.none_such';
  return html`<${Filters} app=${app} filter=${filter} change=${setFilter} />
    ${games?.length === 0 && html`<p class="quiet rows-empty">${words(more ? 'games.none_yet' : none)}</p>`}
    ${
      games &&
      games.length > 0 &&
      html`<ul class="rows finished">
        ${games.map(row => html`<${FinishedGame} key=${row.id} app=${app} row=${row} />`)}
      </ul>`
    }
    <${ShowMore} place=${more} title=${words('games.title')} show=${showMore} words=${words} />`;
}
