// The verdict of a review: headline, sentence, the sum as a waterfall chart, and the curve of all chances.
import { useWidth } from '../app/hooks.js';
import { roundOut } from '../ui/chart.js';
import { signed } from '../app/words.js';
import { Dialog } from '../ui/dialog.js';
import { badge } from '../ui/pieces.js';
import { drawCurve } from './curve.js';
import { change, digitsOf, isPlace, plainFigure, scaleOf, sumRows, valueOf } from './data.js';
import { Progress } from './progress.js';
import { Steps, SumBars, standings } from './sums.js';
import { CurveFigures, SumFigures } from './tables.js';
import { html, useEffect, useState } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review, ReviewStep, Row } from '../api'
 * @import { BoardModule, Words } from '../types'
 * @import { MarkedMoment } from './marks.js'
 */

/**
 * @typedef {import('../api').SeatCard & {shown: string}} ShownSeat
 * @typedef {object} Shared the props common to all parts of a review
 * @property {Review} review
 * @property {ShownSeat[]} seats
 * @property {import('./data.js').Course} course
 * @property {MarkedMoment[]} moments
 * @property {number} at the current step
 * @property {(step: number) => void} go
 * @property {BoardModule|null} board
 * @property {Words} words
 */

/** The sum of the reader's seat. @param {Pick<Shared, 'review'|'words'>} props */
function SumSteps({ review, words }) {
  const [box, width] = useWidth(416);
  const sum = review.sums.find(one => one.seat === review.seat);
  const digits = digitsOf(review);
  const points = review.unit === 'points';
  const rows = sumRows(sum?.rows ?? review.so_far, review).map(row => ({
    ...row,
    word: row.kind === 'result' && !points ? words(`review_page.${resultWord(row.value)}`) : undefined,
  }));
  const label = rows
    .map(
      row =>
        `${row.name}: ${isPlace(row) ? plainFigure(row.value, digits, words) : change(row.value, digits, words)}`,
    )
    .join(', ');
  const sums = standings(rows);
  const around = points ? roundOut(Math.min(...sums), Math.max(...sums), 5) : [0, 100];
  return html`<div class="rv-sum" ref=${box}>
    <${Steps}
      rows=${rows}
      width=${Math.max(280, Math.min(460, width))}
      label=${label}
      digits=${digits}
      words=${words}
      range=${around}
      ends=${points ? around.map(signed) : [`0 ${words('review_page.lost')}`, `${words('review_page.won')} 100`]}
      middle=${points ? null : 50}
    />
  </div>`;
}

/** @param {number} share */
const resultWord = share => (share >= 99.5 ? 'won' : share <= 0.5 ? 'lost' : 'drawn');

/** The sums of three or more seats, a row each: the winner first, the reader's row tinted. */
/** @param {Pick<Shared, 'review'|'seats'|'words'>} props */
function SumTable({ review, seats, words }) {
  const info = review.secrets;
  const figure = (/** @type {number} */ n) => change(n, 0, words);
  const sums = review.sums
    .map(sum => ({ sum, rows: sumRows(sum.rows, review) }))
    .sort((a, b) => b.sum.result - a.sum.result || valueOf(b.rows, 'even') - valueOf(a.rows, 'even'));
  const small = sums.some(({ rows }) => valueOf(rows, 'small') !== 0);
  const head = (/** @type {string} */ key) => html`<th scope="col">${words(key)}</th>`;
  return html`<table class=${info ? 'rv-sums full' : 'rv-sums'}>
    <thead>
      <tr>
        <th scope="col"><span class="hidden-text">${words('end.player')}</span></th>
        <th scope="col" class="pic-col" aria-hidden="true"><span class="ends"><span>0</span><span>100</span></span></th>
        ${head('review_page.col_gifts')}${head('review_page.col_losses')}
        ${small && head('review_page.col_small')}${head('review_page.col_even')}${head('review_page.luck_short')}
        ${info && head('review_page.info_short')}${head('review_page.col_rest')}${head('review_page.col_result')}
      </tr>
    </thead>
    <tbody>
      ${sums.map(({ sum, rows }) => {
        const value = (/** @type {Row['kind']} */ kind) => valueOf(rows, kind);
        const bars = rows.filter(row => !isPlace(row));
        return html`<tr key=${sum.seat} class=${sum.seat === review.seat ? 'mine' : undefined}>
          <th scope="row">
            <span class="of">${badge(seats[sum.seat].colour, 20)}<span>${seats[sum.seat].shown}</span></span>
          </th>
          <td class="pic-col"><${SumBars} parts=${bars} start=${value('start')} width=${98} /></td>
          <td>${figure(value('gifts'))}</td>
          <td>${figure(value('losses'))}</td>
          ${small && html`<td>${figure(value('small'))}</td>`}
          <td class="even">${plainFigure(value('even'), 0, words)}</td>
          <td>${figure(value('luck'))}</td>
          ${info && html`<td>${figure(value('information'))}</td>`}
          <td>${figure(value('residual'))}</td>
          <td class="res">${plainFigure(value('result'), 0, words)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** Headline, sentence and sum; for an unfinished review, its progress. */
/** @param {Shared & {table: () => void}} props */
function Verdict({ review, seats, words, table }) {
  const done = review.progress.status === 'done';
  return html`<section class="rv-verdict" aria-labelledby="rv-headline">
    <p class="rv-ending">
      <span class="label">${review.ending}</span>
      <button class="button plain small rv-as-table" type="button" onClick=${table}>
        ${words('review_page.as_table')}
      </button>
    </p>
    <h2 id="rv-headline">${done ? review.headline : words('review_page.reading')}</h2>
    <p class="hidden-text" role="status">${done ? review.headline : words('review_page.reading')}</p>
    ${
      done
        ? html`<p class="rv-sentence">${review.summary}</p>`
        : html`<${Progress} review=${review} words=${words} />`
    }
    ${
      done && seats.length > 2
        ? html`<${SumTable} review=${review} seats=${seats} words=${words} />`
        : html`<${SumSteps} review=${review} words=${words} />`
    }
  </section>`;
}

/** Return the step of a turn with the greatest change. @param {Review} review @param {number} turn */
function stepIn(review, turn) {
  const inside = review.steps.filter(step => step.turn === turn);
  const by = (/** @type {ReviewStep} */ step) => Math.abs(step.by);
  return inside.reduce((most, one) => (by(one) >= by(most) ? one : most), inside[0])?.step ?? null;
}

/** Return the slider's text for a step. @param {ReviewStep} step @param {Words} words */
export const spoken = (step, words) =>
  words('review_page.point', { turn: words('review.turn', { turn: step.turn }), says: step.says });

const TURNS = 10; // the turns that Page Up and Page Down move

/**
 * The curve as a single tab stop: a slider over the steps of the game.
 * @param {Shared & {strip: boolean}} props
 */
function Curve({ review, seats, course, moments, at, go, words, strip }) {
  const [box, width] = useWidth(808);
  const small = width < 560;
  const height = strip ? 128 : small ? (seats.length > 2 ? 236 : 208) : seats.length > 2 ? 322 : 284;
  const [doubt, setDoubt] = useState('');
  const { steps, turns, unit, seat } = review;
  const drawn = drawCurve({
    ...{ course, unit, seat, turns, at, width, height, words },
    seats: seats.map(({ colour, shown }) => ({ colour, name: shown })),
    moments: strip ? [] : moments,
    known: steps[steps.length - 1]?.turn ?? 0,
    done: review.progress.status === 'done',
  });
  const step = steps[at];
  useEffect(() => setDoubt(''), [at]);
  const toTurn = (/** @type {number} */ turn) => {
    const to = stepIn(review, Math.max(0, Math.min(steps[steps.length - 1].turn, turn)));
    if (to !== null) go(to);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const ways = /** @type {{[key: string]: () => void}} */ ({
      ArrowUp: () => go(at + 1),
      ArrowDown: () => go(at - 1),
      PageUp: () => toTurn(step.turn + TURNS),
      PageDown: () => toTurn(step.turn - TURNS),
      '?': () =>
        setDoubt(
          words('review_page.doubt', {
            n: plainFigure(2 * step.errors[seat] * scaleOf(review), 1, words),
            unit: words(unit === 'points' ? 'review_page.unit_points' : 'review_page.unit_share'),
          }),
        ),
    });
    if (!(event.key in ways)) return;
    event.preventDefault();
    ways[event.key]();
  };
  const press = (/** @type {PointerEvent} */ event) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const svg = /** @type {Element} */ (event.currentTarget).querySelector('svg');
    if (!svg) return;
    const frame = svg.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const sign = drawn.signs.find(({ box: b }) => x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1);
    if (sign && event.type === 'pointerdown') {
      go(sign.step);
      return;
    }
    const nearest = course.points.reduce((best, one) =>
      Math.abs(drawn.scale.x(one.t) - x) < Math.abs(drawn.scale.x(best.t) - x) ? one : best,
    );
    toTurn(steps[nearest.step]?.turn ?? 0);
  };
  const title = words(unit === 'points' ? 'review_page.curve_label_points' : 'review_page.curve_label');
  return html`<div class="rv-slider-box" ref=${box}>
    <div
      class="rv-slider"
      role="slider"
      tabindex="0"
      aria-label=${title}
      aria-valuemin="0"
      aria-valuemax=${turns}
      aria-valuenow=${step.turn}
      aria-valuetext=${spoken(step, words)}
      onKeyDown=${key}
      onPointerDown=${press}
      onPointerMove=${press}
    >
      ${drawn.picture}
    </div>
    <p class="hidden-text" role="status">${doubt}</p>
  </div>`;
}

/** @param {Shared & {strip: boolean}} props */
export function Story(props) {
  const { words, strip } = props;
  const [tables, setTables] = useState(/** @type {'sum'|'curve'|null} */ (null));
  return html`<div class=${strip ? 'rv-story strip' : 'rv-story'}>
    ${!strip && html`<${Verdict} ...${props} table=${() => setTables('sum')} />`}
    <section class="rv-graph" aria-label=${words('review_page.curve_label')}>
      <${Curve} ...${props} strip=${strip} />
      ${
        !strip &&
        html`<button class="button plain small rv-as-table" type="button" onClick=${() => setTables('curve')}>
          ${words('review_page.as_table')}
        </button>`
      }
    </section>
    ${
      tables &&
      html`<${Dialog} title=${words(`review_page.table_${tables}`)} words=${words} close=${() => setTables(null)}>
        ${tables === 'sum' ? html`<${SumFigures} ...${props} />` : html`<${CurveFigures} ...${props} />`}
      </${Dialog}>`
    }
  </div>`;
}
