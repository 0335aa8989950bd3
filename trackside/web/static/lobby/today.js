// The lower half of the lobby: the game and puzzle of the day, unfinished lessons, recent games.
import { doneLessons, lessonPath, nextLesson } from '../learn/course.js';
import { Picture, useStart } from './game-card.js';
import { get } from '../app/http.js';
import { outcome, scoreText } from '../result/outcomes.js';
import { defaultSetup } from './new-table.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { dayText, listPeople, signed } from '../app/words.js';

/**
 * @import { DayGame, GameCard, Puzzle, RecentGame, TodayPage as Today } from '../api'
 * @import { App, Words } from '../types'
 */

/** Load the games and puzzles of the day and my last games; null until they have arrived. @param {App} app */
export function useToday(app) {
  const [today, setToday] = useState(/** @type {Today|null} */ (null));
  useEffect(() => {
    let wanted = true;
    const nothing = { day: app.hello.daily, games: [], puzzles: [], recent: [] };
    get('/api/today', { language: app.language }).then(
      found => wanted && setToday(found),
      () => wanted && setToday(nothing),
    );
    return () => {
      wanted = false;
    };
  }, [app.language]);
  return today;
}

/**
 * A card for today: a picture, a title, my progress and a button.
 * @param {{id: string, picture: any, label: string, title: string, says: any, act: any, done?: boolean}} props
 */
const DayCard = ({ id, picture, label, title, says, act, done }) =>
  html`<article class="day-card" aria-labelledby=${id}>
    ${picture}
    <div class="body">
      <h3 id=${id}><span class="label">${label}</span> ${title}</h3>
      <p class=${done ? 'day-done' : 'quiet'}>${says}</p>
      <div class="go">${act}</div>
    </div>
  </article>`;

/** Return my state in the game of the day. @param {DayGame} one @param {Words} words */
function dayState(one, words) {
  if (one.score !== null) return words('today.played', { n: signed(one.score) });
  if (one.over) return words('today.given_up');
  return words(one.table ? 'today.begun' : 'today.not_played');
}

/** @param {{app: App, one: DayGame, day: string}} props */
function DayGameCard({ app, one, day }) {
  const { words } = app;
  const game = /** @type {GameCard} */ (app.game(one.game));
  const { busy, start, note } = useStart(app, game);
  const label = (/** @type {string} */ act) => words('lobby.act_on', { act, title: words('today.game') });
  const link = (/** @type {string} */ key, /** @type {string} */ href, look = 'button') =>
    html`<a class=${look} href=${href} aria-label=${label(words(key))}>${words(key)}</a>`;
  const act = one.table
    ? one.over
      ? one.score !== null && link('games.look', `/replay/${one.table}`)
      : link('today.go_on', `/table/${one.table}`, 'button primary')
    : html`<button
        class="button"
        type="button"
        disabled=${busy}
        aria-label=${label(words('lobby.play'))}
        onClick=${() => start(defaultSetup(game, 1, day))}
      >
        ${words('lobby.play')}
      </button>`;
  return html`<${DayCard}
    id="today-game"
    picture=${html`<${Picture} app=${app} game=${game} scene=${one.scene} />`}
    label=${words('today.game')}
    title=${one.title}
    says=${dayState(one, words)}
    done=${one.score !== null}
    act=${html`${act}${note}`}
  />`;
}

/** @param {{app: App, puzzle: Puzzle}} props */
function DayPuzzleCard({ app, puzzle }) {
  const { words } = app;
  const key = puzzle.solved ? 'training.again' : 'training.solve';
  return html`<${DayCard}
    id="today-puzzle"
    picture=${html`<${Picture} app=${app} game=${app.game(puzzle.game)} scene=${puzzle.scene} />`}
    label=${words('today.puzzle')}
    title=${puzzle.title}
    says=${puzzle.solved ? words(`training.solved_${puzzle.solved}`) : puzzle.asks}
    done=${puzzle.solved === 'right'}
    act=${html`<a
      class="button"
      href=${`/training/${puzzle.id}`}
      aria-label=${words('lobby.act_on', { act: words(key), title: words('today.puzzle') })}
    >
      ${words(key)}
    </a>`}
  />`;
}

/** Return the lessons of games that I have begun to learn. @param {App} app */
const begunLessons = app =>
  app.hello.games.flatMap(game => {
    const done = doneLessons(game, app.preferences.lessons);
    if (done.length === 0 || done.length === game.lessons.length) return [];
    const id = nextLesson(game, done);
    const at = game.lessons.findIndex(lesson => lesson.id === id);
    return [{ game, id, n: at + 1, title: game.lessons[at].title }];
  });

/** @param {{app: App}} props */
function Lessons({ app }) {
  const begun = begunLessons(app);
  return (
    begun.length > 0 &&
    html`<section>
      <h3>${app.words('today.lessons')}</h3>
      <ul class="short-rows">
        ${begun.map(
          ({ game, id, n, title }) => html`<li key=${game.name}>
            <a href=${lessonPath(game.name, id)}>
              <b>${game.title}</b><span>${app.words('today.lesson', { n, title })}</span>
            </a>
          </li>`,
        )}
      </ul>
    </section>`
  );
}

/** A finished game with its review's verdict, or its result. @param {{row: RecentGame, words: Words}} props */
function Recent({ row, words }) {
  const others = row.seats.filter(seat => !seat.mine);
  const alone = row.seats.length === 1;
  const result = [outcome(row, words), scoreText(row, words)].filter(Boolean).join(alone ? ': ' : ', ');
  const names = others.length > 0 && words('lobby.with', { names: listPeople(others, words) });
  return html`<li>
    <a href=${row.verdict ? `/table/${row.id}/review` : `/table/${row.id}`}>
      <span><b>${row.title}</b> <span class="quiet">${names}</span></span>
      <span>${[result, row.verdict].filter(Boolean).join(' · ')}</span>
    </a>
  </li>`;
}

/** @param {{app: App, today: Today}} props */
const LastGames = ({ app, today }) =>
  html`<section>
    <h3>${app.words('today.recent')}</h3>
    ${
      today.recent.length
        ? html`<ul class="short-rows">
            ${today.recent.map(row => html`<${Recent} key=${row.id} row=${row} words=${app.words} />`)}
          </ul>`
        : html`<p class="quiet rows-empty">${app.words('today.no_recent')}</p>`
    }
  </section>`;

/**
 * The section for today; until it has loaded, blank cards of the same size.
 * @param {{app: App, today: Today|null}} props
 */
export function TodayPart({ app, today }) {
  const { words } = app;
  const game = today?.games.find(one => app.game(one.game));
  const known = today?.puzzles.filter(one => app.game(one.game)) ?? [];
  const puzzle = known.find(one => !one.solved) ?? known[0];
  const blank = html`<div class="day-card" aria-hidden="true"></div>`;
  return html`<section class="today" aria-labelledby="today-title">
    <h2 id="today-title">${words('today.title', { day: dayText(today?.day ?? app.hello.daily, app) })}</h2>
    <div class="today-cards">
      ${today ? game && html`<${DayGameCard} app=${app} one=${game} day=${today.day} />` : blank}
      ${today ? puzzle && html`<${DayPuzzleCard} app=${app} puzzle=${puzzle} />` : blank}
      <div class="today-more">
        <${Lessons} app=${app} />
        ${today && html`<${LastGames} app=${app} today=${today} />`}
      </div>
    </div>
  </section>`;
}
