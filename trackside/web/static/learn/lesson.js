// The page of one lesson: a position on the table, its task, and the owl that explains it.
import { useBoard } from '../table/boards.js';
import { lessonAfter, lessonPath, nextLesson, doneLessons, useCourse, withDone } from './course.js';
import { TeacherFace } from '../ui/faces.js';
import { post } from '../app/http.js';
import { el } from '../ui/pieces.js';
import { LessonList, useFirstGame } from './learn.js';
import { ErrorNote } from '../ui/notes.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { Top } from '../ui/header.js';
import { useDesktop, useTitle } from '../app/hooks.js';
import { prefer } from '../app/preferences.js';
import { marked } from '../rules/rules.js';
import { mainMove } from '../table/moves.js';
import { Pass } from '../table/tray.js';
import { Stage } from '../table/stage.js';
import { useKeepFocus, useKeys } from '../table/keys.js';
import { useMoveEvents } from '../table/pointer.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { GameCard, Lesson, LessonVerdict, LessonView, Offer } from '../api'
 * @import { App, BoardModule, Trail, Words } from '../types'
 */

/**
 * @typedef {LessonVerdict & {moves: number[]}} Answer what was answered so far, and what to think of it
 */

/** @param {Lesson} lesson @returns {Answer} */
const unanswered = lesson => ({ verdict: 'open', says: [], view: lesson.view, moves: [] });

/**
 * Manage the learner's answer; the server judges it and stores nothing.
 * @param {App} app
 * @param {string} game
 * @param {Lesson} lesson
 */
function useAnswer(app, game, lesson) {
  const [answer, setAnswer] = useState(() => unanswered(lesson));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [shown, setShown] = useState(false);
  const send = async (/** @type {number[]} */ moves) => {
    setBusy(true);
    try {
      const found = await post(`/api/lessons/${game}/${lesson.id}`, { moves }, app.language);
      setAnswer({ ...found, moves });
      setError('');
      if (found.verdict === 'right') prefer({ lessons: withDone(app.preferences.lessons, game, lesson.id) });
      if (found.verdict !== 'open') setShown(false);
    } catch (refusal) {
      setError(String(/** @type {Error} */ (refusal).message));
    }
    setBusy(false);
  };
  const again = () => setAnswer(unanswered(lesson));
  return {
    ...answer,
    busy,
    error,
    shown,
    dismiss: () => setError(''),
    play: (/** @type {number} */ move) => {
      if (!busy && answer.verdict === 'open') send([...answer.moves, move]);
    },
    again: () => {
      again();
      setShown(false);
    },
    undo: () => {
      if (!busy && answer.moves.length) send(answer.moves.slice(0, -1));
    },
    show: () => {
      if (answer.view.best === null) again();
      setShown(true);
    },
  };
}

/** @param {{verdict: string}} props */
const Sign = ({ verdict }) =>
  html`<span class=${`verdict ${verdict}`} aria-hidden="true">
    ${el(
      'svg',
      { class: 'icon', viewBox: '0 0 24 24' },
      el('path', { d: verdict === 'right' ? 'M5 12.5 10 17.5 19 7' : 'M6 6 18 18M18 6 6 18' }),
    )}
  </span>`;

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
 * The task or the verdict, and the buttons for it.
 * @param {object} props
 * @param {Lesson} props.lesson
 * @param {ReturnType<typeof useAnswer>} props.answer
 * @param {Offer|undefined} props.offer the chosen move
 * @param {Offer[]} props.passes moves that leave the turn unused
 * @param {{move: number, label: string}|null} props.main
 * @param {(move: number) => void} props.play
 * @param {any} props.onward the button that continues
 * @param {Words} props.words
 */
function Prompt({ lesson, answer, offer, passes, main, play, onward, words }) {
  const open = answer.verdict === 'open';
  return html`<div class=${`prompt${open ? '' : ' judged'}`}>
    ${!open && html`<${Sign} verdict=${answer.verdict} />`}
    <div class=${`say${offer && !answer.shown ? ' previewing' : ''}`}>
      <p role="status" class="now-say">${open ? lesson.task : answer.says[0]}</p>
      ${open && html`<p class="preview-line" aria-live="polite">${offer?.label ?? words('learn.how')}</p>`}
    </div>
    <div class="acts">
      ${
        open &&
        answer.moves.length > 0 &&
        html`<button class="button plain" type="button" onClick=${answer.undo}>${words('table.undo')}</button>`
      }
      ${open && passes.map(one => html`<${Pass} key=${one.move} offer=${one} words=${words} />`)}
      ${
        answer.verdict !== 'right' &&
        html`<button class="button plain" type="button" onClick=${answer.show}>${words('learn.show')}</button>`
      }
      ${
        open
          ? html`<button
              class="button primary"
              type="button"
              disabled=${!main}
              onClick=${() => main && play(main.move)}
            >
              ${main?.label ?? words('table.choose')}
            </button>`
          : onward
      }
    </div>
  </div>`;
}

/** The legal moves as buttons, for a game without a tray. @param {{offers: Offer[], chosen: number|null}} props */
export const OfferButtons = ({ offers, chosen }) =>
  html`<ul class="offer-list">
    ${offers.map(
      offer => html`<li key=${offer.move}>
        <button
          type="button"
          class=${`offer-button${offer.move === chosen ? ' on' : ''}`}
          data-move=${offer.move}
        >
          ${offer.label}
        </button>
      </li>`,
    )}
  </ul>`;

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
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const onwardButton = useRef(/** @type {HTMLElement|null} */ (null));
  const board = useBoard(game);
  const answer = useAnswer(app, game.name, lesson);
  const [wished, choose] = useState(/** @type {number|null} */ (null));
  const desktop = useDesktop();
  const { view, verdict, shown } = answer;
  const { offers } = view;
  const best = shown ? view.best : null;
  const chosen = offers.some(offer => offer.move === wished) ? wished : best;
  const offer = offers.find(one => one.move === chosen);
  const play = (/** @type {number} */ move) => {
    if (!offers.some(one => one.move === move)) return;
    choose(null);
    answer.play(move);
  };
  const pupil = lesson.seats.findIndex(seat => seat.mine);
  const props = {
    ...{ scene: view.scene, offers, chosen, choose, play, words, best },
    ...{ seats: lesson.seats, trail: verdict === 'open' ? [] : trailOf(view, pupil) },
  };
  const number = 1 + game.lessons.findIndex(one => one.id === lesson.id);
  useTitle(`${lesson.title} · ${game.title}`);
  const asked = JSON.stringify([verdict, offers.map(one => one.label)]);
  const events = useMoveEvents({ chosen, choose, play, asked });
  useKeys(root, app.preferences.keys, {
    chosen,
    choose,
    play,
    undo: answer.undo,
    hint: answer.show,
    roll: null,
  });
  useKeepFocus(root, answer.view);
  useEffect(() => {
    if (verdict !== 'open') onwardButton.current?.focus({ preventScroll: true });
  }, [answer.view]);
  const toShow = best === null ? undefined : offers.find(one => one.move === best);
  const says = verdict !== 'open' ? answer.says.slice(1) : toShow ? howTo(toShow, words) : lesson.says;
  const where = html`<div class="where">
    <h1>${game.title}</h1>
    <span class="quiet">${words('learn.of', { n: number, all: game.lessons.length })}</span>
  </div>`;
  const Own = board?.Tray;
  const all = html`<a class="button plain only-tall" href="/learn">${words('learn.back')}</a>
    <a class="button plain" href="/">${words('page.to_lobby')}</a>`;
  return html`<${Top} app=${app} where=${where} extra=${all}>
      <a class="button plain only-wide" href="/learn">${words('learn.back')}</a>
      <a class="button plain" href=${`/rules/${game.name}`} target="_blank">${words('page.rules')}</a>
    </${Top}>
    <main id="main" class=${`table lesson ${game.folder}`} tabindex="-1" ref=${root} ...${events}>
      <${Stage} board=${board} label=${words('table.board')} ...${props} />
      <aside class="rail" aria-label=${words('learn.rail')}>
        <div class="lesson-head">
          <p class="label">${words('learn.of', { n: number, all: game.lessons.length })}</p>
          <h2>${lesson.title}</h2>
        </div>
        <${Teacher} verdict=${verdict} head=${answer.says[0]} says=${says} words=${words} />
        <${LessonList}
          app=${app}
          game=${game}
          here=${lesson.id}
          label=${words('learn.lessons_of', { title: game.title })}
          look="steps"
        />
      </aside>
      <section class=${`tray${verdict === 'open' ? ' active' : ''}`} aria-labelledby="tray-title">
        <h2 class="hidden-text" id="tray-title">${words('learn.task')}</h2>
        ${answer.error && html`<${ErrorNote} text=${answer.error} close=${answer.dismiss} words=${words} />`}
        <${Prompt}
          lesson=${lesson}
          answer=${answer}
          offer=${offer}
          passes=${offers.filter(one => one.passes)}
          main=${mainMove(board, offers, chosen, words)}
          play=${play}
          onward=${html`<${Onward} app=${app} game=${game} lesson=${lesson} answer=${answer} button=${onwardButton} />`}
          words=${words}
        />
        <div class="tray-body">
          ${Own ? html`<${Own} ...${props} since=${[]} wide=${desktop} />` : html`<${OfferButtons} ...${props} />`}
        </div>
      </section>
    </main>`;
}

/** Return the solution, step by step. @param {Offer} offer @param {Words} words */
const howTo = (offer, words) => [words('learn.like_this'), `**${offer.label}**`, words('learn.your_turn')];

/**
 * The button after an answer: try again, the next lesson, or the first game.
 * @param {object} props
 * @param {App} props.app
 * @param {GameCard} props.game
 * @param {Lesson} props.lesson
 * @param {ReturnType<typeof useAnswer>} props.answer
 * @param {{current: HTMLElement|null}} props.button
 */
function Onward({ app, game, lesson, answer, button }) {
  const { words } = app;
  const first = useFirstGame(app, game);
  const next = lessonAfter(game, lesson.id);
  if (answer.verdict === 'wrong')
    return html`<button class="button primary" type="button" ref=${button} onClick=${answer.again}>
      ${words('learn.try_again')}
    </button>`;
  return html`<button class="button" type="button" onClick=${answer.again}>${words('learn.again')}</button>
    ${
      next
        ? html`<a class="button primary" ref=${button} href=${lessonPath(game.name, next)}>
            ${words('learn.next')}
          </a>`
        : html`<button class="button primary" type="button" ref=${button} disabled=${first.busy} onClick=${first.begin}>
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
