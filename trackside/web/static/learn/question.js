// The questions page ("Learn from your mistakes"): a position as the player saw it, answered on the board.
import { useBoard } from '../table/boards.js';
import { get, post } from '../app/http.js';
import { badge, el } from '../ui/pieces.js';
import { OfferButtons } from './lesson.js';
import { mainMove } from '../table/moves.js';
import { ErrorNote } from '../ui/notes.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { Top } from '../ui/header.js';
import { useDesktop, useTitle } from '../app/hooks.js';
import { isMistake } from '../review/data.js';
import { Moves } from '../review/said.js';
import { shownName } from '../table/seats.js';
import { Holds, comparison } from '../review/scene.js';
import { Pass } from '../table/tray.js';
import { Stage } from '../table/stage.js';
import { useKeepFocus, useKeys } from '../table/keys.js';
import { useMoveEvents } from '../table/pointer.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { Offer, Question, QuestionVerdict as Verdict, ReviewPage as Review } from '../api'
 * @import { App, Words } from '../types'
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

/** @param {Question} question @returns {Verdict} */
const unanswered = question => ({
  ...{ verdict: 'open', says: '', why: [], chance: null, error: null, hint: null, answer: null, due: null },
  view: question.view,
});

/**
 * Manage a question and its answer so far; the server judges it.
 * @param {App} app
 * @param {string} id
 */
function useQuestion(app, id) {
  const [question, setQuestion] = useState(/** @type {Question|null} */ (null));
  const [verdict, setVerdict] = useState(/** @type {Verdict|null} */ (null));
  const [moves, setMoves] = useState(/** @type {number[]} */ ([]));
  const [made, setMade] = useState(/** @type {Offer[]} */ ([]));
  const [missing, setMissing] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [hinted, setHinted] = useState(false);
  useEffect(() => {
    let wanted = true;
    get(`/api/questions/${id}`, { language: app.language }).then(
      found => {
        if (!wanted) return;
        setQuestion(found);
        setVerdict(unanswered(found));
        setMoves([]);
        setMade([]);
        setHinted(false);
      },
      refusal => wanted && setMissing(refusal.message),
    );
    return () => {
      wanted = false;
    };
  }, [id, app.language]);
  const send = async (/** @type {number[]} */ all, /** @type {Offer[]} */ offers, giveUp = false) => {
    setBusy(true);
    try {
      setVerdict(await post(`/api/questions/${id}`, { moves: all, give_up: giveUp }, app.language));
      setMoves(all);
      setMade(offers);
      setError('');
    } catch (refusal) {
      setError(String(/** @type {Error} */ (refusal).message));
    }
    setBusy(false);
  };
  return {
    ...{ question, verdict, moves, made, missing, error, busy },
    hint: verdict?.hint ?? (hinted && verdict?.verdict === 'open' && !verdict.answer ? question?.hint : null),
    askHint: () => setHinted(true),
    dismiss: () => setError(''),
    play: (/** @type {Offer} */ offer) => {
      if (!busy && verdict?.verdict === 'open') send([...moves, offer.move], [...made, offer]);
    },
    undo: () => {
      if (!busy && moves.length && verdict?.verdict === 'open') send(moves.slice(0, -1), made.slice(0, -1));
    },
    again: () => {
      if (!question) return;
      setVerdict(unanswered(question));
      setMoves([]);
      setMade([]);
    },
    giveUp: () => !busy && send(moves, made, true),
  };
}

/** The symbol of a verdict; right, nearly and wrong have different shapes. @param {{verdict: Judgement}} props */
const VerdictSign = ({ verdict }) =>
  el(
    'svg',
    { class: 'rv-verdict-sign', viewBox: '-16 -16 32 32', width: 36, height: 36, 'aria-hidden': 'true' },
    verdict === 'wrong'
      ? el('rect', { x: -13, y: -13, width: 26, height: 26, rx: 6 })
      : el('circle', { r: 14 }),
    el('path', {
      d: {
        right: 'M-6.5 .5-2 5.5 7-5',
        nearly: 'M-7.5 2.5C-5-4.5-2-4.5 0 0S5 4.5 7.5-2.5',
        wrong: 'M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5',
        open: '',
      }[verdict],
    }),
  );

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
  const title =
    verdict.says ||
    words(given ? 'mistakes.answer' : question.table ? 'mistakes.find' : 'mistakes.find_best');
  return html`<div class="rv-asked" role="status" tabindex="0">
      <div class=${`rv-what ${open || given ? 'ask' : `answer ${verdict.verdict}`}`}>
        ${!open && !given && html`<${VerdictSign} verdict=${verdict.verdict} />`}
        <h2>${title}</h2>
        ${
          open && !given
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
 * The table with one question.
 * @param {object} props
 * @param {App} props.app
 * @param {string} props.id
 * @param {Judgement[]} props.states
 * @param {number} props.here
 * @param {(state: Judgement) => void} props.judged
 * @param {{label: string, href?: string, act?: () => void}} props.onward
 * @param {{label: string, href: string}} props.close
 */
function QuestionTable({ app, id, states, here, judged, onward, close }) {
  const asked = useQuestion(app, id);
  const { question, verdict } = asked;
  const game = question ? app.game(question.game) : undefined;
  const words = question ? app.gameWords(question.game) : app.words;
  const board = useBoard(game);
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const onwardButton = useRef(/** @type {HTMLElement|null} */ (null));
  const [wished, choose] = useState(/** @type {number|null} */ (null));
  const desktop = useDesktop();
  useTitle(words('mistakes.title'));
  const offers = verdict?.view.offers ?? [];
  const chosen = offers.some(offer => offer.move === wished) ? wished : null;
  const play = (/** @type {number} */ move) => {
    const offer = offers.find(one => one.move === move);
    if (!offer) return;
    choose(null);
    asked.play(offer);
  };
  const decision = JSON.stringify([verdict?.verdict, offers.map(one => one.label)]);
  const events = useMoveEvents({ chosen, choose, play, asked: decision });
  useKeys(root, app.preferences.keys, {
    chosen,
    choose,
    play,
    undo: asked.undo,
    hint: asked.askHint,
    roll: null,
  });
  useKeepFocus(root, verdict?.view);
  const state = verdict?.verdict ?? 'open';
  const given = state !== 'right' && verdict !== null && verdict.answer !== null;
  useEffect(() => {
    if (given) judged('wrong');
    else if (state !== 'open') judged(state);
    if (state !== 'open' || given) onwardButton.current?.focus({ preventScroll: true });
  }, [verdict]);
  if (asked.missing) {
    const first = [close.href, close.label];
    return html`<${NothingHere} app=${app} title=${words('training.missing')} lead=${asked.missing} first=${first} />`;
  }
  if (!question || !verdict) return html`<${Loading} app=${app} />`;
  const answered = state !== 'open' || given;
  const best = verdict.answer?.best ?? [];
  const own = { offers: asked.made, scene: null, label: '', says: words('mistakes.yours') };
  const compare = !answered
    ? undefined
    : best.length
      ? comparison(best, question.unit, words, yoursOf(verdict))
      : asked.made.length
        ? { made: own, better: null }
        : undefined;
  const scene = answered ? question.view.scene : verdict.view.scene;
  const props = {
    ...{ scene, offers, chosen, choose, play, words, seats: question.seats },
    ...{ trail: [], compare: answered && game ? compare : undefined },
  };
  const you = question.seats[question.seat];
  const main = mainMove(board, offers, chosen, words);
  const offer = offers.find(one => one.move === chosen);
  const Own = board?.Tray;
  const kind = question.table ? 'mistakes.where' : 'mistakes.puzzle_where';
  const where = html`<div class="where">
    <h1>${question.title}</h1>
    <span class="quiet">${words(kind, { turn: question.view.turn })}</span>
  </div>`;
  const button = (
    /** @type {string} */ key,
    /** @type {() => void} */ act,
    /** @type {string} */ look = '',
  ) => html`<button class=${`button ${look}`} type="button" onClick=${act}>${words(key)}</button>`;
  const next = onward.href
    ? html`<a class="button primary" ref=${onwardButton} href=${onward.href}>${onward.label}</a>`
    : html`<button class="button primary" type="button" ref=${onwardButton} onClick=${onward.act}>
        ${onward.label}
      </button>`;
  const retry = html`<button class="button primary" type="button" ref=${onwardButton} onClick=${asked.again}>
    ${words('mistakes.try_again')}
  </button>`;
  const done = state === 'right' || given;
  const passes = answered ? [] : offers.filter(one => one.passes);
  return html`<${Top} app=${app} where=${where}>
      <a class="button plain" href=${close.href}>${words('page.close')}</a>
    </${Top}>
    <main id="main" class=${`table lesson question-page ${question.folder}`} tabindex="-1" ref=${root} ...${events}>
      <${Stage} board=${board} label=${words('table.board')} ...${props} />
      <aside class="rail" aria-label=${words('mistakes.title')}>
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
        <${Asked} question=${question} verdict=${verdict} hint=${asked.hint} words=${words} />
      </aside>
      <section class=${`tray${answered ? '' : ' active'}`} aria-labelledby="tray-title">
        <h2 class="hidden-text" id="tray-title">${words('mistakes.tray')}</h2>
        ${asked.error && html`<${ErrorNote} text=${asked.error} close=${asked.dismiss} words=${words} />`}
        <div class="prompt">
          <div class=${`say${offer ? ' previewing' : ''}`}>
            <p class="now-say">
              ${answered ? verdict.says : (verdict.view.prompt ?? question.asks)}
            </p>
            ${!answered && html`<p class="preview-line" aria-live="polite">${offer?.label ?? ''}</p>`}
          </div>
          <div class="acts">
            ${!answered && asked.moves.length > 0 && button('table.undo', asked.undo, 'plain')}
            ${passes.map(one => html`<${Pass} key=${one.move} offer=${one} words=${words} />`)}
            ${!answered && !asked.hint && button('table.hint', asked.askHint, 'plain')}
            ${!done && button('mistakes.give_up', asked.giveUp, 'plain')}
            ${
              !answered
                ? html`<button
                    class="button primary"
                    type="button"
                    disabled=${!main}
                    onClick=${() => main && play(main.move)}
                  >
                    ${main?.label ?? words('table.choose')}
                  </button>`
                : done
                  ? next
                  : html`${onward.act && button('mistakes.skip', onward.act, 'plain')}${retry}`
            }
          </div>
        </div>
        <div class="tray-body">
          ${
            Own
              ? html`<${Own} ...${props} scene=${scene} since=${[]} wide=${desktop} />`
              : html`<${OfferButtons} ...${props} />`
          }
        </div>
      </section>
    </main>`;
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
  return html`<${QuestionTable}
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
  return html`<${QuestionTable}
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
