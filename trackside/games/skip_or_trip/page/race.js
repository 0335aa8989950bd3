// The history of a game: positions after each turn, who tripped whom, and the account of squares.

/** @import { Effect, Scene } from './api' */

/**
 * @typedef {{turn: number, effects: Effect[]}} Entry
 * @typedef {{turn: number, side: number, from: number, to: number, by: number}} Trip
 * @typedef {{turn: number, side: number, from: number, to: number}} Step
 */

/**
 * Return all movements in order; for a trip also the player who caused it.
 * @param {Entry[]} log
 * @returns {(Step & {by?: number})[]}
 */
const steps = log =>
  log.flatMap(({ turn, effects }) =>
    effects.flatMap(effect => {
      if (effect.kind !== 'walk' && effect.kind !== 'fall') return [];
      const { side, from, to } = effect;
      return effect.kind === 'walk' ? { turn, side, from, to } : { turn, side, from, to, by: effect.by };
    }),
  );

/**
 * Return the squares of every colour after every turn, the rearmost first, reconstructed backwards from the end.
 * @param {Entry[]} log
 * @param {number[][]} meeples their squares at the end
 * @returns {number[][][]} by turn
 */
export function positions(log, meeples) {
  const all = steps(log),
    turns = Math.max(0, ...log.map(({ turn }) => turn));
  const now = meeples.map(squares => [...squares]),
    found = [];
  for (let turn = turns; turn >= 0; turn--) {
    found.unshift(now.map(squares => [...squares].sort((a, b) => a - b)));
    for (const { side, from, to } of all.filter(step => step.turn === turn).reverse())
      now[side][now[side].indexOf(to)] = from;
  }
  return found;
}

/** Return every fall of the game. @param {Entry[]} log @returns {Trip[]} */
export const trips = log =>
  steps(log).flatMap(({ by, ...step }) => (by === undefined ? [] : { ...step, by }));

/**
 * Return a colour's squares skipped, won by tripping and lost to trips, and the number of trips it made and suffered.
 * @param {Entry[]} log
 * @param {Scene} scene
 * @param {number} side
 */
export function account(log, scene, side) {
  const sum = { skipped: 0, tripping: 0, lost: 0, made: 0, fell: 0 };
  const own = (/** @type {number} */ seat) => scene.sides[seat] === side;
  let black = 0;
  for (const effect of log.flatMap(({ effects }) => effects)) {
    if (effect.kind === 'black' && own(effect.seat)) black = effect.number;
    if (effect.kind === 'stay' && own(effect.seat)) black = 0;
    if (effect.kind === 'walk' && effect.side === side) {
      sum.skipped += black;
      sum.tripping += effect.to - effect.from - black;
      black = 0;
    }
    if (effect.kind === 'fall' && effect.side === side) {
      sum.lost += effect.from - effect.to;
      sum.fell += 1;
    }
    if (effect.kind === 'fall' && own(effect.by)) sum.made += 1;
  }
  return sum;
}

/**
 * Return the colours in order of rank: the rearmost meeple counts, then those before it.
 * @param {number[][]} meeples
 */
export const ranking = meeples =>
  meeples
    .map((_, side) => side)
    .sort((a, b) => {
      const rank = meeples[a].findIndex((square, i) => square !== meeples[b][i]);
      return rank < 0 ? 0 : meeples[b][rank] - meeples[a][rank];
    });

/**
 * Return label positions that do not overlap: pushed apart downwards, then back into the frame.
 * @param {number[]} wanted
 * @param {number} apart
 * @param {number} most
 */
export function spread(wanted, apart, most) {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i++) order[i].y = Math.max(order[i].y, order[i - 1].y + apart);
  let limit = most;
  for (const one of [...order].reverse()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - apart;
  }
  return wanted.map((_, i) => order.find(one => one.i === i)?.y ?? 0);
}
