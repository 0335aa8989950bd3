// The signs of a review: the kind, owner and size of a moment. Data in, SVG nodes out.
import { die, el, f, g } from '../ui/pieces.js';

/** @import { ReviewStep } from '../api' */

/**
 * @typedef {{cause: ReviewStep['cause'], word: string, mine: boolean, roll?: number, card?: string}} Sign
 */

/** @type {{[word: string]: string}} */
const MARK = { slip: '?!', mistake: '?', blunder: '??', '': '~' };

/**
 * Draw a tab with its point at the origin for a decision: filled for the reader's own, open for another's.
 * @param {string} word
 * @param {boolean} mine
 * @param {boolean} [up]
 */
export function tab(word, mine, up = true) {
  const w = 13,
    h = 19,
    gap = 7,
    y = (/** @type {number} */ n) => (up ? -n : n);
  const d =
    `M0 0L5.5 ${y(gap)}H${w - 4}Q${w} ${y(gap)} ${w} ${y(gap + 4)}V${y(gap + h - 4)}` +
    `Q${w} ${y(gap + h)} ${w - 4} ${y(gap + h)}H${4 - w}Q${-w} ${y(gap + h)} ${-w} ${y(gap + h - 4)}` +
    `V${y(gap + 4)}Q${-w} ${y(gap)} ${4 - w} ${y(gap)}H-5.5Z`;
  return g(
    { class: `rv-tab ${mine ? 'mine' : 'theirs'}` },
    el('path', { d }),
    el('text', { x: 0, y: f(y(gap + h / 2) + 4.6), 'text-anchor': 'middle' }, MARK[word]),
  );
}

/** Draw the die as it fell, on a stem from the origin. @param {number} n @param {boolean} up */
const rolled = (n, up) =>
  g(
    { class: 'rv-die' },
    el('path', { class: 'rv-stem', d: `M0 0V${up ? -8 : 8}` }),
    die(n, 0, up ? -18.5 : 16.5, 0.44),
  );

/** Draw a card that changed the chances, on a stem from the origin. @param {string} inner @param {boolean} up */
const drawnCard = (inner, up) =>
  g(
    { class: 'rv-card' },
    el('path', { class: 'rv-stem', d: `M0 0V${up ? -8 : 8}` }),
    el('rect', { x: -8, y: up ? -31 : 8, width: 16, height: 23, rx: 3 }),
    el('text', { x: 0, y: up ? -15 : 24, 'text-anchor': 'middle' }, inner),
  );

const DOT = '•';

/** Return true if a player's choice is the cause, clear or not. @param {Sign['cause']} cause */
const isPlay = cause => cause === 'loss' || cause === 'gift';

/** Draw a sign on the curve, with its foot at the origin. @param {Sign} sign @param {boolean} up */
export function signOnCurve({ cause, word, mine, roll, card }, up) {
  if (word || isPlay(cause)) return tab(word, mine, up);
  if (cause === 'luck' && roll) return rolled(roll, up);
  return drawnCard(card ?? DOT, up);
}

/** The same sign in a box, for lists. @param {{sign: Sign, size?: number}} props */
export const SignIcon = ({ sign, size = 28 }) =>
  el(
    'svg',
    { class: 'rv-sign', viewBox: '-15 -15 30 30', width: size, height: size, 'aria-hidden': 'true' },
    sign.word || isPlay(sign.cause)
      ? g({ transform: 'translate(0 14.5)' }, tab(sign.word, sign.mine))
      : sign.cause === 'luck' && sign.roll
        ? die(sign.roll, 0, -1.6, 0.56)
        : g(
            { class: 'rv-card' },
            el('rect', { x: -9, y: -13, width: 18, height: 26, rx: 3.5 }),
            el('text', { x: 0, y: 5, 'text-anchor': 'middle' }, sign.card ?? DOT),
          ),
  );

/**
 * Draw a piece of a bar that points to its end: luck is a die face with pips, own play solid, others' play hatched,
 * small differences pale, hidden cards a card with ticks, and the judge's own error an outline.
 * @param {string} kind
 * @param {number} from
 * @param {number} to
 * @param {number} y
 * @param {number} h
 */
export function bar(kind, from, to, y, h) {
  const way = Math.sign(to - from) || 1,
    long = Math.abs(to - from),
    tip = Math.min(7, long),
    x = (/** @type {number} */ v) => f(from + way * v),
    middle = y + h / 2;
  if (long < 1.5) return el('path', { class: 'rv-nil', d: `M${f(from)} ${f(y)}V${f(y + h)}` });
  const body = `M${x(0)} ${f(y)}H${x(long - tip)}L${x(long)} ${f(middle)}L${x(long - tip)} ${f(y + h)}H${x(0)}Z`;
  const inside = [];
  if (kind === 'luck')
    for (let v = 7; v < long - 6; v += 9)
      inside.push(el('circle', { class: 'pip', cx: x(v), cy: f(middle), r: 1.9 }));
  if (kind === 'gifts')
    for (let v = 2; v < long - tip - 1; v += 5.5) {
      const end = `${x(Math.min(v + 4.5, long - tip))} ${f(y + 1)}`;
      inside.push(el('path', { class: 'rv-hatch', d: `M${x(v)} ${f(y + h - 1)}L${end}` }));
    }
  if (kind === 'information')
    for (let v = 5, i = 0; v < long - 6; v += 5.5, i++)
      inside.push(el('path', { class: 'rv-check', d: `M${x(v)} ${f(middle - (i % 2 ? 3.2 : -0.6))}v2.6` }));
  return g({ class: `rv-bar ${kind}` }, el('path', { class: 'body', d: body }), ...inside);
}
