// The figures of a review as tables: the sums, and all points of the curve.
import { change, digitsOf, isPlace, plainFigure, scaleOf, shownOf, sumRows, valueOf } from './data.js';
import { html } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review, Row } from '../api'
 * @import { Shared } from './story.js'
 */

/** Return the label of a level, if it was measured. @param {string|null} level @param {Review} review */
const levelName = (level, { levels }) => levels.find(one => one.level === level)?.label ?? '–';

/** All figures of the sums, as printed. @param {Shared} props */
export function SumFigures({ review, seats, words }) {
  const digits = digitsOf(review);
  if (!review.sums.length) return html`<p>${words('review_page.at_the_end')}</p>`;
  const sums = review.sums.map(sum => ({
    rows: sumRows(sum.rows, review),
    parts: sum.luck_parts.map(part => part / 10 ** digits),
  }));
  const points = review.unit === 'points';
  /** @type {[string, Row['kind']][]} */
  const kinds = [
    [sums[0].rows[0].name, 'start'],
    [words('review.sum.others'), 'gifts'],
    [words('review.sum.own'), 'losses'],
    [words('review.small.row'), 'small'],
    [words('review.sum.even'), 'even'],
    [words('review.luck.row'), 'luck'],
    [words('review.hidden.row'), 'information'],
    [words('review.sum.residual'), 'residual'],
    [words('review.sum.result'), 'result'],
  ];
  const row = (
    /** @type {string} */ name,
    /** @type {number[]} */ values,
    /** @type {boolean} */ place,
    cls = '',
  ) =>
    html`<tr key=${name} class=${cls}>
      <th scope="row">${name}</th>
      ${values.map(
        (value, i) =>
          html`<td key=${i}>${place ? plainFigure(value, digits, words) : change(value, digits, words)}</td>`,
      )}
    </tr>`;
  const parts = ['luck_setup', 'luck_own', 'luck_others'].map((key, i) =>
    row(
      words(`review_page.${key}`),
      sums.map(sum => sum.parts[i]),
      false,
      'part',
    ),
  );
  return html`<div class="rv-figures" tabindex="0" role="group" aria-label=${words('review_page.table_sum')}>
    <table>
      <thead>
        <tr>
          <th scope="col">${words(points ? 'review_page.in_points' : 'review_page.in_share')}</th>
          ${seats.map(seat => html`<th key=${seat.seat} scope="col">${seat.shown}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${kinds
          .filter(([, kind]) => sums.some(({ rows }) => rows.some(one => one.kind === kind)))
          .flatMap(([name, kind]) => [
            row(
              name,
              sums.map(({ rows }) => valueOf(rows, kind)),
              isPlace({ kind, value: 0 }),
            ),
            ...(kind === 'luck' && seats.length > 1 ? parts : []),
          ])}
        <tr>
          <th scope="row">${words('review_page.decisions')}</th>
          ${review.sums.map(sum => html`<td key=${sum.seat}>${sum.decisions}</td>`)}
        </tr>
        <tr>
          <th scope="row">${words('review_page.per_decision')}</th>
          ${review.sums.map(sum => html`<td key=${sum.seat}>${sum.decisions ? sum.loss_says : '–'}</td>`)}
        </tr>
        ${
          review.levels.length > 0 &&
          html`<tr>
            <th scope="row">${words('review_page.like_level')}</th>
            ${review.sums.map(sum => html`<td key=${sum.seat}>${levelName(sum.level, review)}</td>`)}
          </tr>`
        }
      </tbody>
    </table>
  </div>`;
}

/** All points of the curve. @param {Shared} props */
export function CurveFigures({ review, seats, words }) {
  const times = scaleOf(review);
  const write = (/** @type {number} */ n) => plainFigure(n, digitsOf(review), words);
  return html`<div class="rv-figures" tabindex="0" role="group" aria-label=${words('review_page.table_curve')}>
    <table>
      <thead>
        <tr>
          <th scope="col">${words('review_page.col_turn')}</th>
          <th scope="col" class="what-col">${words('review_page.col_what')}</th>
          ${seats.map(seat => html`<th key=${seat.seat} scope="col">${seat.shown}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${review.steps.map(
          step =>
            html`<tr key=${step.step}>
              <td>${step.turn}</td>
              <td class="what-col">${step.does}${step.word && ` (${words(`review.word.${step.word}`)})`}</td>
              ${step.after.map(
                (value, seat) =>
                  html`<td key=${seat}>
                    ${write(seat === review.seat ? shownOf(step, review).after : value * times)} ±${' '}
                    ${write(2 * step.errors[seat] * times)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
