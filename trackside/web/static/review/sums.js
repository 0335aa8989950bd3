// The sum as a waterfall chart, and its rows and scales.
import { across, put } from '../ui/chart.js';
import { el, f } from '../ui/pieces.js';
import { change, isPlace, plainFigure } from './data.js';
import { bar } from './signs.js';

/** @import { SumRow } from './data.js' */

/**
 * @typedef {import('../api').Row & {word?: string}} NamedRow
 */

/** Return the running sum after each row. @param {SumRow[]} rows */
export function standings(rows) {
  let sum = 0;
  return rows.map(row => {
    sum = isPlace(row) ? row.value : sum + row.value;
    return sum;
  });
}

const TOP = 20;
const LETTER = 6; // approximate width of a letter on an axis

/**
 * A waterfall chart: each bar begins where the one above it ended.
 * @param {object} props
 * @param {NamedRow[]} props.rows
 * @param {number} props.width
 * @param {string} props.label the description for screen readers
 * @param {number} props.digits
 * @param {import('../types').Words} props.words
 * @param {[low: number, high: number]} props.range
 * @param {[low: string, high: string]} props.ends
 * @param {number|null} props.middle
 */
export function Steps({ rows, width, label, digits, words, range: [low, high], ends, middle }) {
  const names = 132,
    figures = 44,
    rowH = width < 400 ? 22 : 21,
    tall = rowH - 7;
  const sums = standings(rows),
    lo = Math.min(low, ...sums),
    hi = Math.max(high, ...sums),
    left = names + figures + 14,
    X = across([lo, hi], [left, width - 12]),
    height = TOP + rows.length * rowH + 2;
  /** @param {number} v @param {string} cls @param {string} word @param {string} anchor */
  const guide = (v, cls, word, anchor) => [
    el('path', { class: cls, d: `M${X(v)} ${TOP - 3}V${height - 2}` }),
    put(word, X(v), 11, 'rv-axis', anchor),
  ];
  const roomy = middle === null || X(high) - X(middle) > 14 + LETTER * ends[1].length;
  const drawn = rows.flatMap((row, i) => {
    const y = TOP + i * rowH,
      m = y + 2 + tall / 2,
      place = isPlace(row);
    const kind = place ? ` fixed ${row.kind}` : '';
    const right = row.value > (lo + hi) / 2;
    return [
      i > 0 &&
        el('path', {
          class: 'rv-carry',
          d: `M${X(sums[i - 1])} ${f(m - rowH + (isPlace(rows[i - 1]) ? 5 : tall / 2))}V${f(place ? m - 5 : y + 2)}`,
        }),
      put(row.name, 0, m + 4.5, `rv-s-name${kind}`),
      put(
        place ? plainFigure(row.value, digits, words) : change(row.value, digits, words),
        names + figures,
        m + 5,
        `rv-s-fig${kind}`,
        'end',
      ),
      place
        ? el('circle', {
            class: row.kind === 'result' ? 'rv-end-dot' : 'rv-start-dot',
            ...{ cx: X(row.value), cy: f(m), r: row.kind === 'result' ? 5.4 : 4.6 },
          })
        : bar(row.kind, X(sums[i - 1]), X(sums[i]), y + 2, tall),
      row.word &&
        put(row.word, X(row.value) + (right ? -11 : 11), m + 4.5, 'rv-s-word', right ? 'end' : 'start'),
    ];
  });
  return el(
    'svg',
    { class: 'rv-steps', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    ...guide(low, 'rv-edge', ends[0], 'start'),
    ...(middle === null ? [] : guide(middle, 'rv-mid', roomy ? String(middle) : '', 'middle')),
    ...guide(high, 'rv-edge', ends[1], 'end'),
    ...drawn,
  );
}

/**
 * One player's sum in one row: others' mistakes, own mistakes, luck and the rest, from the start to the result.
 * @param {{parts: SumRow[], start: number, width: number}} props
 */
export function SumBars({ parts, start, width }) {
  const h = parts.length > 3 ? 6 : 9,
    gap = parts.length > 3 ? 2 : 3,
    height = parts.length * (h + gap) + 5;
  const X = across([0, 100], [6, width - 6]);
  let sum = start;
  const bars = parts.map((part, i) => {
    const from = sum;
    sum += part.value;
    return bar(part.kind, X(from), X(sum), 4 + i * (h + gap), h);
  });
  return el(
    'svg',
    { class: 'rv-steps one', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    el('path', { class: 'rv-edge', d: `M${X(0)} 0V${height}M${X(100)} 0V${height}` }),
    el('path', { class: 'rv-mid', d: `M${X(start)} 0V${height}` }),
    ...bars,
    el('circle', {
      class: 'rv-end-dot',
      cx: X(sum),
      cy: f(4 + (parts.length - 1) * (h + gap) + h / 2),
      r: 4.2,
    }),
  );
}

/**
 * The value of a move: a dot with two standard errors, on a scale shared by all rows.
 * @param {{value: number, error: number, look: string, low: number, high: number, width?: number}} props
 */
export function Dot({ value, error, look, low, high, width = 96 }) {
  const X = across([low, high], [6, width - 6]);
  return el(
    'svg',
    { class: `rv-dots ${look}`, viewBox: `0 0 ${width} 18`, width, height: 18, 'aria-hidden': 'true' },
    el('path', { class: 'rv-rule', d: `M6 9H${width - 6}` }),
    error > 0 && el('path', { class: 'rv-whisker', d: `M${X(value - 2 * error)} 9H${X(value + 2 * error)}` }),
    look === 'made'
      ? el('rect', { class: 'rv-dot made', x: f(X(value) - 5), y: 4, width: 10, height: 10 })
      : el('circle', { class: `rv-dot ${look}`, cx: X(value), cy: 9, r: look === 'best' ? 5 : 3.6 }),
  );
}

/**
 * The value of a move from the player's perspective and with all cards open, joined on one scale.
 * @param {{value: number, open: number, low: number, high: number, width?: number}} props
 */
export function PairOfDots({ value, open, low, high, width = 112 }) {
  const X = across([low, high], [7, width - 7]);
  return el(
    'svg',
    { class: 'rv-dots pair', viewBox: `0 0 ${width} 18`, width, height: 18, 'aria-hidden': 'true' },
    el('path', { class: 'rv-rule', d: `M6 9H${width - 6}` }),
    el('path', { class: 'rv-join', d: `M${X(value)} 9H${X(open)}` }),
    FairSign(X(value), 9),
    OpenSign(X(open), 9),
  );
}

/** The symbol for what a player saw. @param {number} x @param {number} y */
export const FairSign = (x, y) => el('circle', { class: 'rv-fair', cx: x, cy: y, r: 5 });

/** The symbol for all cards open. @param {number} x @param {number} y */
export const OpenSign = (x, y) =>
  el('rect', {
    class: 'rv-open',
    ...{ x: -4.6, y: -4.6, width: 9.2, height: 9.2, transform: `translate(${f(x)} ${f(y)}) rotate(45)` },
  });
