// Win probability: areas for two players, ribbons for more, expected points for solo.
import { lineThrough, mark, multiples, put, roundOut, roundStep, scales, spread } from '../ui/chart.js';
import { el, f, g } from '../ui/pieces.js';
import { signed } from '../app/words.js';
import { SMALL, endBox, freeOf, marks, nameSpot, pixels, textWidth } from './marks.js';

/**
 * @import { Words } from '../types'
 * @import { Scales } from '../ui/chart.js'
 * @import { Course, Drop, Point } from './data.js'
 * @import { CurveProps, Named } from './marks.js'
 * @import { Box } from './place.js'
 */

/**
 * @typedef {object} Drawn
 * @property {any} picture
 * @property {Scales} scale
 * @property {{step: number, box: Box}[]} signs the areas that react to presses
 */

/** @param {Course} course @param {Scales} s @param {number} seat */
const through = (course, s, seat) => lineThrough(pixels(course, s, seat));

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
  const every = roundStep(44 / room);
  const out = [];
  for (let t = every; t < s.turns; t += every)
    if (s.x(t - 0.45) > s.left + 34)
      out.push(
        el('path', { class: 'rv-tick', d: `M${f(s.x(t - 0.45))} ${s.foot}v5` }),
        put(t, s.x(t - 0.45), s.foot + 17, 'rv-axis', 'middle'),
      );
  return [...out, put(unit, s.left, s.foot + 17, 'rv-axis')];
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

const WORTH = 4; // the pixels from which a correction is drawn
const BESIDE = 6; // the pixels by which it stands beside a stroke

/**
 * Return the judge's corrections of a seat's line as dashed strokes.
 * @param {Course} course
 * @param {Scales} s
 * @param {number} seat
 */
const corrections = (course, s, seat) =>
  course.corrections
    .map(({ t, from, to }) => ({ x: f(s.x(t) + BESIDE), y: [s.y(from[seat]), s.y(to[seat])] }))
    .filter(({ y: [a, b] }) => Math.abs(a - b) > WORTH)
    .map(({ x, y: [a, b] }) => el('path', { class: 'rv-correction', d: `M${x} ${f(a)}V${f(b)}` }));

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
    line = through(course, s, seat),
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
    !small && put(caption, s.left, 22, 'rv-axis'),
    el('path', { class: 'rv-band', d: band(course.points, s, seat) }),
    el('path', { class: 'rv-line', d: line }),
    ...corrections(course, s, seat),
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
    const d = through(course, s, i);
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
  const ends = spread(
    last.v.map(v => s.y(v)),
    NAMES_APART,
    s.top,
    s.foot,
  );
  const others = points.flatMap(p =>
    p.v.flatMap((v, i) => (i === seat ? [] : [/** @type {[number, number]} */ ([s.x(p.t), s.y(v)])])),
  );
  const caption = words('review_page.curve_many', { name: seats[seat].name });
  const avoid = freeOf(
    props,
    s,
    caption,
    ends.map(y => ({ x0: s.x(turns) + 4, x1: width, y0: y - 9, y1: y + 9 })),
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
    !small && put(caption, s.left, 22, 'rv-axis'),
    ...ribbons,
    ...along,
    ...corrections(course, s, seat),
    ...strokes(
      course.drops.filter(drop => drop.seat === seat),
      s,
      seat,
    ),
    ...seats.flatMap((one, i) => [
      mark(one.colour, s.x(turns) + 14, ends[i]),
      !small &&
        put(
          endName(one, last.v[i], done, words),
          s.x(turns) + 27,
          ends[i] + 4,
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

/** Draw the expected final points of a solo game. @param {CurveProps} props */
function points(props) {
  const { course, seat, turns, width, height, words, done } = props;
  const small = width < SMALL;
  const values = course.points.flatMap(p => [p.v[seat] - 2 * p.se[seat], p.v[seat] + 2 * p.se[seat]]);
  const [low, high] = roundOut(Math.min(...values), Math.max(...values), 5);
  const s = scales({
    ...{ width, height, turns, left: small ? 30 : 40, right: small ? 14 : 96, low, high },
    ...{ top: small ? 38 : 36, foot: 24 },
  });
  const last = course.points[course.points.length - 1];
  const every = roundStep(Math.max(5, (LINE * (high - low)) / (s.foot - s.top)));
  const caption = words('review_page.curve_points');
  const word = words('review_page.points', { n: Math.round(last.v[seat]) });
  const avoid = freeOf(props, s, caption, [endBox(props, s, word)]);
  const { nodes, signs } = marks(props, s, { avoid });
  const picture = frame(
    'solo',
    props,
    field(s),
    later(props, s, s.x(last.t)),
    ...multiples(low, high, every).flatMap(v => [
      el('path', { class: 'rv-grid', d: `M${s.left} ${f(s.y(v))}H${f(s.x(turns))}` }),
      put(signed(v), s.left - 6, s.y(v) + 4, 'rv-axis', 'end'),
    ]),
    !small && put(caption, s.left, 22, 'rv-axis'),
    ...turnsAxis(s, words('review.turn', { turn: '' }).trim()),
    el('path', { class: 'rv-band', d: band(course.points, s, seat) }),
    el('path', { class: 'rv-line', d: through(course, s, seat) }),
    ...corrections(course, s, seat),
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
  const d = through(course, s, seat);
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
      .map(i => el('path', { class: 'rv-other', d: through(course, s, i) })),
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
