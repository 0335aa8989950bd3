// The page of one lesson: a position on the table, its task, and the owl that explains it.
import { AnswerTable, useAnswer } from './answer-table.js';
import { useBoard } from '../table/boards.js';
import { lessonAfter, lessonPath, nextLesson, doneLessons, useCourse, withDone } from './course.js';
import { TeacherFace } from '../ui/faces.js';
import { post } from '../app/http.js';
import { LessonList, useFirstGame } from './learn.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { prefer } from '../app/preferences.js';
import { marked } from '../rules/rules.js';
import { html, useState } from '../vendor/view.js';

/**
 * @import { GameCard, Lesson, LessonVerdict, LessonView, Offer } from '../api'
 * @import { App, Trail, Words } from '../types'
 */

/**
 * Manage the learner's answer and whether the solution is shown.
 * @param {App} app
 * @param {string} game
 * @param {Lesson} lesson
 */
function useLesson(app, game, lesson) {
  const [shown, setShown] = useState(false);
  /** @type {LessonVerdict} */
  const unanswered = { verdict: 'open', says: [], view: lesson.view };
  const answer = useAnswer(unanswered, async moves => {
    /** @type {LessonVerdict} */
    const found = await post(`/api/lessons/${game}/${lesson.id}`, { moves }, app.language);
    if (found.verdict === 'right') prefer({ lessons: withDone(app.preferences.lessons, game, lesson.id) });
    if (found.verdict !== 'open') setShown(false);
    return found;
  });
  return {
    ...answer,
    shown,
    again: () => {
      answer.again();
      setShown(false);
    },
    show: () => {
      if (answer.verdict.view.best === null) answer.again();
      setShown(true);
    },
  };
}

/**
 * The owl and its speech: the explanation, the solution, or the verdict on the answer. On a phone it also has the first
 * sentence of a verdict.
 * @param {{verdict: string, head: string|undefined, says: string[], words: Words}} props
 */
const Teacher = ({ verdict, head, says, words }) =>
  html`<section class=${`teacher ${verdict}`} aria-label=${words('learn.teacher')}>
    <${TeacherFace} size=${52} />
    <div class="bubble" role="status" tabindex="0">
      ${head && html`<p class="only-tall" aria-hidden="true"><b>${head}</b></p>`}
      ${says.map((text, i) => html`<p key=${i}>${marked(text)}</p>`)}
    </div>
  </section>`;

/**
 * Return the events of the answer in the form of last moves.
 * @param {LessonView} view
 * @param {number} seat
 * @returns {Trail[]}
 */
const trailOf = (view, seat) =>
  view.effects.length ? [{ seat, turn: 0, says: '', effects: view.effects }] : [];

/** @param {{app: App, game: GameCard, lesson: Lesson}} props */
function LessonTable({ app, game, lesson }) {
  const words = app.gameWords(game.name);
  const board = useBoard(game);
  const answer = useLesson(app, game.name, lesson);
  const { verdict, open, shown, show } = answer;
  const { view } = verdict;
  const best = shown ? view.best : null;
  const toShow = best === null ? undefined : view.offers.find(one => one.move === best);
  const pupil = lesson.seats.findIndex(seat => seat.mine);
  const number = 1 + game.lessons.findIndex(one => one.id === lesson.id);
  useTitle(`${lesson.title} · ${game.title}`);
  const says = !open ? verdict.says.slice(1) : toShow ? howTo(toShow, words) : lesson.says;
  const where = html`<div class="where">
    <h1>${game.title}</h1>
    <span class="quiet">${words('learn.of', { n: number, all: game.lessons.length })}</span>
  </div>`;
  const all = html`<a class="button plain only-tall" href="/learn">${words('learn.back')}</a>
    <a class="button plain" href="/">${words('page.to_lobby')}</a>`;
  const showMe =
    verdict.verdict !== 'right' &&
    html`<button class="button plain" type="button" onClick=${show}>${words('learn.show')}</button>`;
  return html`<${Top} app=${app} where=${where} extra=${all}>
      <a class="button plain only-wide" href="/learn">${words('learn.back')}</a>
      <a class="button plain" href=${`/rules/${game.name}`} target="_blank">${words('page.rules')}</a>
    </${Top}>
    <${AnswerTable}
      app=${app}
      words=${words}
      board=${board}
      look=${game.folder}
      answer=${answer}
      seats=${lesson.seats}
      drawn=${{ best, trail: open ? [] : trailOf(view, pupil) }}
      help=${show}
      rail=${words('learn.rail')}
      tray=${words('learn.task')}
      says=${open ? lesson.task : verdict.says[0]}
      spoken=${true}
      how=${words('learn.how')}
      signed=${true}
      buttons=${showMe}
      onward=${html`<${Onward} app=${app} game=${game} lesson=${lesson} answer=${answer} />`}
    >
      <div class="lesson-head">
        <p class="label">${words('learn.of', { n: number, all: game.lessons.length })}</p>
        <h2>${lesson.title}</h2>
      </div>
      <${Teacher} verdict=${verdict.verdict} head=${verdict.says[0]} says=${says} words=${words} />
      <${LessonList}
        app=${app}
        game=${game}
        here=${lesson.id}
        label=${words('learn.lessons_of', { title: game.title })}
        look="steps"
      />
    </${AnswerTable}>`;
}

/** Return the solution, step by step. @param {Offer} offer @param {Words} words */
const howTo = (offer, words) => [words('learn.like_this'), `**${offer.label}**`, words('learn.your_turn')];

/**
 * The button after an answer: try again, the next lesson, or the first game.
 * @param {object} props
 * @param {App} props.app
 * @param {GameCard} props.game
 * @param {Lesson} props.lesson
 * @param {ReturnType<typeof useLesson>} props.answer
 */
function Onward({ app, game, lesson, answer }) {
  const { words } = app;
  const first = useFirstGame(app, game);
  const next = lessonAfter(game, lesson.id);
  if (answer.verdict.verdict === 'wrong')
    return html`<button class="button primary" type="button" onClick=${answer.again}>
      ${words('learn.try_again')}
    </button>`;
  return html`<button class="button" type="button" onClick=${answer.again}>${words('learn.again')}</button>
    ${
      next
        ? html`<a class="button primary" href=${lessonPath(game.name, next)}>
            ${words('learn.next')}
          </a>`
        : html`<button class="button primary" type="button" disabled=${first.busy} onClick=${first.begin}>
            ${words('learn.first_short')}
          </button>`
    }
    ${first.note}`;
}

/** @param {{app: App, name: string, id?: string}} props */
export function LessonPage({ app, name, id }) {
  const { words } = app;
  const game = app.game(name);
  const { page, error } = useCourse(app, name);
  const [next] = useState(() => (game ? nextLesson(game, doneLessons(game, app.preferences.lessons)) : ''));
  const missing = game ? error : words('page.nowhere');
  const lesson = page?.lessons.find(one => one.id === (id ?? next));
  if (missing || (page && !lesson)) {
    const first = ['/learn', words('learn.back')];
    return html`<${NothingHere} app=${app} title=${words('learn.missing')} lead=${error} first=${first} />`;
  }
  if (!game || !lesson) return html`<${Loading} app=${app} />`;
  return html`<${LessonTable} key=${`${lesson.id} ${app.language}`} app=${app} game=${game} lesson=${lesson} />`;
}
