// Where things lie on the ribbon of squares 0 to 100, in either plan. Numbers in, numbers out; nothing is drawn here.

/**
 * A plan: the ribbon winds from the bottom up in so many columns.
 * @typedef {object} Plan
 * @property {number} columns @property {number} w width of a square @property {number} h its height
 * @property {number} gap between rows @property {number} round corners of the ribbon @property {number} left
 *   room beside it for the start
 * @property {[number, number]} number where a square has its number, from its middle @property {number} high
 *   how high that is
 * @property {[number, number]} tokens where the first row of tokens lies @property {number} token their scale
 * @property {number} perRow how many tokens a row takes, where there are few
 * @property {[number, number]} stand where the feet of meeples are @property {number} meeple scale of a
 *   single
 *   one or two @property {number} crowd how much smaller more of them are
 * @property {[number, number, number, number]} start the box of square 0: x, y, width, height
 * @property {number} below room under the ribbon
 */
/** @typedef {{x: number, y: number, row: number}} Place */
/** @typedef {{x: number, y: number, k: number}} Spot */

export const GOAL = 100;
const PAD = 10;

/** Five rows of twenty. @type {Plan} */
export const WIDE = {
  columns: 20,
  w: 44,
  h: 86,
  gap: 9,
  round: 14,
  left: 60,
  number: [0, -31],
  high: 12,
  tokens: [0, -11],
  token: 0.92,
  perRow: 2,
  stand: [0, 46],
  meeple: 0.8,
  crowd: 0.78,
  start: [10, 366, 52, 110],
  below: 12,
};

/** Fifteen rows of seven, the start below them. @type {Plan} */
export const TALL = {
  columns: 7,
  w: 53,
  h: 55,
  gap: 6,
  round: 11,
  left: 0,
  number: [-14, -17],
  high: 10.5,
  tokens: [0, 5],
  token: 0.74,
  perRow: 3,
  stand: [14, -4],
  meeple: 0.66,
  crowd: 0.7,
  start: [10, 925, 371, 44],
  below: 56,
};

/** How many rows there are. @param {Plan} plan */
export const rows = plan => Math.ceil(GOAL / plan.columns);

/** The size of the whole drawing. @param {Plan} plan */
export const size = plan => ({
  width: 2 * PAD + plan.left + plan.columns * plan.w,
  height: 2 * PAD + rows(plan) * (plan.h + plan.gap) - plan.gap + plan.below,
});

/** The middle of a square. @param {Plan} plan @param {number} square @returns {Place} */
export function place(plan, square) {
  if (square === 0)
    return { x: plan.start[0] + plan.start[2] / 2, y: plan.start[1] + plan.start[3] / 2, row: 0 };
  const row = Math.floor((square - 1) / plan.columns),
    along = (square - 1) % plan.columns;
  const column = row % 2 ? plan.columns - 1 - along : along;
  return {
    x: PAD + plan.left + (column + 0.5) * plan.w,
    y: PAD + (rows(plan) - 1 - row) * (plan.h + plan.gap) + plan.h / 2,
    row,
  };
}

/** The rectangles that make the ribbon: a band for each row, a joint to the next. @param {Plan} plan */
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

/** The line between a square and the one before it. @param {Plan} plan @param {number} square */
export function seam(plan, square) {
  const here = place(plan, square),
    before = place(plan, square - 1);
  return here.row === before.row
    ? `M${(here.x + before.x) / 2} ${here.y - plan.h / 2 + 7}V${here.y + plan.h / 2 - 7}`
    : `M${here.x - plan.w / 2 + 7} ${here.y + plan.h / 2 + plan.gap / 2}H${here.x + plan.w / 2 - 7}`;
}

/**
 * How tokens are set on a square: where two rows are not enough, they are smaller and higher up, clear of a
 * meeple.
 * @param {Plan} plan
 * @param {number} n
 */
export const setting = (plan, n) =>
  n > 2 * plan.perRow ? { k: plan.token * 0.76, up: 4 } : { k: plan.token, up: 0 };

/**
 * Where the feet of n meeples are that share a square, those at the back first.
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
    apart = (n > 3 ? 25 : 22) * k;
  /** @type {(count: number, up: number) => Spot[]} */
  const line = (count, up) =>
    Array.from({ length: count }, (_, i) => ({
      x: x + plan.stand[0] + (i - (count - 1) / 2) * apart,
      y: y + plan.stand[1] - up,
      k,
    }));
  return [...line(n - front, 21 * k), ...line(front, 0)];
}

/** @param {Plan} plan @param {number} n @returns {Spot[]} */
function startSpots(plan, n) {
  const [x, y, width, height] = plan.start,
    across = width > height ? 6 : 2,
    k = 0.66;
  const step = width > height ? 34 : 24,
    deep = Math.ceil(n / across);
  return Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / across),
      here = Math.min(across, n - row * across);
    return {
      x: x + width / 2 + ((i % across) - (here - 1) / 2) * step,
      y: y + height - 7 - (deep - 1 - row) * 24,
      k,
    };
  });
}

/**
 * Where a ghost stands: beside whoever is there.
 * @param {Plan} plan
 * @param {number} square
 * @param {boolean} taken
 * @returns {Spot}
 */
export function ghostSpot(plan, square, taken) {
  const [{ x, y }] = spots(plan, square, 1);
  return { x: taken ? x + 17 * plan.meeple : x, y: taken ? y - 3 : y, k: plan.meeple };
}

/**
 * The way along the ribbon: both ends, and the squares at which it turns.
 * @param {number} columns
 * @param {number} from
 * @param {number} to
 */
export function way(columns, from, to) {
  const step = to > from ? 1 : -1,
    found = [from];
  for (let square = from + step; square !== to && from !== to; square += step) {
    if (square === 0 || square % columns === 0 || square % columns === 1) found.push(square);
  }
  return from === to ? found : [...found, to];
}

/**
 * A bowed line from one square to another and the arrow head at its end; back bows down, on bows up.
 * @param {Plan} plan @param {number} from @param {number} to @param {boolean} back
 */
export function bow(plan, from, to, back) {
  const [start] = spots(plan, from, 1),
    [end] = spots(plan, to, 1),
    lift = 16 * plan.meeple;
  const a = { x: start.x, y: start.y - lift },
    b = { x: end.x, y: end.y - lift };
  const dx = b.x - a.x,
    dy = b.y - a.y,
    far = Math.hypot(dx, dy) || 1,
    bend = Math.min(26, Math.max(10, far * 0.1));
  const side = (back ? 1 : -1) * (dx < 0 ? -1 : 1);
  const middle = {
    x: (a.x + b.x) / 2 - (dy / far) * bend * side,
    y: (a.y + b.y) / 2 + (dx / far) * bend * side,
  };
  const turn = (Math.atan2(b.y - middle.y, b.x - middle.x) * 180) / Math.PI;
  return { a, b, middle, turn };
}

/** @typedef {{id: number, square: number}} Piece */

/**
 * Which piece stands where now: those whose square is still taken stay, the others go to what is left, in order.
 * @param {Piece[]} before @param {number[]} squares @returns {Piece[]}
 */
export function follow(before, squares) {
  const open = [...squares];
  /** @type {Piece[]} */
  const found = [],
    moved = /** @type {Piece[]} */ ([]);
  for (const piece of before) {
    const at = open.indexOf(piece.square);
    if (at < 0) moved.push(piece);
    else found.push({ id: piece.id, square: open.splice(at, 1)[0] });
  }
  open.forEach((square, i) => found.push({ id: moved[i]?.id ?? found.length, square }));
  return found.sort((p, q) => p.id - q.id);
}

/**
 * The squares at which something is going on: what is offered, else the meeples of one colour.
 * @param {number[]} offered @param {number[]} own
 */
export function scenery(offered, own) {
  const all = offered.length ? offered : own;
  return Math.round((Math.min(...all) + Math.max(...all)) / 2);
}

/**
 * The part of the drawing where all these squares are, for a picture that is not played on.
 * @param {Plan} plan @param {number[]} squares
 */
export function cutout(plan, squares) {
  const whole = size(plan),
    all = squares.map(square => place(plan, square));
  /** @type {(values: number[], margin: number, least: number, most: number) => [number, number]} */
  const span = (values, margin, least, most) => {
    const from = Math.min(...values) - margin,
      length = Math.min(most, Math.max(least, Math.max(...values) + margin - from));
    return [
      Math.max(
        0,
        Math.min(most - length, from - Math.max(0, least - (Math.max(...values) + margin - from)) / 2),
      ),
      length,
    ];
  };
  const [x, width] = span(
    all.map(one => one.x),
    plan.w * 1.4,
    plan.w * 9,
    whole.width,
  );
  const [y, height] = span(
    all.map(one => one.y),
    plan.h * 0.85,
    plan.h * 2.3,
    whole.height,
  );
  return { x, y, width, height };
}
