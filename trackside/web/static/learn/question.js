// The questions page ("Learn from your mistakes"): a position as the player saw it, answered on the board.
import { AnswerTable, VerdictSign, useAnswer } from './answer-table.js';
import { useBoard } from '../table/boards.js';
import { get, post } from '../app/http.js';
import { badge } from '../ui/pieces.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { isMistake } from '../review/data.js';
import { Moves } from '../review/said.js';
import { shownName } from '../table/seats.js';
import { Holds, comparison } from '../review/scene.js';
import { html, useEffect, useState } from '../vendor/view.js';

/**
 * @import { Offer, Question, QuestionVerdict as Verdict, ReviewPage as Review } from '../api'
 * @import { App, Comparison, Words } from '../types'
 */

/**
 * @typedef {Verdict['verdict']} Judgement
 */

const MOST = 8; // questions per game

/**
 * Return the steps that become questions: the reader's greatest clear losses, in order of play.
 * @param {Review} review
 * @param {number|null} wanted a step that must be included
 */
export function questionsOf(review, wanted) {
  const greatest = review.steps
    .filter(step => isMistake(step) && step.seat === review.seat)
    .sort((a, b) => a.loss - b.loss)
    .slice(0, MOST);
  return review.steps
    .filter(step => greatest.includes(step) || (step.step === wanted && step.options > 1))
    .map(step => step.step);
}

/**
 * @typedef {object} QuestionProps
 * @property {App} app
 * @property {string} id
 * @property {Judgement[]} states
 * @property {number} here
 * @property {(state: Judgement) => void} judged
 * @property {{label: string, href?: string, act?: () => void}} onward
 * @property {{label: string, href: string}} close
 */

/** A question, once it is loaded. @param {QuestionProps} props */
function QuestionLoader(props) {
  const { app, id, close } = props;
  const { words, language } = app;
  const [loaded, setLoaded] = useState(/** @type {{question: Question, language: string}|null} */ (null));
  const [missing, setMissing] = useState('');
  useTitle(words('mistakes.title'));
  useEffect(() => {
    let wanted = true;
    get(`/api/questions/${id}`, { language }).then(
      question => wanted && setLoaded({ question, language }),
      refusal => wanted && setMissing(refusal.message),
    );
    return () => {
      wanted = false;
    };
  }, [id, language]);
  if (missing) {
    const first = [close.href, close.label];
    return html`<${NothingHere} app=${app} title=${words('training.missing')} lead=${missing} first=${first} />`;
  }
  if (!loaded) return html`<${Loading} app=${app} />`;
  return html`<${QuestionTable} key=${loaded.language} ...${props} question=${loaded.question} />`;
}

/** @param {Question} question @returns {Verdict} */
const unanswered = question => ({
  ...{ verdict: 'open', says: '', why: [], chance: null, error: null, hint: null, answer: null, due: null },
  view: question.view,
});

/**
 * The list of questions and their results.
 * @param {{states: Judgement[], here: number, words: Words}} props
 */
const Questions = ({ states, here, words }) =>
  html`<ol class="rv-questions" aria-label=${words('mistakes.question', { n: here + 1, all: states.length })}>
    ${states.map(
      (state, i) =>
        html`<li key=${i} class=${state} aria-current=${i === here ? 'step' : undefined}>
          <span class="hidden-text">
            ${words('mistakes.state', { n: i + 1, state: words(`mistakes.state_${state}`) })}
          </span>
        </li>`,
    )}
  </ol>`;

/** Return the answered move, once all are shown. @param {Verdict} verdict */
const yoursOf = ({ answer }) => (answer && answer.yours !== null ? answer.best[answer.yours] : undefined);

/**
 * The question, and the verdict on its answer.
 * @param {{question: Question, verdict: Verdict, hint: string|null|undefined, words: Words}} props
 */
function Asked({ question, verdict, hint, words }) {
  const yours = yoursOf(verdict);
  const open = verdict.verdict === 'open';
  const given = verdict.answer !== null && verdict.verdict !== 'right';
  const title = verdict.says || words(question.table ? 'mistakes.find' : 'mistakes.find_best');
  return html`<div class="rv-asked" role="status" tabindex="0">
      <div class=${`rv-what ${open || given ? 'ask' : `answer ${verdict.verdict}`}`}>
        ${!open && !given && html`<${VerdictSign} verdict=${verdict.verdict} />`}
        <h2>${title}</h2>
        ${
          open
            ? html`<p>${question.about}</p><p>${words(question.table ? 'mistakes.lead' : 'mistakes.puzzle_lead')}</p>`
            : verdict.why.length > 0 && html`<p>${verdict.why.join(' ')}</p>`
        }
      </div>
      ${hint && html`<div class="rv-hintbox"><p><b>${words('mistakes.hint_says')}</b> ${hint}</p></div>`}
    </div>
    ${
      verdict.answer &&
      html`<${Moves}
        options=${verdict.answer.best}
        yours=${yours}
        unit=${question.unit}
        secrets=${verdict.answer.best.some(one => one.open !== null)}
        words=${words}
      />`
    }`;
}

/**
 * Return the moves to draw once a question is answered: all of them with the answer, else only the learner's.
 * @param {Question} question
 * @param {Verdict} verdict
 * @param {Offer[]} made
 * @param {Words} words
 * @returns {Comparison|undefined}
 */
function compared(question, verdict, made, words) {
  if (verdict.answer) return comparison(verdict.answer.best, question.unit, words, yoursOf(verdict));
  const own = { offers: made, scene: null, label: '', says: words('mistakes.yours') };
  return made.length ? { made: own, better: null } : undefined;
}

/** The table with one question. @param {QuestionProps & {question: Question}} props */
function QuestionTable({ app, id, question, states, here, judged, onward, close }) {
  const answer = useAnswer(unanswered(question), (moves, give_up) =>
    post(`/api/questions/${id}`, { moves, give_up }, app.language),
  );
  const [hinted, setHinted] = useState(false);
  const { verdict, open, made } = answer;
  const game = app.game(question.game);
  const words = app.gameWords(question.game);
  const board = useBoard(game);
  useEffect(() => {
    if (!open) judged(verdict.verdict);
  }, [verdict]);
  const done = verdict.answer !== null;
  const hint = verdict.hint ?? (hinted && open ? question.hint : null);
  const askHint = () => setHinted(true);
  const { scene } = open ? verdict.view : question.view;
  const you = question.seats[question.seat];
  const kind = question.table ? 'mistakes.where' : 'mistakes.puzzle_where';
  const where = html`<div class="where">
    <h1>${question.title}</h1>
    <span class="quiet">${words(kind, { turn: question.view.turn })}</span>
  </div>`;
  const button = (
    /** @type {string} */ label,
    /** @type {(() => void)|undefined} */ act,
    /** @type {string} */ look = 'plain',
  ) => html`<button class=${`button ${look}`} type="button" onClick=${act}>${label}</button>`;
  const next = onward.href
    ? html`<a class="button primary" href=${onward.href}>${onward.label}</a>`
    : button(onward.label, onward.act, 'primary');
  const retry = button(words('mistakes.try_again'), answer.again, 'primary');
  return html`<${Top} app=${app} where=${where}>
      <a class="button plain" href=${close.href}>${words('page.close')}</a>
    </${Top}>
    <${AnswerTable}
      app=${app}
      words=${words}
      board=${board}
      look=${`question-page ${question.folder}`}
      answer=${answer}
      seats=${question.seats}
      drawn=${{ scene, compare: open || !game ? undefined : compared(question, verdict, made, words) }}
      help=${askHint}
      rail=${words('mistakes.title')}
      tray=${words('mistakes.tray')}
      says=${open ? (verdict.view.prompt ?? question.asks) : verdict.says}
      how=""
      buttons=${html`${open && !hint && button(words('table.hint'), askHint)}
      ${!done && button(words('mistakes.give_up'), answer.giveUp)}`}
      onward=${done ? next : html`${onward.act && button(words('mistakes.skip'), onward.act)}${retry}`}
    >
      <div class="rv-ask-bar">
        ${states.length > 1 && html`<${Questions} states=${states} here=${here} words=${words} />`}
        <p class="quiet">${question.asks}</p>
      </div>
      <div class="rv-you-are">
        <p>${badge(you.colour, 20)}${words('mistakes.colour', { colour: words(`seat.${you.colour}`) })}</p>
        ${
          question.seats.length > 1 &&
          html`<${Holds}
            board=${board}
            seats=${question.seats.map(one => ({ ...one, shown: shownName(one, words) }))}
            words=${words}
            scene=${scene}
          />`
        }
      </div>
      <${Asked} question=${question} verdict=${verdict} hint=${hint} words=${words} />
    </${AnswerTable}>`;
}

/** The mistakes of a game as questions. @param {{app: App, id: string}} props */
export function MistakesPage({ app, id }) {
  const { words } = app;
  const [review, setReview] = useState(/** @type {Review|null} */ (null));
  const [error, setError] = useState('');
  const [wanted] = useState(() => (/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null));
  const [here, setHere] = useState(/** @type {number|null} */ (null));
  const [states, setStates] = useState(/** @type {{[step: number]: Judgement}} */ ({}));
  useEffect(() => {
    get(`/api/tables/${id}/review`, { language: app.language }).then(setReview, refusal =>
      setError(refusal.message),
    );
  }, [id, app.language]);
  const back = { href: `/table/${id}/review`, label: words('mistakes.to_review') };
  const steps = review ? questionsOf(review, wanted) : [];
  if (error || (review && steps.length === 0)) {
    const lead = error || words('mistakes.none_lead');
    const first = [back.href, back.label];
    return html`<${NothingHere} app=${app} title=${words('mistakes.none')} lead=${lead} first=${first} />`;
  }
  if (!review) return html`<${Loading} app=${app} />`;
  const at = here ?? Math.max(0, wanted === null ? 0 : steps.indexOf(wanted));
  const step = steps[at];
  const last = at === steps.length - 1;
  const there = { ...back, href: `${back.href}#${step}` };
  const finish = { label: words('mistakes.finish'), href: there.href };
  const next = { label: words('mistakes.next'), act: () => setHere(at + 1) };
  return html`<${QuestionLoader}
    key=${step}
    app=${app}
    id=${`${id}-${step}`}
    states=${steps.map(one => states[one] ?? 'open')}
    here=${at}
    judged=${(/** @type {Judgement} */ state) => setStates(all => ({ ...all, [step]: all[step] ?? state }))}
    onward=${last ? finish : next}
    close=${there}
  />`;
}

/** A position from the training, or a puzzle. @param {{app: App, question: string}} props */
export function QuestionPage({ app, question }) {
  const { words } = app;
  const [next, setNext] = useState(/** @type {string|null} */ (null));
  const back = { href: '/training', label: words('mistakes.to_training') };
  const look = () =>
    get('/api/training', { language: app.language }).then(
      found => setNext(found.due.find((/** @type {{id: string}} */ one) => one.id !== question)?.id ?? null),
      () => {},
    );
  return html`<${QuestionLoader}
    key=${question}
    app=${app}
    id=${question}
    states=${['open']}
    here=${0}
    judged=${look}
    onward=${next ? { href: `/training/${next}`, label: words('mistakes.next') } : back}
    close=${back}
  />`;
}
