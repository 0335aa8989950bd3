// Everyone's loss per decision on a ruler with the levels.
import { mark, put, spread } from '../ui/chart.js';
import { el, f } from '../ui/pieces.js';
import { scaleOf } from './data.js';
import { html } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review } from '../api'
 * @import { Words } from '../types'
 * @import { ShownSeat } from './story.js'
 */

const APART = 26; // pixels between the figures of two players

/**
 * The loss per decision among the levels' ticks; a smaller loss is further right.
 * @param {object} props
 * @param {{name: string, value: number}[]} props.levels
 * @param {{colour: string, value: number, error: number, figure: string}[]} props.people
 * @param {string} props.label
 * @param {number} [props.width]
 */
function Ruler({ levels, people, label, width = 272 }) {
  const high = 1.15 * Math.max(0.1, ...levels.map(one => one.value), ...people.map(one => one.value));
  const X = (/** @type {number} */ v) => f(14 + (width - 28) * (1 - Math.sqrt(Math.max(0, v) / high)));
  /** @type {number[]} */
  const taken = [];
  const names = levels.map(level => {
    const x = Math.min(width - 18, Math.max(20, X(level.value)));
    const free = taken.every(other => Math.abs(other - x) > 44);
    if (free) taken.push(x);
    return { ...level, x, free };
  });
  const places = spread(
    people.map(one => X(one.value)),
    APART,
    14,
    width - 14,
  );
  return el(
    'svg',
    { class: 'rv-ruler', viewBox: `0 0 ${width} 48`, width, height: 48, role: 'img', 'aria-label': label },
    el('path', { class: 'rv-rule', d: `M12 24H${width - 12}` }),
    ...names.flatMap(({ name, value, x, free }) => [
      el('path', { class: 'rv-tick', d: `M${X(value)} 19V29` }),
      free && put(name, x, 46, 'rv-axis', 'middle'),
    ]),
    ...people.flatMap(({ colour, value, error, figure }, i) => [
      el('path', {
        class: 'rv-whisker',
        d: `M${X(Math.min(high, value + 2 * error))} 24H${X(Math.max(0, value - 2 * error))}`,
      }),
      mark(colour, places[i], 24, 8.5),
      put(figure, places[i], 11, 'rv-r-fig', 'middle'),
    ]),
  );
}

/**
 * Everyone's loss per decision, compared with the levels.
 * @param {{review: Review, seats: ShownSeat[], words: Words}} props
 */
export function LossRuler({ review, seats, words }) {
  const times = scaleOf(review);
  const people = review.sums
    .filter(sum => sum.decisions > 0)
    .map(sum => ({
      name: seats[sum.seat].shown,
      colour: seats[sum.seat].colour,
      value: -sum.loss_per_decision * times,
      error: sum.loss_per_decision_error * times,
      figure: sum.loss_says.split(' ±')[0],
      says: sum.loss_says,
    }));
  if (!people.length) return null;
  const own = review.sums.find(sum => sum.seat === review.seat);
  const title = words(review.unit === 'points' ? 'review_page.loss_points' : 'review_page.loss_share');
  const label = people.map(one => words('review_page.lost_each', { name: one.name, n: one.says })).join(' ');
  const like = own?.level_says;
  return html`<section class="rv-played">
    <h2 class="label">${title}</h2>
    <${Ruler}
      levels=${review.levels.map(level => ({ name: level.label, value: -level.loss * times }))}
      people=${people}
      label=${label}
    />
    ${like && html`<p class="quiet">${like}</p>`}
  </section>`;
}
