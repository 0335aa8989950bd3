// The labels of a curve: its moments with their signs, the current step, and the names of the players.
import { put } from '../ui/chart.js';
import { el, f, g } from '../ui/pieces.js';
import { change, digitsOf } from './data.js';
import { crosses, place } from './place.js';
import { signOnCurve } from './signs.js';

/**
 * @import { Words } from '../types'
 * @import { Scales } from '../ui/chart.js'
 * @import { Course, Moment } from './data.js'
 */

/**
 * @typedef {Moment & {roll?: number, card?: string, sub: string}} MarkedMoment
 * @typedef {{colour: string, name: string}} Named
 * @typedef {object} CurveProps
 * @property {Course} course
 * @property {string|null} unit
 * @property {number} seat the reader's seat
 * @property {Named[]} seats
 * @property {MarkedMoment[]} moments
 * @property {number} turns
 * @property {number} known the last turn reviewed
 * @property {boolean} done true if the review is complete
 * @property {number} at the current step
 * @property {number} width
 * @property {number} height
 * @property {Words} words
 */

export const SMALL = 560; // pixels below which labels show numbers only

/** @param {Course} course @param {Scales} s @param {number} seat @returns {[x: number, y: number][]} */
export const pixels = (course, s, seat) => course.points.map(p => [s.x(p.t), s.y(p.v[seat])]);

/**
 * Mark the current step: the point, the turn on the axis, and a line between them if no label leads to the point.
 * @param {Course} course
 * @param {number} at
 * @param {number} seat
 * @param {Scales} s
 * @param {boolean} labelled
 */
function cursor(course, at, seat, s, labelled) {
  const point = at < 0 ? course.points[0] : course.at[at];
  if (!point) return null;
  const x = f(s.x(point.t)),
    y = f(s.y(point.v[seat]));
  return g(
    { class: 'rv-cursor', style: { transform: `translate(${x}px, 0)` } },
    !labelled && el('path', { d: `M0 ${y}V${s.foot}` }),
    el('path', { class: 'pointer', d: `M0 ${s.foot + 1}l-4.5 6h9Z` }),
    el('circle', { cx: 0, cy: y, r: 5 }),
  );
}

/** Return the line from a moment's point to its sign. @param {import('./place.js').Placed<MarkedMoment>} placed */
const stem = ({ m, x, y, up, lift, from }) =>
  (lift > 2 || x !== from) &&
  el('path', {
    ...{ key: `stem-${m.step}`, class: 'rv-stem' },
    d: `M${f(from)} ${f(y)}L${f(x)} ${f(y + (up ? -1 : 1) * (lift + 3))}`,
  });

const FORMS = /** @type {const} */ (['full', 'short', 'sign']); // amounts of text in a label

/**
 * Draw a moment: its sign, number and size and, if there is room, its word and turn. In every form it has its sentence
 * as a title.
 * @param {import('./place.js').Placed<MarkedMoment>} placed
 * @param {boolean} chosen
 * @param {typeof FORMS[number]} form
 * @param {number} digits
 * @param {Words} words
 */
function moment({ m, x, y, up, side, lift }, chosen, form, digits, words) {
  const way = up ? -1 : 1,
    foot = y + way * (lift + 3),
    at = x + side * 17,
    anchor = side > 0 ? 'start' : 'end',
    first = foot + way * (up ? 20 : 14);
  return g(
    { key: m.step, class: `rv-moment ${m.cause}${chosen ? ' chosen' : ''}`, 'data-step': m.step },
    el(
      'title',
      {},
      words('review_page.sign_says', { n: m.n, title: m.title, at: m.sub, by: change(m.by, digits, words) }),
    ),
    g(
      { class: 'rv-label' },
      g({ transform: `translate(${f(x)} ${f(foot)})` }, signOnCurve(m, up)),
      form !== 'sign' &&
        el(
          'text',
          {
            ...{ x: f(at), y: f(form === 'short' ? first + (up ? -1 : 4) : first) },
            ...{ class: 'rv-name', 'text-anchor': anchor },
          },
          el('tspan', { class: 'rv-no' }, m.n),
          ` ${change(m.by, digits, words)}`,
        ),
      form === 'full' && put(m.sub, at, first + 13, 'rv-sub', anchor),
    ),
  );
}

/** @type {CanvasRenderingContext2D|null|undefined} */
let canvas;

/**
 * Return the width of a text on the page, or an estimate without a page.
 * @param {string} s
 * @param {number} size
 * @param {number} weight
 */
export function textWidth(s, size, weight = 400) {
  if (canvas === undefined)
    canvas = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!canvas) return s.length * size * 0.6;
  canvas.font = `${weight} ${size}px ${getComputedStyle(document.documentElement).fontFamily}`;
  return canvas.measureText(s).width;
}

/**
 * Return the width of a moment's text in each form.
 * @param {MarkedMoment} m
 * @param {number} digits
 * @param {Words} words
 */
function widthsOf(m, digits, words) {
  const size = textWidth(`${m.n} `, 11) + textWidth(` ${change(m.by, digits, words)}`, 14, 700);
  return { full: Math.max(size, textWidth(m.sub, 11, 650)) + 3, short: size + 3, sign: 0 };
}

/**
 * Place the signs and the cursor.
 * @param {CurveProps} props
 * @param {Scales} s
 * @param {{avoid: import('./place.js').Box[], others?: [number, number][]}} room
 */
export function marks({ course, unit, seat, moments, at, words }, s, { avoid, others = [] }) {
  const digits = digitsOf({ unit });
  const forms = s.width < SMALL ? FORMS.slice(1) : FORMS;
  const spot = at < 0 ? course.points[0] : course.at[at];
  const order = [...moments].sort(
    (a, b) => Number(b.step === at) - Number(a.step === at) || Math.abs(b.by) - Math.abs(a.by),
  );
  const placed = place(order, s, pixels(course, s, seat), {
    ...{ avoid, others },
    widths: m => {
      const widths = widthsOf(m, digits, words);
      return forms.map(form => widths[form]);
    },
    cut: spot && !moments.some(one => one.step === at) ? [s.x(spot.t)] : [],
  });
  const own = placed.find(one => one.m.step === at);
  return {
    nodes: [
      cursor(course, at, seat, s, own !== undefined),
      ...placed.map(stem), // behind all signs
      ...placed.map(one => moment(one, one === own, forms[one.form], digits, words)),
    ],
    signs: placed.map(one => ({ step: one.m.step, box: one.box })),
  };
}

const BUTTON = 110; // pixels at the upper right covered by the button

/**
 * Return the boxes that labels must not cover: the caption, the button, the unread part and the names.
 * @param {CurveProps} props
 * @param {Scales} s
 * @param {string} caption
 * @param {import('./place.js').Box[]} more
 */
export function freeOf({ done, course, width, height }, s, caption, more) {
  const last = course.points[course.points.length - 1];
  const small = width < SMALL;
  return [
    ...more,
    ...(small ? [] : [{ x0: s.left, x1: s.left + textWidth(caption, 11) + 6, y0: 8, y1: 27 }]),
    ...(small ? [] : [{ x0: width - BUTTON, x1: width, y0: 0, y1: 27 }]),
    ...(done ? [] : [{ x0: s.x(last.t) - 4, x1: width, y0: 0, y1: height }]),
  ];
}

const NAME = { half: 12, step: 8 }; // half the height of a name, and pixels between tried places

/** Return the box of a name next to its shape. @param {number} x @param {number} y @param {string} name */
const nameBox = (x, y, name) => ({
  x0: x,
  x1: x + 30 + textWidth(name, 12, 750),
  y0: y - NAME.half,
  y1: y + NAME.half,
});

/**
 * Return the box of a name at a height, as far left as the line allows.
 * @param {Scales} s
 * @param {number} y
 * @param {string} name
 * @param {[x: number, y: number][]} line
 */
export function nameSpot(s, y, name, line) {
  const first = nameBox(s.left, y, name);
  const pieces = line.slice(1).map(([x1, y1], i) => ({ x0: line[i][0], y0: line[i][1], x1, y1 }));
  for (let x = s.left; x + first.x1 - first.x0 < s.right; x += NAME.step) {
    const box = nameBox(x, y, name);
    if (!pieces.some(piece => crosses(piece, box))) return box;
  }
  return first;
}

/** Return the box of the last point and its word. @param {CurveProps} props @param {Scales} s @param {string} word */
export function endBox({ course, seat }, s, word) {
  const last = course.points[course.points.length - 1];
  const [x, y] = [s.x(last.t), s.y(last.v[seat])];
  return { x0: x - 6, x1: x + 12 + textWidth(word, 12, 700), y0: y - 9, y1: y + 9 };
}
