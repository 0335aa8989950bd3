// The Learn page: all games with their lessons and the learner's progress.
import { useBoard } from '../table/boards.js';
import { doneLessons, lessonPath, minutesLeft, nextLesson } from './course.js';
import { useStart } from '../lobby/game-card.js';
import { el } from '../ui/pieces.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { prefer } from '../app/preferences.js';
import { firstGame } from '../lobby/new-table.js';
import { html } from '../vendor/view.js';

/**
 * @import { GameCard } from '../api'
 * @import { App } from '../types'
 */

/** A disc with a tick for a finished lesson, otherwise its number. @param {boolean} done @param {number} number */
export const dot = (done, number) =>
  html`<span class="dot" aria-hidden="true">
    ${done ? el('svg', { class: 'icon', viewBox: '0 0 24 24' }, el('path', { d: 'M5 12.5 10 17.5 19 7' })) : number}
  </span>`;

/** Return the class of a lesson in a list. @param {boolean} done @param {boolean} here */
const look = (done, here) => (done ? 'done' : here ? 'here' : undefined);

/**
 * The lessons of a game as links, ticked when finished.
 * @param {{app: App, game: GameCard, here: string, label: string, look: string}} props
 */
export function LessonList({ app, game, here, label, look: style }) {
  const done = doneLessons(game, app.preferences.lessons);
  return html`<ol class=${style} aria-label=${label}>
    ${game.lessons.map(({ id, title }, i) => {
      const ticked = done.includes(id) && (id !== here || style === 'lesson-list');
      return html`<li key=${id} class=${look(ticked, id === here)}>
        <a
          href=${lessonPath(game.name, id)}
          aria-current=${id === here && style === 'steps' ? 'step' : undefined}
          aria-label=${app.words(done.includes(id) ? 'learn.step_done' : 'learn.step', { n: i + 1, title })}
        >
          ${dot(ticked, i + 1)}<span class="step-name">${title}</span>
        </a>
      </li>`;
    })}
  </ol>`;
}

/**
 * Return what starts the first game after the lessons: with the guide, against a weak bot.
 * @param {App} app
 * @param {GameCard} game
 */
export function useFirstGame(app, game) {
  const { busy, start, note } = useStart(app, game);
  const begin = () => {
    const explained = app.preferences.explained.filter(name => !name.startsWith(`${game.name} `));
    prefer({ guide: true, explained });
    start(firstGame(game));
  };
  return { busy, begin, note };
}

/** @param {{app: App, game: GameCard}} props */
function Course({ app, game }) {
  const { words } = app;
  const done = doneLessons(game, app.preferences.lessons);
  const all = game.lessons.length;
  const next = nextLesson(game, done);
  const number = 1 + game.lessons.findIndex(lesson => lesson.id === next);
  const first = useFirstGame(app, game);
  const Piece = useBoard(game)?.Piece;
  const finished = done.length === all;
  const go = finished
    ? words('learn.once_more')
    : done.length
      ? words('learn.go_on', { n: number })
      : words('learn.begin');
  const left = finished ? words('learn.all_done') : words('learn.left', { n: minutesLeft(game, done) });
  return html`<section class="course" aria-labelledby=${`course-${game.folder}`}>
    <div class="course-body">
      <div class="course-top">
        <div class=${`piece ${game.folder}`}>${Piece && html`<${Piece} />`}</div>
        <div>
          <h2 id=${`course-${game.folder}`}>${game.title}</h2>
          <p class="quiet">${game.pitch}</p>
        </div>
      </div>
      <div class="progress" role="img" aria-label=${words('learn.progress', { done: done.length, all })}>
        ${game.lessons.map(
          ({ id }) => html`<i key=${id} class=${look(done.includes(id), id === next && !finished)}></i>`,
        )}
      </div>
      <${LessonList}
        app=${app}
        game=${game}
        here=${finished ? '' : next}
        label=${words('learn.lessons_of', { title: game.title })}
        look="lesson-list"
      />
      <div class="course-foot">
        <a class=${`button${finished ? '' : ' primary'}`} href=${lessonPath(game.name, next)}>${go}</a>
        <span class="quiet">${left}</span>
      </div>
      <button class="link" type="button" disabled=${first.busy} onClick=${first.begin}>
        ${words(finished ? 'learn.first' : 'learn.then_first')}
      </button>
      ${first.note}
    </div>
  </section>`;
}

/** @param {{app: App}} props */
export function LearnPage({ app }) {
  const { words, hello } = app;
  useTitle(words('page.learn'));
  const taught = hello.games.filter(game => game.lessons.length > 0);
  return html`<div class="lobby-page">
    <${Top} app=${app}><${Pages} app=${app} here="learn" /></${Top}>
    <main id="main" class="lobby learn-page" tabindex="-1">
      <div>
        <h1>${words('learn.title')}</h1>
        <p class="quiet lead">${words('learn.lead')}</p>
      </div>
      <div class="courses">
        ${taught.map(game => html`<${Course} key=${game.name} app=${app} game=${game} />`)}
      </div>
    </main>
  </div>`;
}
