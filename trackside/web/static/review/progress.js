// The progress of a review in words and as a bar.
import { html } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review } from '../api'
 * @import { Words } from '../types'
 */

/** @param {{review: Review, words: Words}} props */
export function Progress({ review, words }) {
  const { read, entries, status, ahead } = review.progress;
  const turn = review.steps[review.steps.length - 1]?.turn ?? 0;
  const says =
    status === 'waiting' && ahead > 0
      ? words.count('review_page.ahead', ahead)
      : words('review_page.read', { turn, turns: review.turns });
  const width = (/** @type {HTMLElement|null} */ part) => {
    part?.style.setProperty('width', `${(100 * read) / Math.max(entries, 1)}%`);
  };
  return html`<p class="rv-sentence">${says}</p>
    <div
      class="rv-progress"
      role="progressbar"
      aria-label=${words('review_page.reading')}
      aria-valuemin="0"
      aria-valuemax=${entries}
      aria-valuenow=${read}
      aria-valuetext=${says}
    >
      <span ref=${width}></span>
    </div>`;
}
