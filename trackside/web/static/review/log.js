// The log of a review: each step with its change and the chance after it.
import { Face } from '../ui/faces.js';
import { change, digitsOf, isChoice, plainFigure, shownOf } from './data.js';
import { html, useEffect, useRef } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review, ReviewStep } from '../api'
 * @import { Words } from '../types'
 * @import { ShownSeat as SeatCard } from './story.js'
 */

/**
 * @param {{step: ReviewStep, review: Review, seats: SeatCard[], now: boolean, go: (step: number) => void,
 *   words: Words}} props
 */
function Line({ step, review, seats, now, go, words }) {
  const who = isChoice(step) ? seats[step.seat] : null;
  const { all, again, after } = shownOf(step, review);
  const write = (/** @type {number} */ n) => change(n, digitsOf(review), words);
  return html`<li>
    <button
      class=${`line${now ? ' shown' : ''}`}
      type="button"
      tabindex=${now ? 0 : -1}
      aria-current=${now ? 'step' : undefined}
      data-step=${step.step}
      onClick=${() => go(step.step)}
    >
      ${who ? html`<${Face} seat=${who} size=${18} />` : html`<span class="chance" aria-hidden="true"></span>`}
      <span>${step.does}</span>
      <span class="to">
        ${
          again !== 0 &&
          html`<span class="again" title=${words('review_page.second_look', { n: write(again) })}>
              <span class="hidden-text">${words('review_page.second_look', { n: write(again) })}. </span>
              <span aria-hidden="true">(${write(again)})</span>
            </span>${' '}`
        }
        ${all !== 0 && `${write(all)} · `}<b>${plainFigure(after, digitsOf(review), words)}</b>
      </span>
    </button>
  </li>`;
}

/** Scroll the current line into the box without moving anything else. @param {HTMLElement|null} box */
function follow(box) {
  const line = /** @type {HTMLElement|null} */ (box?.querySelector('.shown') ?? null);
  if (!box || !line) return;
  const [top, foot] = [line.offsetTop - box.offsetTop, line.offsetTop - box.offsetTop + line.offsetHeight];
  if (top < box.scrollTop || foot > box.scrollTop + box.clientHeight)
    box.scrollTop = top - box.clientHeight / 2 + line.offsetHeight / 2;
}

/**
 * @param {{review: Review, seats: SeatCard[], at: number, go: (step: number) => void, words: Words}} props
 */
export function ReviewLog({ review, seats, at, go, words }) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => follow(box.current), [at, review.steps.length]);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const here = Number(/** @type {HTMLElement} */ (event.target).dataset.step);
    /** @type {HTMLElement|null|undefined} */ (
      box.current?.querySelector(`[data-step="${here + way}"]`)
    )?.focus();
  };
  const { mine, shown } = seats[review.seat];
  const kind = review.unit === 'points' ? 'log_points' : mine ? 'log_yours' : 'log';
  const title = words(`review_page.${kind}`, { name: shown });
  const corrected = review.steps.some(step => step.shown.second_look);
  return html`<section class="log rv-log" aria-label=${title}>
    <h2 class="label">${title}</h2>
    ${corrected && html`<p class="quiet rv-log-key">${words('review_page.log_key')}</p>`}
    <ol ref=${box} onKeyDown=${key}>
      ${review.steps.map(
        step =>
          html`<${Line}
            key=${step.step}
            step=${step}
            review=${review}
            seats=${seats}
            now=${step.step === at}
            go=${go}
            words=${words}
          />`,
      )}
    </ol>
  </section>`;
}
