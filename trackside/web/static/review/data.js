// The data for a review's drawings: the curve, the sum and the moments, from the figures that the server chose.

/**
 * @import { ReviewPage, ReviewStep, Row } from '../api'
 * @import { Words } from '../types'
 */

/**
 * @typedef {{t: number, v: number[], se: number[], step: number}} Point values and standard errors of all seats
 * @typedef {{t: number, seat: number, from: number[], to: number[], step: number}} Drop a clear loss of a seat
 * @typedef {{t: number, from: number[], to: number[]}} Correction the judge's second look at a position
 * @typedef {{points: Point[], drops: Drop[], corrections: Correction[], at: {t: number, v: number[]}[]}} Course
 * `at` has the end of each step
 */

/** Return the display factor of a figure: shares are percentages. @param {{unit: string|null}} review */
export const scaleOf = ({ unit }) => (unit === 'points' ? 1 : 100);

/** Return the number of decimals shown. @param {{unit: string|null}} review */
export const digitsOf = ({ unit }) => (unit === 'points' ? 1 : 0);

/** Format the digits of a number with the language's decimal mark. */
/** @param {number} n @param {number} digits @param {Words} words */
const written = (n, digits, words) => Math.abs(n).toFixed(digits).replace('.', words('review.decimal'));

/** Format a number with a true minus sign. @param {number} n @param {number} digits @param {Words} words */
export const plainFigure = (n, digits, words) =>
  `${isBelow(n, digits) ? '−' : ''}${written(n, digits, words)}`;

/** Format a change, always with its sign. @param {number} n @param {number} digits @param {Words} words */
export const change = (n, digits, words) => {
  const sign = Number(n.toFixed(digits)) === 0 ? '±' : isBelow(n, digits) ? '−' : '+';
  return sign + written(n, digits, words);
};

/** @param {number} n @param {number} digits */
const isBelow = (n, digits) => Number(n.toFixed(digits)) < 0;

/** Return true if a player made a choice. @param {ReviewStep} step */
export const isChoice = step => step.kind === 'decision' || step.kind === 'forced';

/**
 * Return what a step changed for a seat through a player's choice alone.
 * @param {ReviewStep} step
 * @param {number} seat
 */
export const playOf = (step, seat) => (step.seat === seat ? step.loss : (step.gifts[seat] ?? 0));

/**
 * Return the printed changes of a step: by its cause, in total, and the correction of the evaluator before it.
 * @param {ReviewStep} step
 * @param {{unit: string|null}} review
 */
export function shownOf({ shown, cause }, review) {
  const unit = 10 ** digitsOf(review);
  const all = shown.luck + shown.loss + shown.gift + shown.information;
  return {
    by: shown[cause] / unit,
    all: all / unit,
    again: shown.second_look / unit,
    after: shown.after / unit,
  };
}

/** Return the steps of each turn, in order. @param {ReviewStep[]} steps @returns {ReviewStep[][]} */
function byTurn(steps) {
  /** @type {Map<number, ReviewStep[]>} */
  const turns = new Map();
  for (const step of steps) turns.set(step.turn, [...(turns.get(step.turn) ?? []), step]);
  return [...turns.values()];
}

/**
 * Return the position of each step between the start and end of a turn: chance moves forward, a choice stays in place.
 * @param {ReviewStep[]} steps the steps of one turn
 */
function placesIn(steps) {
  if (steps[0].turn === 0) return steps.map(() => 0);
  let group = -1;
  const groups = steps.map((step, i) => {
    if (i === 0 || !isChoice(step)) group++;
    return group;
  });
  return groups.map(one => steps[0].turn - 1 + (one + 0.55) / (group + 1));
}

/**
 * Return the chances over the game: they slope during chance and jump at a choice.
 * @param {Pick<ReviewPage, 'unit'|'start'|'steps'>} review
 * @returns {Course}
 */
export function courseOf(review) {
  const scale = scaleOf(review);
  const times = (/** @type {number[]} */ some) => some.map(one => one * scale);
  const start = times(review.start ?? []);
  /** @type {Course} */
  const course = {
    points: [{ t: 0, v: start, se: start.map(() => 0), step: -1 }],
    drops: [],
    corrections: [],
    at: [],
  };
  for (const steps of byTurn(review.steps)) {
    const places = placesIn(steps);
    steps.forEach((step, i) => addStep(course, step, places[i], times));
  }
  return course;
}

/** @param {Course} course @param {ReviewStep} step @param {number} t @param {(some: number[]) => number[]} times */
function addStep(course, step, t, times) {
  const [before, after, se] = [step.before, step.after, step.errors].map(times);
  const last = course.points[course.points.length - 1];
  course.corrections.push({ t: last.t, from: last.v, to: before });
  if (isChoice(step) && last.t < t) course.points.push({ t, v: before, se: last.se, step: step.step });
  course.points.push({ t, v: after, se, step: step.step });
  course.at[step.step] = { t, v: after };
  if (!step.word) return;
  const lost = times(after.map((_, seat) => playOf(step, seat)));
  course.drops.push({
    t,
    seat: step.seat,
    from: after.map((v, seat) => v - lost[seat]),
    to: after,
    step: step.step,
  });
}

/**
 * @typedef {object} Moment a step with its sign
 * @property {number} n the number in the list
 * @property {number} step
 * @property {number} turn
 * @property {ReviewStep['cause']} cause
 * @property {string} word
 * @property {boolean} mine true if the reader made it
 * @property {string} title
 * @property {string} text the step in notation
 * @property {number} by the change for the reader, as printed
 * @property {number} t
 * @property {number} from
 * @property {number} to
 */

/** Return the first sentence of a text as a title, without its full stop. @param {string} sentences */
export const short = sentences => sentences.split(/\.(?:\s|$)/)[0];

/**
 * Return the moments of the reader's seat.
 * @param {ReviewPage} review
 * @param {Course} course
 * @returns {Moment[]}
 */
export const momentsOf = (review, course) =>
  review.moments.map((number, i) => {
    const step = review.steps[number];
    const { t, v } = course.at[number];
    const to = v[review.seat];
    return {
      ...{
        n: i + 1,
        step: number,
        turn: step.turn,
        word: step.word,
        title: short(step.does),
        text: step.text,
      },
      ...{ cause: step.cause, mine: step.seat === review.seat, by: shownOf(step, review).by },
      ...{ t, from: to - step.by * scaleOf(review), to },
    };
  });

/** @typedef {Pick<Row, 'kind'|'value'>} SumRow */

/**
 * Return printed rows with their values in points or percents.
 * @template {SumRow} R
 * @param {R[]} rows
 * @param {{unit: string|null}} review
 * @returns {R[]}
 */
export const sumRows = (rows, review) =>
  rows.map(row => ({ ...row, value: row.value / 10 ** digitsOf(review) }));

/** Return the value of a row of a sum, by its kind. @param {SumRow[]} rows @param {Row['kind']} kind */
export const valueOf = (rows, kind) => rows.find(row => row.kind === kind)?.value ?? 0;

/** Return true if a row of a sum is a level rather than a change. @param {SumRow} row */
export const isPlace = ({ kind }) => ['start', 'even', 'result', 'so_far'].includes(kind);

/**
 * Return the next or previous of some steps, or null.
 * @param {number[]} steps in order of play
 * @param {number} at
 * @param {number} way 1 or -1
 */
export const nextStep = (steps, at, way) =>
  (way > 0 ? steps.find(one => one > at) : steps.findLast(one => one < at)) ?? null;

/** Return true if a step is a clear loss of any player. @param {ReviewStep} step */
export const isMistake = step => step.word !== '';
