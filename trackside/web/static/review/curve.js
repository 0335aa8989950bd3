// Win probability: areas for two players, ribbons for more, expected points for solo.
import { el, f, g, text } from '../ui/pieces.js';
import { change, digitsOf } from './data.js';
import { crosses, place, scales } from './place.js';
import { mark, signOnCurve } from './signs.js';

/**
 * @import { Words } from '../types'
 * @import { Course, Drop, Moment, Point } from './data.js'
 * @import { Scales } from './place.js'
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
 * @typedef {object} Drawn
 * @property {any} picture
 * @property {Scales} scale
 * @property {{step: number, box: import('./place.js').Box}[]} signs the areas that react to presses
 */

const SMALL = 560; // pixels below which labels show numbers only

/** @param {string|number} s @param {number} x @param {number} y @param {string} [cls] @param {string} [anchor] */
const put = (s, x, y, cls = 'rv-axis', anchor = 'start') => text(String(s), x, y, cls, anchor);

/** @param {Point[]} points @param {Scales} s @param {number} seat */
const through = (points, s, seat) =>
  points.map((p, i) => `${i ? 'L' : 'M'}${f(s.x(p.t))} ${f(s.y(p.v[seat]))}`).join('');

/** Return a band of two standard errors to each side. @param {Point[]} points @param {Scales} s @param {number} seat */
function band(points, s, seat) {
  const edge = (/** @type {Point} */ p, /** @type {number} */ way) =>
    `${f(s.x(p.t))} ${f(s.y(Math.min(s.high, Math.max(s.low, p.v[seat] + way * 2 * p.se[seat]))))}`;
  const upper = points.map(p => edge(p, 1));
  const lower = points.map(p => edge(p, -1)).reverse();
  return `M${upper.join('L')}L${lower.join('L')}Z`;
}

/** Return the ticks of the turns, spaced so that their numbers are legible. @param {Scales} s @param {string} unit */
function turnsAxis(s, unit) {
  const room = (s.right - s.left) / Math.max(s.turns, 1);
  const every = [1, 2, 5, 10, 20, 50, 100].find(n => n * room >= 44) ?? 200;
  const out = [];
  for (let t = every; t < s.turns; t += every)
    if (s.x(t - 0.45) > s.left + 34)
      out.push(
        el('path', { class: 'rv-tick', d: `M${f(s.x(t - 0.45))} ${s.foot}v5` }),
        put(t, s.x(t - 0.45), s.foot + 17, 'rv-axis', 'middle'),
      );
  return [...out, put(unit, s.left, s.foot + 17)];
}

/**
 * Return clear losses as thick strokes: solid for the reader's, hollow for another's.
 * @param {Drop[]} drops
 * @param {Scales} s
 * @param {number} seat the owner of the line
 */
const strokes = (drops, s, seat) =>
  drops
    .filter(drop => Math.abs(s.y(drop.from[seat]) - s.y(drop.to[seat])) > 2)
    .flatMap(drop => {
      const d = `M${f(s.x(drop.t))} ${f(s.y(drop.from[seat]))}V${f(s.y(drop.to[seat]))}`;
      const mine = drop.seat === seat;
      return [
        el('path', { class: `rv-drop ${mine ? 'mine' : 'theirs'}`, d }),
        !mine && el('path', { class: 'rv-drop-core', d }),
      ];
    });

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

/** @param {Course} course @param {Scales} s @param {number} seat @returns {[x: number, y: number][]} */
const pixels = (course, s, seat) => course.points.map(p => [s.x(p.t), s.y(p.v[seat])]);

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
function marks({ course, unit, seat, moments, at, words }, s, { avoid, others = [] }) {
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
function freeOf({ done, course, width, height }, s, caption, more) {
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

/** Hatch the part that has not been reviewed yet. @param {CurveProps} props @param {Scales} s @param {number} x */
const later = ({ done, turns }, s, x) =>
  !done &&
  el('rect', {
    class: 'rv-later',
    ...{ x: f(x), y: s.top, width: f(s.x(turns) - x), height: s.foot - s.top },
  });

/** The hatching of the part that has not been reviewed. */
const HATCH = el(
  'defs',
  {},
  el(
    'pattern',
    { id: 'rv-later', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    el('path', { class: 'rv-later-line', d: 'M0 0V7' }),
  ),
);

/**
 * @param {string} kind
 * @param {CurveProps} props
 * @param {...any} inner
 */
const frame = (kind, { width, height }, ...inner) =>
  el(
    'svg',
    { class: `rv-curve ${kind}`, viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    HATCH,
    ...inner,
  );

/** Draw the background of a plot. @param {Scales} s */
const field = s =>
  el('rect', {
    class: 'rv-field',
    ...{ x: s.left, y: s.top, width: f(s.x(s.turns) - s.left), height: s.foot - s.top },
  });

/**
 * Draw the last point, hollow while the review is in progress.
 * @param {CurveProps} props
 * @param {Scales} s
 * @param {string} word
 */
function end({ course, seat, done, width }, s, word) {
  const last = course.points[course.points.length - 1];
  const at = { cx: f(s.x(last.t)), cy: f(s.y(last.v[seat])) };
  if (!done) return [el('circle', { class: 'rv-grow-dot', ...at, r: 4.5 })];
  return [
    el('circle', { class: 'rv-end-dot', ...at, r: 4.5 }),
    width >= SMALL && put(word, at.cx + 10, at.cy + 4, 'rv-end-word'),
  ];
}

/** Return the box of the last point and its word. @param {CurveProps} props @param {Scales} s @param {string} word */
function endBox({ course, seat }, s, word) {
  const last = course.points[course.points.length - 1];
  const [x, y] = [s.x(last.t), s.y(last.v[seat])];
  return { x0: x - 6, x1: x + 12 + textWidth(word, 12, 700), y0: y - 9, y1: y + 9 };
}

/** Extend a course to the end of the last turn. @param {CurveProps} props @returns {CurveProps} */
function toTheEnd(props) {
  const { course, turns, done } = props;
  const last = course.points[course.points.length - 1];
  if (!done || last.t >= turns) return props;
  return { ...props, course: { ...course, points: [...course.points, { ...last, t: turns }] } };
}

/** Draw two seats: the area below the line is the reader's, the area above is the other's. @param {CurveProps} props */
function two(props) {
  const { course, seat, seats, turns, width, height, words, done } = props;
  const small = width < SMALL;
  const s = scales({
    ...{ width, height, turns, left: small ? 34 : 44, right: small ? 12 : 70 },
    ...{ top: small ? 34 : 36, foot: 24 },
  });
  const other = 1 - seat,
    line = through(course.points, s, seat),
    last = course.points[course.points.length - 1],
    [x0, x1] = [s.x(0), s.x(last.t)],
    half = s.y(50);
  const caption = words('review_page.curve_two', { name: seats[other].name });
  const ends = last.v[seat] >= 99.5 ? 'won' : last.v[seat] <= 0.5 ? 'lost' : 'drawn';
  const ways = pixels(course, s, seat);
  const above = nameSpot(s, s.top + 13, seats[other].name, ways);
  const below = nameSpot(s, s.foot - 13, seats[seat].name, ways);
  const avoid = freeOf(props, s, caption, [above, below, endBox(props, s, words(`review_page.${ends}`))]);
  const { nodes, signs } = marks(props, s, { avoid });
  const picture = frame(
    'two',
    props,
    field(s),
    g(
      { class: `p-${seats[other].colour}` },
      el('path', { class: 'rv-land other', d: `${line}V${s.top}H${f(x0)}Z` }),
    ),
    g(
      { class: `p-${seats[seat].colour}` },
      el('path', { class: 'rv-land', d: `${line}V${s.foot}H${f(x0)}Z` }),
    ),
    later(props, s, x1),
    el('path', { class: 'rv-mid', d: `M${s.left} ${f(half)}H${f(s.x(turns))}` }),
    el('path', {
      class: 'rv-frame',
      d: `M${s.left} ${s.top}H${f(s.x(turns))}M${s.left} ${s.foot}H${f(s.x(turns))}`,
    }),
    put(small ? '100' : '100 %', s.left - 6, s.top + 4, 'rv-axis', 'end'),
    put(50, s.left - 6, half + 4, 'rv-axis', 'end'),
    put(0, s.left - 6, s.foot + 4, 'rv-axis', 'end'),
    ...turnsAxis(s, words('review.turn', { turn: '' }).trim()),
    !small && put(caption, s.left, 22),
    el('path', { class: 'rv-band', d: band(course.points, s, seat) }),
    el('path', { class: 'rv-line', d: line }),
    ...strokes(course.drops, s, seat),
    mark(seats[other].colour, above.x0 + 14, s.top + 13),
    put(seats[other].name, above.x0 + 27, s.top + 17, 'rv-who'),
    mark(seats[seat].colour, below.x0 + 14, s.foot - 13),
    put(seats[seat].name, below.x0 + 27, s.foot - 9, 'rv-who'),
    ...end(props, s, words(`review_page.${ends}`)),
    ...nodes,
  );
  return { picture, scale: s, signs };
}

const ALONG = [0.22, 0.47, 0.72]; // positions of the player's shape along a ribbon
const NAMES_APART = 19;

/**
 * Draw a ribbon for each of three or more seats; only the reader's is bold and has a band.
 * @param {CurveProps} props
 */
function many(props) {
  const { course, seat, seats, turns, width, height, words, done } = props;
  const small = width < SMALL;
  const longest = Math.max(...seats.map(one => textWidth(endName(one, 100, done, words), 12, 750)));
  const s = scales({
    ...{ width, height, turns, left: small ? 34 : 44, right: small ? 40 : Math.max(110, 34 + longest) },
    ...{ top: small ? 38 : 36, foot: 24 },
  });
  const { points } = course,
    last = points[points.length - 1],
    share = 100 / seats.length,
    order = [...seats.keys()].filter(i => i !== seat).concat(seat);
  const ribbons = order.map(i => {
    const d = through(points, s, i);
    return g(
      { key: i, class: `rv-rib p-${seats[i].colour}${i === seat ? ' me' : ''}` },
      i === seat && el('path', { class: 'rv-band', d: band(points, s, seat) }),
      el('path', { class: 'rv-rib-ink', d }),
      el('path', { class: 'rv-rib-wood', d }),
    );
  });
  const along = seats.map((one, i) =>
    ALONG.map(part => {
      const p = points[Math.min(points.length - 1, Math.round(part * (points.length - 1)) + i * 3)];
      return mark(one.colour, s.x(p.t), s.y(p.v[i]), i === seat ? 7 : 6);
    }),
  );
  const ends = seats.map((one, i) => ({ one, i, y: s.y(last.v[i]) })).sort((a, b) => a.y - b.y || b.i - a.i);
  for (let i = ends.length - 2; i >= 0; i--) ends[i].y = Math.min(ends[i].y, ends[i + 1].y - NAMES_APART);
  const others = points.flatMap(p =>
    p.v.flatMap((v, i) => (i === seat ? [] : [/** @type {[number, number]} */ ([s.x(p.t), s.y(v)])])),
  );
  const caption = words('review_page.curve_many', { name: seats[seat].name });
  const avoid = freeOf(
    props,
    s,
    caption,
    ends.map(({ y }) => ({ x0: s.x(turns) + 4, x1: width, y0: y - 9, y1: y + 9 })),
  );
  const { nodes, signs } = marks(props, s, { avoid, others });
  const level = (/** @type {number} */ v, /** @type {string} */ cls) =>
    el('path', { class: cls, d: `M${s.left} ${f(s.y(v))}H${f(s.x(turns))}` });
  const picture = frame(
    'many',
    props,
    field(s),
    later(props, s, s.x(last.t)),
    ...[0, 25, 50, 75, 100].flatMap(v => [
      level(v, v % 100 ? 'rv-grid' : 'rv-frame'),
      put(v === 100 && !small ? '100 %' : v, s.left - 6, s.y(v) + 4, 'rv-axis', 'end'),
    ]),
    level(share, 'rv-mid'),
    ...turnsAxis(s, words('review.turn', { turn: '' }).trim()),
    !small && put(caption, s.left, 22),
    ...ribbons,
    ...along,
    ...strokes(
      course.drops.filter(drop => drop.seat === seat),
      s,
      seat,
    ),
    ...ends.flatMap(({ one, i, y }) => [
      mark(one.colour, s.x(turns) + 14, y),
      !small &&
        put(
          endName(one, last.v[i], done, words),
          s.x(turns) + 27,
          y + 4,
          i === seat ? 'rv-who me' : 'rv-who',
        ),
    ]),
    ...nodes,
  );
  return { picture, scale: s, signs };
}

/** @param {Named} seat @param {number} v @param {boolean} done @param {Words} words */
const endName = (seat, v, done, words) =>
  done && v >= 99.5 ? words('review_page.who_won', { name: seat.name }) : seat.name;

const LINE = 18; // minimum pixels between grid lines

/** Return round values that span a range. @param {number} low @param {number} high */
const roundOut = (low, high) => [Math.floor(low / 5) * 5, Math.ceil(high / 5) * 5];

/** Draw the expected final points of a solo game. @param {CurveProps} props */
function points(props) {
  const { course, seat, turns, width, height, words, done } = props;
  const small = width < SMALL;
  const values = course.points.flatMap(p => [p.v[seat] - 2 * p.se[seat], p.v[seat] + 2 * p.se[seat]]);
  const [low, top] = roundOut(Math.min(...values), Math.max(...values));
  const high = Math.max(top, low + 5);
  const s = scales({
    ...{ width, height, turns, left: small ? 30 : 40, right: small ? 14 : 96, low, high },
    ...{ top: small ? 38 : 36, foot: 24 },
  });
  const last = course.points[course.points.length - 1];
  const every = [5, 10, 20, 50].find(n => (s.foot - s.top) * n >= LINE * (high - low)) ?? 100;
  const first = Math.ceil(low / every) * every;
  const levels = Array.from({ length: Math.floor((high - first) / every) + 1 }, (_, i) => first + every * i);
  const caption = words('review_page.curve_points');
  const word = words('review_page.points', { n: Math.round(last.v[seat]) });
  const avoid = freeOf(props, s, caption, [endBox(props, s, word)]);
  const { nodes, signs } = marks(props, s, { avoid });
  const picture = frame(
    'solo',
    props,
    field(s),
    later(props, s, s.x(last.t)),
    ...levels.flatMap(v => [
      el('path', { class: 'rv-grid', d: `M${s.left} ${f(s.y(v))}H${f(s.x(turns))}` }),
      put(v, s.left - 6, s.y(v) + 4, 'rv-axis', 'end'),
    ]),
    !small && put(caption, s.left, 22),
    ...turnsAxis(s, words('review.turn', { turn: '' }).trim()),
    el('path', { class: 'rv-band', d: band(course.points, s, seat) }),
    el('path', { class: 'rv-line', d: through(course.points, s, seat) }),
    ...strokes(course.drops, s, seat),
    ...end(props, s, word),
    ...nodes,
  );
  return { picture, scale: s, signs };
}

/** Draw the curve of a review. @param {CurveProps} given @returns {Drawn} */
export function drawCurve(given) {
  const props = toTheEnd(given);
  if (props.unit === 'points') return points(props);
  return props.seats.length === 2 ? two(props) : many(props);
}

/**
 * A small curve of one seat, with the others thin behind it.
 * @param {{course: Course, seat: number, seats: Named[], turns: number, label: string}} props
 */
export function SmallCurve({ course, seat, seats, turns, label }) {
  const [width, height] = [290, 146];
  const s = scales({ width, height, turns, left: 4, right: 4, top: 6, foot: 6 });
  const d = through(course.points, s, seat);
  const last = course.points[course.points.length - 1];
  return el(
    'svg',
    {
      class: 'rv-curve small',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': label,
    },
    el('path', { class: 'rv-mid', d: `M${s.left} ${f(s.y(100 / seats.length))}H${f(s.right)}` }),
    el('path', {
      class: 'rv-frame',
      d: `M${s.left} ${s.top}H${f(s.right)}M${s.left} ${s.foot}H${f(s.right)}`,
    }),
    ...[...seats.keys()]
      .filter(i => i !== seat)
      .map(i => el('path', { class: 'rv-other', d: through(course.points, s, i) })),
    g(
      { class: `p-${seats[seat].colour}` },
      el('path', { class: 'rv-under', d: `${d}V${s.foot}H${s.left}Z` }),
    ),
    el('path', { class: 'rv-line', d }),
    ...strokes(
      course.drops.filter(drop => drop.seat === seat),
      s,
      seat,
    ),
    el('circle', { class: 'rv-end-dot', cx: f(s.x(last.t)), cy: f(s.y(last.v[seat])), r: 3.6 }),
  );
}
