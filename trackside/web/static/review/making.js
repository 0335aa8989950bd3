// A review in progress: requesting, polling, stopping and resuming it; and the boards of its steps.
import { get, post, remove } from '../app/http.js';
import { backoff } from '../app/backoff.js';
import { ErrorNote } from '../ui/notes.js';
import { Top } from '../ui/header.js';
import { Progress } from './progress.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/view.js';

/**
 * @import { ReviewMoment as Moment, ReviewPage as Review } from '../api'
 * @import { App, Words } from '../types'
 */

/**
 * @typedef {Review['progress']['effort']} Effort
 */

const PAUSE = 1000; // milliseconds between polls of a growing review

/** Return true if the server is still working on the review. @param {Review} review */
export const isMade = ({ progress }) => progress.status === 'waiting' || progress.status === 'growing';

/**
 * Merge a review with its new part.
 * @param {Review|null} before
 * @param {Review} news
 * @returns {Review}
 */
export function withNews(before, news) {
  if (!before || news.steps_from === 0 || before.progress.effort !== news.progress.effort) return news;
  return { ...news, steps: [...before.steps.slice(0, news.steps_from), ...news.steps], steps_from: 0 };
}

/** @typedef {ReturnType<typeof useReview>} Making */

/**
 * Manage the review of a game and the requests for it.
 * @param {App} app
 * @param {string} id
 */
export function useReview(app, id) {
  const [review, setReview] = useState(/** @type {Review|null} */ (null));
  const [error, setError] = useState('');
  const [effort, setEffort] = useState(/** @type {Effort|null} */ (null));
  const [asked, setAsked] = useState(0);
  const newest = useRef(/** @type {Review|null} */ (null));
  useEffect(() => {
    let wanted = true;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    newest.current = null;
    const ask = (/** @type {number} */ tries) => {
      const from = newest.current?.steps.length ?? 0;
      const query = { language: app.language, ...(from && { from }), ...(effort && { effort }) };
      get(`/api/tables/${id}/review`, query).then(
        news => {
          if (!wanted) return;
          newest.current = withNews(newest.current, news);
          setReview(newest.current);
          if (isMade(newest.current)) timer = setTimeout(() => ask(0), PAUSE);
        },
        refusal => {
          if (!wanted) return;
          if (refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429)
            setError(refusal.message);
          else timer = setTimeout(() => ask(tries + 1), backoff(tries, Math.random()));
        },
      );
    };
    ask(0);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [id, app.language, effort, asked]);
  const change = (/** @type {Promise<unknown>} */ answer, /** @type {Effort} */ next) =>
    answer.then(
      () => {
        setError('');
        setEffort(next);
        setAsked(n => n + 1);
      },
      refusal => setError(refusal.message),
    );
  return {
    review,
    error,
    dismiss: () => setError(''),
    begin: (/** @type {Effort} */ next) =>
      change(post(`/api/tables/${id}/review`, { effort: next }, app.language), next),
    stop: () => {
      const now = review?.progress.effort ?? 'normal';
      return change(remove(`/api/tables/${id}/review`, { effort: now, language: app.language }), now);
    },
  };
}

const WAIT = 90; // milliseconds before the board of a step is requested
const AGAIN = 1000; // milliseconds before a failed request is repeated

/**
 * Cache steps with their boards, requested one at a time: a held key requests only the last one.
 * @param {string} path
 * @param {{effort: string, language: string}} query
 * @param {() => void} arrived
 */
function keeper(path, query, arrived) {
  /** @type {Map<number, Moment>} */
  const kept = new Map();
  let wanted = -1;
  let busy = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const ask = async () => {
    if (busy || wanted < 0 || kept.has(wanted)) return;
    busy = true;
    const step = wanted;
    const found = await get(`${path}/${step}`, query).catch(() => null);
    busy = false;
    if (found) {
      kept.set(step, found);
      arrived();
    }
    if (wanted !== step) ask();
    else if (!found) timer = setTimeout(ask, AGAIN);
  };
  return {
    find: (/** @type {number} */ step) => kept.get(step) ?? null,
    want: (/** @type {number} */ step, /** @type {number} */ pause) => {
      wanted = step;
      clearTimeout(timer);
      timer = setTimeout(ask, pause);
    },
    stop: () => {
      wanted = -1;
      clearTimeout(timer);
    },
  };
}

/**
 * Return a step with its board; until it has loaded, the previous one.
 * @param {App} app
 * @param {string} id
 * @param {string} effort
 * @param {number} step
 * @returns {Moment|null}
 */
export function useMoment(app, id, effort, step) {
  const [, setArrived] = useState(0);
  const shown = useRef(/** @type {Moment|null} */ (null));
  const boards = useMemo(
    () =>
      keeper(`/api/tables/${id}/review/steps`, { effort, language: app.language }, () =>
        setArrived(n => n + 1),
      ),
    [id, effort, app.language],
  );
  useEffect(() => boards.want(step, shown.current ? WAIT : 0), [boards, step]);
  useEffect(() => boards.stop, [boards]);
  shown.current = boards.find(step) ?? shown.current;
  return shown.current;
}

/**
 * The note and buttons for a review that grows or has stopped.
 * @param {{making: Making, review: Review, words: Words}} props
 */
export function Waiting({ making, review, words }) {
  const { effort, status } = review.progress;
  const going = isMade(review);
  const [first, then] = going
    ? ['review_page.need_not_wait', 'review_page.goes_on']
    : ['review_page.nothing_lost', `review_page.is_${status}`];
  return html`<section class="rv-wait">
    <p><b>${words(first)}</b> ${words(then)}</p>
    ${making.error && html`<${ErrorNote} text=${making.error} close=${making.dismiss} words=${words} />`}
    ${
      going
        ? html`<button class="button" type="button" onClick=${making.stop}>${words('review_page.stop')}</button>`
        : html`<button class="button primary" type="button" onClick=${() => making.begin(effort)}>
            ${words('review_page.go_on')}
          </button>`
    }
  </section>`;
}

/**
 * The page before any result.
 * @param {{app: App, id: string, making: Making, review: Review}} props
 */
export function NotYet({ app, id, making, review }) {
  const words = app.gameWords(review.table.game);
  const { status } = review.progress;
  const going = isMade(review);
  const where = html`<div class="where">
    <h1>${review.table.title}</h1>
    <span class="quiet">${words('review_page.title')}</span>
  </div>`;
  const title = going
    ? 'review_page.begins'
    : status === 'failed'
      ? 'review_page.failed'
      : 'review_page.not_yet';
  const button = (/** @type {Effort} */ effort, /** @type {string} */ look) =>
    html`<button class=${`button ${look}`} type="button" onClick=${() => making.begin(effort)}>
      ${words(`review_page.begin_${effort}`)}
    </button>`;
  return html`<${Top} app=${app} where=${where}>
      <a class="button plain" href="/games">${words('page.games')}</a>
    </${Top}>
    <main id="main" class="rv-before" tabindex="-1">
      <section class="end-card">
        <h2>${words(title)}</h2>
        <p class="hidden-text" role="status">${words(title)}</p>
        ${going ? html`<${Progress} review=${review} words=${words} />` : html`<p>${words('review_page.how_long')}</p>`}
        ${making.error && html`<${ErrorNote} text=${making.error} close=${making.dismiss} words=${words} />`}
        <div class="buttons">
          ${
            going
              ? html`<button class="button" type="button" onClick=${making.stop}>${words('review_page.stop')}</button>`
              : html`${button('normal', 'primary')}${button('quick', '')}${button('deep', 'plain')}`
          }
          <a class="button plain" href=${`/replay/${id}`}>${words('end.review')}</a>
        </div>
      </section>
    </main>`;
}
