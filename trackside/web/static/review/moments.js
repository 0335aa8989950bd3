// The moments of a review, and the curves of all players.
import { badge } from '../ui/pieces.js';
import { SmallCurve } from './curve.js';
import { change, courseOf, digitsOf, momentsOf, plainFigure, sumRows, valueOf } from './data.js';
import { SignIcon } from './signs.js';
import { html, useMemo } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review } from '../api'
 * @import { BoardModule, Words } from '../types'
 * @import { MarkedMoment } from './marks.js'
 * @import { Shared } from './story.js'
 */

/**
 * Return the curve and its moments; for an unfinished review, the greatest changes so far.
 * @param {Review} review
 * @param {BoardModule|null} board
 */
export function useMoments(review, board) {
  const course = useMemo(() => courseOf(review), [review]);
  const moments = useMemo(() => {
    return momentsOf(review, course).map(
      one =>
        /** @type {MarkedMoment} */ ({
          ...one,
          ...(one.word ? {} : board?.luckSign?.(one.text)),
          sub: review.steps[one.step].at,
        }),
    );
  }, [review, course, board]);
  return { course, moments };
}

/** @param {Shared & {done: boolean}} props */
export function Moments({ review, moments, at, go, words, done }) {
  const digits = digitsOf(review);
  const title = done
    ? words.count('review_page.moments', moments.length)
    : words('review_page.moments_so_far');
  if (!moments.length)
    return html`<section class="rv-moments-part">
      <h2 class="label">${title}</h2>
      <p class="quiet">${words(done ? 'review_page.no_moments' : 'review_page.no_moments_yet')}</p>
    </section>`;
  return html`<section class="rv-moments-part">
    <h2 class="label">${title}</h2>
    <ol class="rv-moments">
      ${moments.map(
        one =>
          html`<li key=${one.step} aria-current=${one.step === at ? 'step' : undefined}>
            <button type="button" onClick=${() => go(one.step)}>
              <span class="no">${one.n}</span>
              <${SignIcon} sign=${one} />
              <span class="what"><b>${one.title}</b><small>${one.sub}</small></span>
              <span class="by">${change(one.by, digits, words)}</span>
            </button>
          </li>`,
      )}
    </ol>
  </section>`;
}

/**
 * Return what leads from even luck to the result, part by part.
 * @param {import('./data.js').SumRow[]} rows
 * @param {Words} words
 */
function eachSays(rows, words) {
  const names = /** @type {const} */ ([
    ['luck', 'luck_short'],
    ['information', 'info_short'],
    ['residual', 'col_rest'],
  ]);
  const parts = names
    .filter(([kind]) => rows.some(row => row.kind === kind))
    .map(([kind, key]) => `${words(`review_page.${key}`)} ${change(valueOf(rows, kind), 0, words)}`);
  return [words('review_page.each', { even: plainFigure(valueOf(rows, 'even'), 0, words) }), ...parts].join(
    ', ',
  );
}

/** The curves of all seats, on the same scale. @param {Shared} props */
export function Everybody({ review, seats, course, words }) {
  const order = [...seats.keys()].sort(
    (a, b) => (course.points.at(-1)?.v[b] ?? 0) - (course.points.at(-1)?.v[a] ?? 0) || a - b,
  );
  return html`<section class="rv-everybody">
    <h2 class="label">${words('review_page.everybody')}</h2>
    <div class="rv-eachs">
      ${order.map(seat => {
        const sum = review.sums.find(one => one.seat === seat);
        const rows = sum && sumRows(sum.rows, review);
        return html`<figure key=${seat} class=${`rv-each${seat === review.seat ? ' mine' : ''}`}>
          <figcaption>
            ${badge(seats[seat].colour, 20)}<b>${seats[seat].shown}</b>
            ${
              rows &&
              html`<span class="quiet">
                ${eachSays(rows, words)}
              </span>`
            }
          </figcaption>
          <${SmallCurve}
            course=${course}
            seat=${seat}
            seats=${seats.map(one => ({ colour: one.colour, name: one.shown }))}
            turns=${review.turns}
            label=${words('review_page.each_label', { name: seats[seat].shown })}
          />
        </figure>`;
      })}
    </div>
  </section>`;
}
