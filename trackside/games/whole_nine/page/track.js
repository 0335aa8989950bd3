// The geometry of the winding track: lanes joined by half circles of equal size. Numbers in, numbers out; nothing is
// drawn here.

/**
 * @typedef {{x: number, y: number, turn: number, heading: number}} Slot a place on the road: the rotation of its tile
 * and its direction
 */
/** @typedef {{x: number, y: number, k: number}} Spot the position of a pawn, and its size */
/**
 * @typedef {{slots: Slot[], start: Slot, goal: Slot, road: string, reach: number, gaps: {x: number, y: number,
 *   wide: number}[], width: number, height: number, lanes: number}} Lay a road in its box with n tiles; `reach`
 *   is the part of it from the start to the goal
 */
/**
 * @typedef {{lanes: number, straight: number, turns: number, pitch: number, radius: number, top: number,
 *   foot: number, width: number}} Plan
 */

export const TILE = 46;
/** Half the width and half the height of the start and the goal. */
export const CAMP = 43;
export const CAMP_HIGH = 29;

const GAP = 3,
  EDGE = 2;

/** @type {Plan} */
const WIDE = { lanes: 4, straight: 11, turns: 3, pitch: 56, radius: 60, top: 45, foot: 33, width: 820 };
/** @type {Plan} */
const TALL = { lanes: 6, straight: 6, turns: 3, pitch: 50, radius: 56, top: 46, foot: 33, width: 488 };

/** @type {Map<Plan, ReturnType<typeof wind>>} */
const WOUND = new Map();

/** The aspect ratio of a snug road's box, width to height. */
const SNUG = { wide: 2, tall: 0.62 };

/** @type {Map<string, Plan>} */
const SNUG_PLANS = new Map();

/**
 * Return the plan with the largest tiles: fewer tiles need fewer and shorter lanes.
 * @param {number} tiles
 * @param {boolean} wide
 * @returns {Plan}
 */
function snugPlan(tiles, wide) {
  const most = wide ? WIDE : TALL,
    edges = most.width - most.straight * most.pitch,
    aspect = wide ? SNUG.wide : SNUG.tall;
  const plans = Array.from({ length: most.straight - 3 }, (_, i) => {
    const straight = i + 4,
      lanes = Math.ceil((tiles + 3 + most.turns) / (straight + most.turns)),
      width = straight * most.pitch + edges,
      height = most.top + most.foot + (lanes - 1) * 2 * most.radius;
    return { ...most, lanes, straight, width, size: Math.min(aspect / width, 1 / height) };
  });
  const best = plans.reduce((one, other) => (other.size > one.size ? other : one));
  const key = `${wide} ${best.lanes} ${best.straight}`;
  const known = SNUG_PLANS.get(key) ?? best;
  SNUG_PLANS.set(key, known);
  return known;
}

/**
 * Return the road with n tiles. Its places are always the same; with fewer tiles, only the goal is nearer. A snug road
 * is laid out again for the remaining tiles.
 * @param {number} tiles
 * @param {boolean} wide
 * @param {boolean} [snug]
 * @returns {Lay}
 */
export function layTrack(tiles, wide, snug = false) {
  const plan = snug ? snugPlan(tiles, wide) : wide ? WIDE : TALL;
  const road = WOUND.get(plan) ?? wind(plan);
  WOUND.set(plan, road);
  const { places, along, ...rest } = road;
  if (tiles + 1 >= places.length) throw new RangeError(`no room for ${tiles} tiles`);
  return {
    ...rest,
    slots: places.slice(1, tiles + 1),
    start: { ...places[0], x: places[1].x - TILE / 2 - GAP - CAMP },
    goal: goalAt(places[tiles + 1], plan),
    reach: along[tiles + 1],
    lanes: plan.lanes,
  };
}

/**
 * Return the goal behind the last tile, slightly further on and within the box.
 * @param {Slot} place
 * @param {Plan} plan
 */
function goalAt(place, plan) {
  const angle = (place.heading * Math.PI) / 180,
    bend = place.heading % 180 !== 0;
  const x = place.x + 20 * Math.cos(angle) + (bend ? 2 * Math.sign(Math.cos(angle)) : 0);
  return {
    ...place,
    x: Math.min(Math.max(x, CAMP + EDGE), plan.width - CAMP - EDGE),
    y: place.y + (bend ? 22 * Math.sin(angle) : 0),
  };
}

/** Return the road of a plan, and the places along it: the start, the tiles, the goal. @param {Plan} plan */
function wind({ lanes, straight, turns, pitch, radius, top, foot, width }) {
  const run = straight * pitch,
    left = (width - run) / 2,
    bend = Math.PI * radius;
  /** @type {Slot[]} */
  const places = [];
  /** @type {number[]} */
  const along = [];
  const gaps = [];
  let road = '';
  for (let lane = 0; lane < lanes; lane++) {
    const y = top + lane * 2 * radius,
      east = lane % 2 === 0,
      way = east ? 1 : -1,
      from = east ? left : left + run,
      to = east ? left + run : left,
      gone = lane * (run + bend);
    road += lane === 0 ? `M${from} ${y}L${to} ${y}` : `L${to} ${y}`;
    for (let i = 0; i < straight; i++) {
      places.push({ x: from + way * (i + 0.5) * pitch, y, turn: 0, heading: east ? 0 : 180 });
      along.push(gone + (i + 0.5) * pitch);
    }
    if (lane === lanes - 1) break;
    road += `A${radius} ${radius} 0 0 ${east ? 1 : 0} ${to} ${y + 2 * radius}`;
    gaps.push({ x: left, y: y + radius, wide: run });
    for (let i = 0; i < turns; i++) {
      const angle = ((i + 0.5) * 180) / turns,
        at = ((angle - 90) * Math.PI) / 180;
      places.push({
        x: to + way * radius * Math.cos(at),
        y: y + radius + radius * Math.sin(at),
        turn: way * angle,
        heading: east ? angle : 180 - angle,
      });
      along.push(gone + run + ((i + 0.5) * bend) / turns);
    }
  }
  const total = lanes * run + (lanes - 1) * bend;
  const height = top + (lanes - 1) * 2 * radius + foot;
  return { places, along: along.map(length => length / total), road, gaps, width, height };
}

/**
 * Return the positions of n pawns on one tile, the rearmost first: on its back edge, so that its number stays legible.
 * @param {number} n
 * @returns {Spot[]}
 */
export function standing(n) {
  if (n === 1) return [{ x: 0, y: -8, k: 0.94 }];
  if (n === 2)
    return [
      { x: -10, y: -10, k: 0.94 },
      { x: 11, y: -7, k: 0.94 },
    ];
  if (n === 3)
    return [
      { x: -14, y: -11, k: 0.9 },
      { x: 14, y: -11, k: 0.9 },
      { x: 0, y: -6, k: 0.9 },
    ];
  return rows(n, 19, [-16, -7], 0.74);
}

/**
 * Return the positions of n pawns at the start or the goal: pairs, one behind the other.
 * @param {number} n
 * @returns {Spot[]}
 */
export function waiting(n) {
  if (n <= 3) return Array.from({ length: n }, (_, i) => ({ x: (i - (n - 1) / 2) * 24, y: 8, k: 0.8 }));
  const columns = Math.ceil(n / 2),
    step = Math.min(22, (2 * CAMP - 30) / (columns - 1));
  return Array.from({ length: n }, (_, i) => ({
    x: (Math.floor(i / 2) - (columns - 1) / 2) * step + (i % 2 ? 2 : -2),
    y: i % 2 ? 11 : -3,
    k: 0.62,
  }));
}

/**
 * Return two rows of positions, the back one first.
 * @param {number} n
 * @param {number} half
 * @param {number[]} levels
 * @param {number} k
 * @returns {Spot[]}
 */
function rows(n, half, levels, k) {
  const back = Math.floor(n / 2),
    front = n - back;
  /** @param {number} count @param {number} y @returns {Spot[]} */
  const row = (count, y) =>
    Array.from({ length: count }, (_, i) => ({
      x: count === 1 ? 0 : -half + (2 * half * i) / (count - 1),
      y,
      k,
    }));
  return [...row(back, levels[0]), ...row(front, levels[1])];
}

/**
 * Return the point at a distance from a slot, to the right in the direction of travel.
 * @param {Slot} slot
 * @param {number} distance
 * @returns {[number, number]}
 */
export function beside({ x, y, heading }, distance) {
  const angle = (heading * Math.PI) / 180;
  return [x - distance * Math.sin(angle), y + distance * Math.cos(angle)];
}

/** Return the seam between two adjacent slots. @param {Slot} one @param {Slot} other @returns {Slot} */
export const between = (one, other) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  turn: (one.turn + other.turn) / 2,
  heading: (one.heading + other.heading) / 2,
});
