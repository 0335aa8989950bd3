// The geometry of the ribbon of squares 0 to 100, for each plan. Numbers in, numbers out; nothing is drawn here.

/**
 * A plan: the ribbon winds from the bottom up in rows of `columns` squares.
 * @typedef {object} Plan
 * @property {number} columns
 * @property {number} w width of a square
 * @property {number} h its height
 * @property {number} gap between rows
 * @property {number} round corners of the ribbon
 * @property {number} left room beside it for the start
 * @property {number} below room under it for the start
 * @property {number} top room above it for the heads of meeples
 * @property {[number, number]} number position of a square's number, from its centre
 * @property {number} high height of the number
 * @property {[number, number]} tokens position of the first row of tokens
 * @property {number} token their scale
 * @property {number} perRow tokens per row, if there are few
 * @property {[number, number]} stand position of the meeples' feet
 * @property {number} meeple scale of a single one or two
 * @property {number} crowd factor for more than two
 * @property {number} foot distance of ways below the centre of a square
 * @property {[number, number]} lift how far ways forward and back are raised from there
 * @property {[number, number, number, number]} start the box of square 0: x, y, width, height
 */
/** @typedef {{x: number, y: number, row: number}} Place */
/** @typedef {{x: number, y: number, k: number}} Spot */
/** @typedef {[x: number, y: number]} Point */

export const GOAL = 100;
const PAD = 2;

/** Five rows of twenty, for a desktop. @type {Plan} */
export const WIDE = {
  columns: 20,
  w: 44,
  h: 91,
  gap: 8,
  round: 13,
  left: 46,
  below: 4,
  top: 0,
  number: [0, -34],
  high: 12.5,
  tokens: [0, -14],
  token: 0.94,
  perRow: 2,
  stand: [0, 42],
  meeple: 0.77,
  crowd: 0.74,
  foot: 37,
  lift: [5, -3],
  start: [1, 398, 42, 91],
};

/** Ten rows of ten, for a tablet; the start is below them. @type {Plan} */
export const TABLET = {
  ...WIDE,
  columns: 10,
  w: 54,
  h: 75,
  gap: 7,
  left: 0,
  below: 58,
  number: [0, -27],
  tokens: [0, -9],
  token: 0.8,
  perRow: 3,
  stand: [0, 36],
  meeple: 0.72,
  foot: 31,
  start: [2, 824, 170, 46],
};

/** Fifteen rows of seven, for a phone; meeples stand in the upper corner, ways run between the rows. @type {Plan} */
export const TALL = {
  ...WIDE,
  columns: 7,
  w: 53,
  h: 47,
  gap: 6,
  round: 11,
  left: 0,
  below: 50,
  top: 6,
  number: [-14, -14],
  high: 9.8,
  tokens: [0, 1],
  token: 0.74,
  perRow: 3,
  stand: [15, -7],
  meeple: 0.64,
  crowd: 0.7,
  foot: 30,
  lift: [5, 1],
  start: [2, 804, 160, 40],
};

/** Return the number of rows. @param {Plan} plan */
export const rows = plan => Math.ceil(GOAL / plan.columns);

/** Return the size of the whole drawing. @param {Plan} plan */
export const size = plan => ({
  width: 2 * PAD + plan.left + plan.columns * plan.w,
  height: 2 * PAD + plan.top + rows(plan) * (plan.h + plan.gap) - plan.gap + plan.below,
});

/** Return the centre of a square. @param {Plan} plan @param {number} square @returns {Place} */
export function place(plan, square) {
  if (square === 0)
    return { x: plan.start[0] + plan.start[2] / 2, y: plan.start[1] + plan.start[3] / 2, row: 0 };
  const row = Math.floor((square - 1) / plan.columns),
    along = (square - 1) % plan.columns;
  const column = row % 2 ? plan.columns - 1 - along : along;
  return {
    x: PAD + plan.left + (column + 0.5) * plan.w,
    y: PAD + plan.top + (rows(plan) - 1 - row) * (plan.h + plan.gap) + plan.h / 2,
    row,
  };
}

/** Return the rectangles of the ribbon: a band for each row, and a joint to the next. @param {Plan} plan */
export function bands(plan) {
  const found = [];
  for (let row = 0; row < rows(plan); row++) {
    const first = place(plan, row * plan.columns + 1),
      last = place(plan, Math.min(GOAL, (row + 1) * plan.columns));
    const x = Math.min(first.x, last.x) - plan.w / 2;
    found.push({
      x,
      y: first.y - plan.h / 2,
      width: Math.abs(first.x - last.x) + plan.w,
      height: plan.h,
      joint: false,
    });
    if (row < rows(plan) - 1)
      found.push({
        x: last.x - plan.w / 2,
        y: last.y - plan.h - plan.gap,
        width: plan.w,
        height: plan.h + plan.gap,
        joint: true,
      });
  }
  return found;
}

/** Return the line between a square and the one before it. @param {Plan} plan @param {number} square */
export function seam(plan, square) {
  const here = place(plan, square),
    before = place(plan, square - 1);
  return here.row === before.row
    ? `M${(here.x + before.x) / 2} ${here.y - plan.h / 2 + 7}V${here.y + plan.h / 2 - 7}`
    : `M${here.x - plan.w / 2 + 7} ${here.y + plan.h / 2 + plan.gap / 2}H${here.x + plan.w / 2 - 7}`;
}

/**
 * Return the scale and offset of tokens on a square: if two rows are not enough, they are smaller and higher, clear of
 * a meeple.
 * @param {Plan} plan
 * @param {number} n
 */
export const setting = (plan, n) =>
  n > 2 * plan.perRow ? { k: plan.token * 0.76, up: 4 } : { k: plan.token, up: 0 };

/**
 * Return the positions of the feet of n meeples on a square, those at the back first.
 * @param {Plan} plan
 * @param {number} square
 * @param {number} n
 * @returns {Spot[]}
 */
export function spots(plan, square, n) {
  if (square === 0) return startSpots(plan, n);
  const { x, y } = place(plan, square),
    front = n > 3 ? Math.ceil(n / 2) : n;
  const k = plan.meeple * (n > 2 ? plan.crowd : 1),
    apart = (n > 3 ? 25 : 22) * k,
    aside = plan.stand[0] / Math.min(n, 3);
  /** @type {(count: number, up: number) => Spot[]} */
  const line = (count, up) =>
    Array.from({ length: count }, (_, i) => ({
      x: x + aside + (i - (count - 1) / 2) * apart,
      y: y + plan.stand[1] - up,
      k,
    }));
  return [...line(n - front, 21 * k), ...line(front, 0)];
}

/** @param {Plan} plan @param {number} n @returns {Spot[]} */
function startSpots(plan, n) {
  const [x, y, width, height] = plan.start,
    flat = width > height,
    across = flat ? 6 : n > 3 ? 2 : 1;
  const k = flat || n < 3 ? plan.meeple : 0.55,
    step = flat ? 22 : 19,
    deep = Math.ceil(n / across);
  return Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / across),
      here = Math.min(across, n - row * across);
    return {
      x: x + width / 2 + (flat ? 12 : 0) + ((i % across) - (here - 1) / 2) * step,
      y: y + height - 6 - (deep - 1 - row) * (n < 3 ? 30 : 22),
      k,
    };
  });
}

/**
 * Return the way from one square to another along the foot of the ribbon, with a point for each square.
 * @param {Plan} plan
 * @param {number} from
 * @param {number} to
 * @param {boolean} back
 * @returns {Point[]}
 */
export function way(plan, from, to, back) {
  const step = to > from ? 1 : -1,
    lift = plan.lift[back ? 1 : 0];
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => {
    const square = from + i * step,
      { x, y } = place(plan, square);
    return [x, square === 0 && plan.left === 0 ? y : y + plan.foot - lift];
  });
}

/**
 * Return the ring that marks the origin of a move: at the feet, or on a phone at the foot of the square.
 * @param {Plan} plan
 * @param {number} square
 * @returns {{x: number, y: number, rx: number, ry: number}}
 */
export function footprint(plan, square) {
  const [[x, y]] = way(plan, square, square, false);
  if (plan.stand[0]) return { x, y, rx: 9, ry: 3.6 };
  const [spot] = spots(plan, square, 1);
  return { x: spot.x, y: spot.y - 1, rx: 13, ry: 4.6 };
}

/**
 * Return the name of a meeple's element; several of a colour are distinguished by their squares.
 * @param {number} side
 * @param {number[]} squares of all meeples of that colour
 * @param {number} index
 */
export function meepleKey(side, squares, index) {
  if (squares.length === 1) return `meeple-${side}-0`;
  const copy = squares.slice(0, index).filter(square => square === squares[index]).length;
  return `meeple-${side}-${squares[index]}-${copy}`;
}

/**
 * Return the visible strip of a card in the fan: the inset and scale of its symbols.
 * @param {number} n number of cards
 * @param {boolean} wide true if there is more room than on a phone
 */
export function strip(n, wide) {
  const [room, card] = wide ? [440, 60] : [350, 50];
  const shown = n > 2 ? ((room - 2 * card) / (n - 2)) * (66 / card) : 66;
  const half = Math.min(16.5, Math.max(8.5, shown / 2));
  return { half, k: Math.min(1, half / 12.5) };
}

/**
 * Return the plan with the larger squares for a box; a phone has its own, which scrolls.
 * @param {number} width
 * @param {number} height
 * @param {boolean} phone
 */
export function planFor(width, height, phone) {
  if (phone) return TALL;
  const scale = (/** @type {Plan} */ plan) => {
    const whole = size(plan);
    return Math.min(width / whole.width, height / whole.height) * Math.sqrt(plan.w * plan.h);
  };
  return scale(WIDE) >= scale(TABLET) ? WIDE : TABLET;
}

/**
 * Return the square in the middle of the action: among the offered squares, or else the meeples of one colour.
 * @param {number[]} offered
 * @param {number[]} own
 */
export function scenery(offered, own) {
  const all = offered.length ? offered : own;
  return Math.round((Math.min(...all) + Math.max(...all)) / 2);
}

/**
 * Return the part of the drawing with all these squares, for a still picture: whole rows and columns.
 * @param {Plan} plan
 * @param {number[]} squares
 * @param {number} [least] minimum number of rows
 */
export function cutout(plan, squares, least = 2) {
  const whole = size(plan),
    all = squares.map(square => place(plan, square)),
    last = rows(plan) - 1;
  const [low, high] = atLeast(
    least,
    Math.min(...all.map(one => one.row)),
    Math.max(...all.map(one => one.row)),
    last,
  );
  const columns = all.map(one => Math.floor((one.x - PAD - plan.left) / plan.w));
  const [from, to] = atLeast(14, Math.min(...columns) - 1, Math.max(...columns) + 1, plan.columns - 1);
  const edge = (/** @type {number} */ column) => PAD + plan.left + column * plan.w;
  const above = place(plan, high * plan.columns + 1).y - plan.h / 2,
    below = place(plan, low * plan.columns + 1).y + plan.h / 2;
  const x = from === 0 ? 0 : edge(from),
    head = 40 * plan.meeple - plan.stand[1] - plan.h / 2, // of a meeple in the uppermost row
    y = Math.max(0, above - Math.max(plan.gap / 2, head)),
    right = to === plan.columns - 1 ? whole.width : edge(to + 1),
    foot = squares.includes(0) ? whole.height : Math.min(whole.height, below + plan.gap / 2 + PAD);
  return { x, y, width: right - x, height: foot - y };
}

/**
 * Widen a range on both sides to at least n members, between 0 and the last one.
 * @param {number} n
 * @param {number} from
 * @param {number} to
 * @param {number} last
 */
function atLeast(n, from, to, last) {
  const missing = Math.max(0, n - (to - from + 1));
  const start = Math.max(0, Math.min(from - Math.floor(missing / 2), last - n + 1));
  return [start, Math.min(last, Math.max(to, start + n - 1))];
}
