// The review of a game: the verdict on luck and play first, then its explanation. It needs no server.
import { isChoice, nextStep } from './data.js';
import { ReviewBar, useReviewKeys } from './bar.js';
import { ReviewLog } from './log.js';
import { Everybody, Moments, useMoments } from './moments.js';
import { Scene } from './scene.js';
import { Said } from './said.js';
import { LossRuler } from './ruler.js';
import { Story } from './story.js';
import { shownName } from '../table/seats.js';
import { useDesktop } from '../app/hooks.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/view.js';

/**
 * @import { ReviewMoment as Moment, ReviewPage as Review } from '../api'
 * @import { BoardModule, Words } from '../types'
 */

/**
 * @typedef {object} Online the actions that need a server
 * @property {(at: number, seat: number) => void} whatIf continues the game from a step
 * @property {any} note an error message
 * @property {any} waiting the note and buttons for a review that grows or has stopped
 */

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

/**
 * @param {object} props
 * @param {Review} props.review
 * @param {BoardModule|null} props.board
 * @param {Words} props.words
 * @param {boolean} props.keys true if letters are keys
 * @param {(step: number) => Moment|null} props.useMoment returns a step with its board; until it is known, another one
 * @param {(where: any, back: any) => any} props.header returns the header; `back` is the button of the second screen
 * @param {Online|null} props.online
 */
export function ReviewView({ review, board, words, keys, useMoment, header, online }) {
  const { table, seat, steps, mistakes, strokes } = review;
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
  const moment = useMoment(at);
  const step = steps[at];
  const look = (/** @type {number} */ to) => {
    go(to);
    if (!desktop && !open) enter();
  };
  const own = mistakes.some(one => steps[one].seat === seat);
  const jump = (/** @type {number[]} */ wanted) => (/** @type {number} */ way) => {
    const to = nextStep(wanted, at, way);
    if (to !== null) look(to);
  };
  const bar = {
    ...{ at, last: steps.length - 1, go: look },
    mistake: jump(mistakes),
    luck: jump(strokes),
    some: { mistake: mistakes.length > 0, luck: strokes.length > 0 },
    number: (/** @type {number} */ n) => moments[n - 1] && look(moments[n - 1].step),
    whatIf: online && (() => online.whatIf(at, isChoice(step) ? step.seat : seat)),
    perspective: review.secrets ? () => setSeenBy(seenBy === 'own' ? 'all' : 'own') : null,
  };
  useReviewKeys(keys, bar);
  const learn = online && own ? `/table/${table.id}/learn${mistakes.includes(at) ? `#${at}` : ''}` : null;
  const shared = { review, seats, course, moments, at, go: look, board, words };
  const players = words.count('review_page.players', seats.length);
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    <span class="quiet">${words('review_page.head', { turns: review.turns, players })}</span>
  </div>`;
  const told = html`<${Said} ...${shared} step=${step} moment=${moment} note=${online?.note} learn=${learn} />`;
  const scene = html`<${Scene}
    ...${shared}
    step=${step}
    moment=${moment}
    seenBy=${seenBy}
    setSeenBy=${setSeenBy}
  />`;
  const strip = !desktop && open;
  const layout = [
    'review',
    table.folder,
    seats.length > 2 && 'many',
    !done && 'growing',
    strip && 'moment-page',
  ];
  const back =
    strip &&
    html`<button class="button plain" type="button" onClick=${leave}>${words('review_page.summary')}</button>`;
  return html`${header(where, back)}
    <main id="main" class=${layout.filter(Boolean).join(' ')} tabindex="-1">
      <${Story} ...${shared} strip=${strip} />
      ${(desktop || open) && html`${scene}${told}`}
      ${
        !strip &&
        html`<aside class="rail rv-rail" aria-label=${words('review_page.rail')}>
          <${Moments} ...${shared} done=${done} />
          ${done && html`<${LossRuler} review=${review} seats=${seats} words=${words} />`} ${online?.waiting}
          ${desktop && html`<${ReviewLog} ...${shared} />`}
        </aside>`
      }
      ${!strip && seats.length > 2 && html`<${Everybody} ...${shared} />`}
      <${ReviewBar} ...${bar} turn=${step.turn} turns=${review.turns} learn=${learn} words=${words} />
    </main>`;
}
