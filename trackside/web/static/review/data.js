// The data for a review's drawings: the curve, the sum and the moments. Pure: a review in, data out.

/**
 * @import { ReviewPage, ReviewStep, ReviewSum } from '../api'
 * @import { Words } from '../types'
 */

/**
 * @typedef {{t: number, v: number[], se: number[], step: number}} Point values and standard errors of all seats
 * @typedef {{t: number, seat: number, from: number[], to: number[], step: number}} Drop a clear loss of a seat
 * @typedef {{points: Point[], drops: Drop[], at: {t: number, v: number[]}[]}} Course `at` has the end of each step
 * @typedef {'luck'|'play'|'gift'|'info'|'rest'|'nothing'} Cause
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

/**
 * Round numbers so that they still add up: differences go to those that lost most by rounding.
 * @param {number[]} values
 * @param {number} [digits]
 */
export function roundTogether(values, digits = 0) {
  const unit = 10 ** digits;
  const exact = values.map(value => value * unit);
  const rounded = exact.map(Math.round);
  const add = (/** @type {number[]} */ some) => some.reduce((sum, one) => sum + one, 0);
  for (let off = Math.round(add(exact)) - add(rounded); off; off -= Math.sign(off)) {
    const lost = exact.map((value, i) => Math.sign(off) * (value - rounded[i]));
    rounded[lost.indexOf(Math.max(...lost))] += Math.sign(off);
  }
  return rounded.map(one => one / unit);
}

/** Return true if a player made a choice. @param {ReviewStep} step */
export const isChoice = step => step.kind === 'decision' || step.kind === 'forced';

/**
 * Return what a step changed for a seat through a player's choice alone.
 * @param {ReviewStep} step
 * @param {number} seat
 */
export const playOf = (step, seat) => (step.seat === seat ? step.loss : (step.gifts[seat] ?? 0));

/**
 * Return the main cause of change in a step for a seat, and its size.
 * @param {ReviewStep} step
 * @param {number} seat
 * @returns {{cause: Cause, by: number}}
 */
export function causeOf(step, seat) {
  /** @type {{cause: Cause, by: number}[]} */
  const all = [
    { cause: step.seat === seat ? 'play' : 'gift', by: isChoice(step) ? playOf(step, seat) : 0 },
    { cause: 'luck', by: step.luck[seat] ?? 0 },
    { cause: 'info', by: step.seat === seat ? step.information : 0 },
  ];
  if (step.word) return all[0];
  return all.reduce((most, one) => (Math.abs(one.by) > Math.abs(most.by) ? one : most));
}

/**
 * Return the printed changes of a step: by its cause, in total, and the correction of the judge before it.
 * @param {ReviewStep} step
 * @param {{unit: string|null, seat: number}} review
 */
export function shownOf(step, { unit, seat }) {
  const { second_look: again, luck, loss, gift, information, after } = step.shown;
  const unitOf = 10 ** digitsOf({ unit });
  const { cause } = causeOf(step, seat);
  const by = { luck, play: loss, gift, info: information, rest: again, nothing: 0 }[cause];
  const all = luck + loss + gift + information;
  return { by: by / unitOf, all: all / unitOf, again: again / unitOf, after: after / unitOf };
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
  const course = { points: [{ t: 0, v: start, se: start.map(() => 0), step: -1 }], drops: [], at: [] };
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
 * @property {Cause} cause
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
 * Return the moments from one seat's side.
 * @param {ReviewPage} review
 * @param {Course} course
 * @param {number[]} [steps]
 * @returns {Moment[]}
 */
export function momentsOf(review, course, steps = review.moments) {
  const scale = scaleOf(review);
  const { seat } = review;
  return steps
    .map(number => review.steps[number])
    .filter(Boolean)
    .map((step, i) => {
      const { cause, by } = causeOf(step, seat);
      const { t, v } = course.at[step.step];
      return {
        ...{
          n: i + 1,
          step: step.step,
          turn: step.turn,
          word: step.word,
          title: short(step.does),
          text: step.text,
        },
        ...{
          cause,
          mine: step.seat === seat,
          by: shownOf(step, review).by,
          t,
          from: v[seat] - by * scale,
          to: v[seat],
        },
      };
    });
}

/** The least change that makes a moment, as shares and points. */
const WORTH = { share: 0.03, points: 1 };
const FEWEST = 3;

/**
 * Return the steps with the greatest changes for the reader.
 * @param {ReviewPage} review
 * @param {number} most
 * @returns {number[]}
 */
const greatest = ({ steps, seat, unit }, most) =>
  steps
    .map(step => ({ step: step.step, by: Math.abs(causeOf(step, seat).by) }))
    .filter(one => one.by >= WORTH[unit ?? 'share'])
    .sort((a, b) => b.by - a.by)
    .slice(0, most)
    .map(one => one.step);

/**
 * Return the steps to show as moments: those of the review that changed something for the reader, or the greatest; for
 * an unfinished review, the greatest so far.
 * @param {ReviewPage} review
 * @returns {number[]}
 */
export function momentsFor(review) {
  const { moments, steps, seat, unit } = review;
  if (review.progress.status !== 'done') return greatest(review, FEWEST).sort((a, b) => a - b);
  const own = moments.filter(one => Math.abs(causeOf(steps[one], seat).by) >= WORTH[unit ?? 'share']);
  const shown = own.length >= FEWEST ? own : [...new Set([...own, ...greatest(review, FEWEST)])];
  return shown.sort((a, b) => a - b);
}

/**
 * @typedef {'start'|'even'|'end'|'so_far'} Place
 * @typedef {{kind: Cause|Place, value: number}} SumRow
 */

/** @type {{[kind: string]: Cause|Place}} */
const KINDS = {
  ...{ start: 'start', gifts: 'gift', losses: 'play', even: 'even', luck: 'luck' },
  ...{ information: 'info', residual: 'rest', result: 'end' },
};

/**
 * Return the sum of a seat in printed order: play first, luck last, with even luck between them.
 * @param {ReviewSum} sum
 * @param {{unit: string|null}} review
 * @returns {(SumRow & {name: string})[]}
 */
export const sumRows = (sum, review) =>
  sum.rows.map(({ kind, name, value }) => ({
    kind: KINDS[kind],
    name,
    value: value / 10 ** digitsOf(review),
  }));

/** Return the value of a row of a sum, by its kind. @param {SumRow[]} rows @param {Cause|Place} kind */
export const valueOf = (rows, kind) => rows.find(row => row.kind === kind)?.value ?? 0;

/** Return the sum of an unfinished review, without even luck. @param {ReviewPage} review */
export function rowsSoFar(review) {
  const { seat, steps, start } = review;
  const add = (/** @type {(step: ReviewStep) => number} */ part) =>
    steps.reduce((sum, step) => sum + part(step), 0);
  /** @type {[Cause|Place, number][]} */
  const exact = [
    ['start', start?.[seat] ?? 0],
    ['gift', add(step => (step.seat === seat || !isChoice(step) ? 0 : step.gifts[seat]))],
    ['play', add(step => (step.seat === seat ? step.loss : 0))],
    ['luck', add(step => step.luck[seat])],
    ['info', add(step => (step.seat === seat ? step.information : 0))],
    ['rest', add(step => step.residual[seat])],
  ];
  const values = roundTogether(
    exact.map(([, value]) => value * scaleOf(review)),
    digitsOf(review),
  );
  /** @type {SumRow[]} */
  const rows = exact.map(([kind], i) => ({ kind, value: values[i] }));
  const shown = rows.filter(
    ({ kind }) => (kind !== 'gift' || review.seats.length > 1) && (kind !== 'info' || review.secrets),
  );
  return [
    ...shown,
    /** @type {SumRow} */ ({ kind: 'so_far', value: values.reduce((sum, one) => sum + one, 0) }),
  ];
}

/** Return true if a row of a sum is a level rather than a change. @param {SumRow} row */
export const isPlace = ({ kind }) => ['start', 'even', 'end', 'so_far'].includes(kind);

/**
 * Return the next or previous step that meets a condition, or null.
 * @param {ReviewStep[]} steps
 * @param {number} at
 * @param {number} way 1 or -1
 * @param {(step: ReviewStep) => boolean} wanted
 */
export function nextStep(steps, at, way, wanted) {
  for (let i = at + way; i >= 0 && i < steps.length; i += way) if (wanted(steps[i])) return i;
  return null;
}

/** Return whether a step is a stroke of luck for the reader. @param {ReviewStep} step */
export const isLuck = step => step.stroke;

/** Return true if a step is a clear loss of any player. @param {ReviewStep} step */
export const isMistake = step => step.word !== '';
