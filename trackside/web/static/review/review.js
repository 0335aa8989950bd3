// The review page of a game: the verdict on luck and play first, then its explanation.
import { useBoard } from '../table/boards.js';
import { isChoice, nextStep } from './data.js';
import { ReviewBar, useReviewKeys } from './bar.js';
import { ReviewLog } from './log.js';
import { Everybody, Moments, useMoments } from './moments.js';
import { Scene } from './scene.js';
import { Said, useMoment } from './said.js';
import { LossRuler, Story } from './story.js';
import { NotYet, Waiting, useReview } from './making.js';
import { copy, post } from '../app/http.js';
import { Loading, NothingHere, Top, useTitle } from '../ui/parts.js';
import { shownName } from '../table/seats.js';
import { defaultLevel } from '../lobby/new-table.js';
import { useDesktop } from '../table/stage.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review } from '../api'
 * @import { App, Words } from '../types'
 */

/** @param {{app: App, id: string}} props */
export function ReviewPage({ app, id }) {
  const { words } = app;
  const making = useReview(app, id);
  const { error } = making;
  const { review } = making;
  useTitle(review ? words('review_page.of', { title: review.table.title }) : words('review_page.title'));
  if (error && !review) {
    const first = [`/table/${id}`, words('review_page.to_table')];
    return html`<${NothingHere} app=${app} title=${words('review_page.none')} lead=${error} first=${first} />`;
  }
  if (!review) return html`<${Loading} app=${app} />`;
  const { status } = review.progress;
  if (review.steps.length === 0 || status === 'none')
    return html`<${NotYet} app=${app} id=${id} making=${making} review=${review} />`;
  return html`<${ReviewView} key=${app.language} app=${app} id=${id} making=${making} review=${review} />`;
}

/** Return the step in the address, after its #. */
const stepInAddress = () => {
  const found = /^#(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
};

/**
 * Return the current step: the one in the address, or the greatest moment.
 * @param {Review} review
 * @param {import('./data.js').Moment[]} moments
 * @returns {[number, (step: number) => void]}
 */
function useStep(review, moments) {
  const [wanted, setWanted] = useState(stepInAddress);
  const greatest = moments.reduce(
    (most, one) => (most === null || Math.abs(one.by) > Math.abs(most.by) ? one : most),
    /** @type {import('./data.js').Moment|null} */ (null),
  );
  const last = review.steps.length - 1;
  const at = Math.min(wanted ?? greatest?.step ?? last, last);
  const go = (/** @type {number} */ step) => {
    const to = Math.max(0, Math.min(last, step));
    history.replaceState(history.state, '', `#${to}`);
    setWanted(to);
  };
  return [at, go];
}

/**
 * Manage the second screen of a phone: a moment has its own, and going back restores the place in the summary.
 * @returns {[boolean, () => void, () => void]}
 */
function useSecondScreen() {
  const [open, setOpen] = useState(false);
  const scrolled = useRef(0);
  useEffect(() => {
    const back = () => setOpen(history.state?.moment === true);
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(() => {
    scrollTo(0, open ? 0 : scrolled.current);
  }, [open]);
  const enter = () => {
    scrolled.current = scrollY;
    history.pushState({ moment: true }, '', location.hash || '#0');
    setOpen(true);
  };
  return [open, enter, () => history.back()];
}

/** @param {{app: App, id: string, review: Review, making: ReturnType<typeof useReview>}} props */
function ReviewView({ app, id, review, making }) {
  const { table, seat, steps } = review;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
  const board = useBoard(game);
  const desktop = useDesktop();
  const seats = useMemo(
    () => review.seats.map(one => ({ ...one, shown: shownName(one, words) })),
    [review.seats, words],
  );
  const done = review.progress.status === 'done';
  const { course, moments } = useMoments(review, board);
  const [at, go] = useStep(review, moments);
  const [open, enter, leave] = useSecondScreen();
  const [seenBy, setSeenBy] = useState(/** @type {'own'|'all'} */ ('own'));
  const [error, setError] = useState('');
  const moment = useMoment(app, id, review.progress.effort, at);
  const step = steps[at];
  const look = (/** @type {number} */ to) => {
    go(to);
    if (!desktop && !open) enter();
  };
  const { mistakes, strokes } = review;
  const own = mistakes.some(one => steps[one].seat === seat);
  const jump = (/** @type {number[]} */ wanted) => (/** @type {number} */ way) => {
    const to = nextStep(wanted, at, way);
    if (to !== null) look(to);
  };
  const whatIf = () => {
    const level = seats.find(one => one.level)?.level ?? (game ? defaultLevel(game) : '');
    const mine = isChoice(step) ? step.seat : seat;
    post(`/api/tables/${id}/whatif`, { at: step.entries[0], seat: mine, level, step: at }, app.language).then(
      made => app.go(`/table/${made.table}`),
      refusal => setError(refusal.message),
    );
  };
  const bar = {
    ...{ at, last: steps.length - 1, go: look, whatIf },
    mistake: jump(mistakes),
    luck: jump(strokes),
    some: { mistake: mistakes.length > 0, luck: strokes.length > 0 },
    number: (/** @type {number} */ n) => moments[n - 1] && look(moments[n - 1].step),
    perspective: review.secrets ? () => setSeenBy(seenBy === 'own' ? 'all' : 'own') : null,
  };
  useReviewKeys(app.preferences.keys, bar);
  const learn = own ? `/table/${id}/learn${mistakes.includes(at) ? `#${at}` : ''}` : null;
  const shared = { app, review, seats, course, moments, at, go: look, board, words };
  const players = words.count('review_page.players', seats.length);
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    <span class="quiet">${words('review_page.head', { turns: review.turns, players })}</span>
  </div>`;
  const seen = { step, moment, seenBy };
  const told = html`<${Said} ...${shared} ...${seen} error=${error} learn=${learn} />`;
  const scene = html`<${Scene} ...${shared} ...${seen} setSeenBy=${setSeenBy} />`;
  const strip = !desktop && open;
  const layout = [
    'review',
    table.folder,
    seats.length > 2 && 'many',
    !done && 'growing',
    strip && 'moment-page',
  ];
  return html`<${Top} app=${app} where=${where} extra=${html`<${Extra} id=${id} making=${making} words=${words} />`}>
      ${
        strip &&
        html`<button class="button plain" type="button" onClick=${leave}>${words('review_page.summary')}</button>`
      }
      <${ShareLink} words=${words} />
      <a class="button plain only-wide" href="/games">${words('page.games')}</a>
    </${Top}>
    <main id="main" class=${layout.filter(Boolean).join(' ')} tabindex="-1">
      <${Story} ...${shared} strip=${strip} />
      ${(desktop || open) && html`${scene}${told}`}
      ${
        !strip &&
        html`<aside class="rail rv-rail" aria-label=${words('review_page.rail')}>
          <${Moments} ...${shared} done=${done} />
          ${done && html`<${LossRuler} review=${review} seats=${seats} words=${words} />`}
          ${!done && html`<${Waiting} making=${making} review=${review} words=${words} />`}
          ${desktop && html`<${ReviewLog} ...${shared} />`}
        </aside>`
      }
      ${!strip && seats.length > 2 && html`<${Everybody} ...${shared} />`}
      <${ReviewBar} ...${bar} turn=${step.turn} turns=${review.turns} learn=${learn} words=${words} />
    </main>`;
}

/** The button that copies the address of this review with the current step. @param {{words: Words}} props */
function ShareLink({ words }) {
  const [did, setDid] = useState(false);
  const click = async () => {
    await copy(location.href);
    setDid(true);
    setTimeout(() => setDid(false), 2500);
  };
  return html`<button class="button plain" type="button" onClick=${click}>
    <span role="status">${words(did ? 'wait.copied' : 'review_page.share')}</span>
  </button>`;
}

/**
 * The review's menu entries: efforts, and other views of the game.
 * @param {{id: string, making: ReturnType<typeof useReview>, words: Words}} props
 */
function Extra({ id, making, words }) {
  const { review, begin } = making;
  const has = review?.efforts.filter(one => one.status === 'done').map(one => one.effort) ?? [];
  const more = /** @type {const} */ (['quick', 'normal', 'deep']).filter(
    one => one !== review?.progress.effort,
  );
  return html`${more.map(
    effort => html`<button key=${effort} class="button plain" type="button" onClick=${() => begin(effort)}>
        ${words(`review_page.${has.includes(effort) ? 'show' : 'make'}_${effort}`)}
      </button>`,
  )}
    <a class="button plain" href=${`/replay/${id}`}>${words('end.review')}</a>
    <a class="button plain" href="/training">${words('training.title')}</a>
    <a class="button plain" href="/">${words('page.to_lobby')}</a>`;
}
