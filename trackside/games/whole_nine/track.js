// Where things lie on the winding track: lanes joined by half circles. Numbers in, numbers out; nothing is drawn here.

/**
 * @typedef {{x: number, y: number, turn: number, heading: number}} Slot a place on the road: how a tile
 *   lies on
 *   it and which way it leads
 */
/** @typedef {{x: number, y: number, k: number}} Spot where a pawn stands, and its size */
/**
 * @typedef {{slots: Slot[], start: Slot, goal: Slot, road: string, gaps: {x: number, y: number, wide:
 *   number}[], width: number, height: number}} Road
 */
/**
 * @typedef {Road & {box: [number, number], scale: number, shift: [number, number], lanes: number, camp:
 *   number}} Lay the road in its box; `camp` is half the width of the start and the goal
 */

export const TILE = 46;
const PITCH = 53,
  SIDE = 40,
  TOP = 54,
  FOOT = 44,
  LARGEST = 1.3;

const WIDE = {
  box: /** @type {[number, number]} */ ([960, 500]),
  radius: 80,
  turns: 4,
  camp: 53,
  straight: [3, 24],
  lanes: 3,
};
const TALL = {
  box: /** @type {[number, number]} */ ([508, 616]),
  radius: 57,
  turns: 3,
  camp: 46,
  straight: [3, 6],
  lanes: 9,
};

/**
 * The road for so many tiles, as large as the box allows. Lane lengths that would put the goal into a bend are
 * left out.
 * @param {number} tiles @param {boolean} wide @returns {Lay}
 */
export function layTrack(tiles, wide) {
  const plan = wide ? WIDE : TALL;
  /** @type {Lay | null} */
  let best = null;
  for (let straight = plan.straight[0]; straight <= plan.straight[1]; straight++) {
    const lanes = lanesFor(tiles, straight, plan.turns);
    if (lanes === 0 || lanes > plan.lanes) continue;
    const road = wind(tiles, lanes, straight, plan);
    const scale = Math.min(plan.box[0] / road.width, plan.box[1] / road.height, LARGEST);
    if (best && scale <= best.scale) continue;
    const shift = /** @type {[number, number]} */ ([
      (plan.box[0] - road.width * scale) / 2,
      (plan.box[1] - road.height * scale) / 2,
    ]);
    best = { ...road, box: plan.box, camp: plan.camp, scale, shift, lanes };
  }
  if (!best) throw new RangeError(`no room for ${tiles} tiles`);
  return best;
}

/**
 * How many lanes that takes, 0 if the goal would lie in a bend.
 * @param {number} tiles
 * @param {number} straight
 * @param {number} turns
 */
export function lanesFor(tiles, straight, turns) {
  const lane = Math.floor(tiles / (straight + turns)),
    within = tiles % (straight + turns);
  return within <= straight ? lane + 1 : 0;
}

/**
 * @param {number} tiles
 * @param {number} lanes
 * @param {number} straight
 * @param {{turns: number, radius: number, camp: number}} plan
 * @returns {Road}
 */
function wind(tiles, lanes, straight, { turns, radius, camp }) {
  const left = radius + SIDE,
    run = straight * PITCH,
    gap = 2 * radius;
  /** @type {Slot[]} */
  const slots = [];
  const gaps = [];
  let road = '';
  for (let lane = 0; lane < lanes; lane++) {
    const y = TOP + lane * gap,
      east = lane % 2 === 0,
      way = east ? 1 : -1,
      from = east ? left : left + run,
      to = east ? left + run : left;
    road += lane === 0 ? `M${left - camp - 4} ${y}` : `L${from} ${y}`;
    for (let i = 0; i < straight + (lane === lanes - 1 ? 1 : 0); i++)
      slots.push({ x: from + way * (i + 0.5) * PITCH, y, turn: 0, heading: east ? 0 : 180 });
    if (lane === lanes - 1) break;
    road += `L${to} ${y}A${radius} ${radius} 0 0 ${east ? 1 : 0} ${to} ${y + gap}`;
    gaps.push({ x: left, y: y + radius, wide: run });
    for (let i = 0; i < turns; i++) {
      const angle = ((i + 0.5) * 180) / turns,
        bend = ((angle - 90) * Math.PI) / 180;
      slots.push({
        x: to + way * radius * Math.cos(bend),
        y: y + radius + radius * Math.sin(bend),
        turn: way * angle,
        heading: east ? angle : 180 - angle,
      });
    }
  }
  const next = slots[tiles],
    way = next.heading === 0 ? 1 : -1;
  const goal = { ...next, x: next.x + way * (camp - PITCH / 2 + 4) };
  const start = { x: left - camp - 4, y: TOP, turn: 0, heading: 0 };
  road += `L${goal.x} ${goal.y}`;
  const width = lanes === 1 ? goal.x + start.x : run + 2 * left;
  return {
    slots: slots.slice(0, tiles),
    start,
    goal,
    road,
    gaps,
    width,
    height: TOP + (lanes - 1) * gap + FOOT,
  };
}

/**
 * Where so many pawns stand on one tile, the rearmost first: on its back edge, so that its number can be read.
 * @param {number} n @returns {Spot[]}
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
 * Where so many pawns wait in a start or goal area of this half width: pairs, one behind the other.
 * @param {number} n
 * @param {number} camp
 * @returns {Spot[]}
 */
export function waiting(n, camp) {
  if (n <= 3) return Array.from({ length: n }, (_, i) => ({ x: (i - (n - 1) / 2) * 24, y: 9, k: 0.86 }));
  const columns = Math.ceil(n / 2),
    step = Math.min(24, (2 * camp - 34) / (columns - 1));
  return Array.from({ length: n }, (_, i) => ({
    x: (Math.floor(i / 2) - (columns - 1) / 2) * step + (i % 2 ? 2 : -2),
    y: i % 2 ? 12 : -4,
    k: step < 19 ? 0.64 : 0.72,
  }));
}

/**
 * Two rows, the back one first.
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
 * Which pawn is which: those that stayed keep their keys, the one that moved takes the key that is left.
 * @param {{[key: string]: number}} before @param {number[]} places @returns {{[key: string]: number}}
 */
export function followPawns(before, places) {
  const keys = Object.keys(before);
  if (keys.length !== places.length) return Object.fromEntries(places.map((place, i) => [`${i}`, place]));
  /** @type {{[key: string]: number}} */
  const now = {};
  const rest = [...places];
  for (const key of keys) {
    const found = rest.indexOf(before[key]);
    if (found >= 0) now[key] = rest.splice(found, 1)[0];
  }
  for (const key of keys) if (!(key in now)) now[key] = /** @type {number} */ (rest.shift());
  return now;
}

/**
 * The point beside a slot, to the right of whoever walks there.
 * @param {Slot} slot
 * @param {number} distance
 * @returns {[number, number]}
 */
export function beside({ x, y, heading }, distance) {
  const angle = (heading * Math.PI) / 180;
  return [x - distance * Math.sin(angle), y + distance * Math.cos(angle)];
}
