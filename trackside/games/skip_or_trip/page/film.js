// The film of a turn: all movements with their times, at the pace `normal`. Pure data; the page plays it.
import { meepleKey } from './track.js';

/**
 * @import { Black, Draw, Effect, Fall, Lay, Scene, Walk } from './api'
 * @import { Cue } from '/static/types'
 */

const CARD = 220;
const DEAL = 120;
const STEP = 120;
const LONGEST_WALK = 900;
const LONGEST_FALL = 700;
const TRIP = 1400;
const RING = 600;

/** Return the squares from one to another, including both. @param {number} from @param {number} to */
const squares = (from, to) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + (to > from ? i : -i));

/** @typedef {{side: number, way: number[], at: number, ms: number, fell: boolean, n: number}} Mover */

/**
 * Add a movement; a meeple that falls twice in a turn moves the whole way in one go.
 * @param {Mover[]} movers
 * @param {Fall|Walk} effect
 * @param {number} at
 */
function move(movers, { kind, side, from, to }, at) {
  const fell = kind === 'fall',
    ms = Math.min(fell ? LONGEST_FALL : LONGEST_WALK, STEP * Math.abs(to - from));
  const before = movers.find(
    one => one.side === side && one.way[one.way.length - 1] === from && one.at + one.ms <= at,
  );
  if (before) {
    before.way.push(...squares(from, to).slice(1));
    before.ms += ms;
  } else {
    const beside = movers.find(one => fell && one.fell && one.at === at); // two who fall together make one sound
    if (beside) beside.n += 1;
    movers.push({ side, way: squares(from, to), at, ms, fell, n: beside ? 0 : 1 });
  }
  return ms;
}

/** @param {Mover[]} movers @param {Scene} after @returns {Cue[]} */
function hops(movers, after) {
  return movers.map(({ side, way, at, ms, fell, n }, i) => {
    const all = after.meeples[side],
      end = way[way.length - 1];
    const beside = movers
      .slice(i + 1)
      .filter(one => one.side === side && one.way[one.way.length - 1] === end);
    const key = meepleKey(side, all, Math.max(0, all.lastIndexOf(end) - beside.length)),
      touched = all.length === 1 ? way.slice(1) : way; // one of several has another name at its origin
    const path = touched.map(square => `square-${square}`);
    if (!fell) return { at, ms, kind: 'hop', key, path, sound: 'step' };
    return { at, ms, kind: 'hop', key, path, falls: true, ...(n && { n, sound: 'trip' }) };
  });
}

/** Return the key of the hand's card in an effect. @param {Black|Draw|Lay} effect @param {Scene} scene */
function cardKey({ seat, number, symbols = [] }, scene) {
  const hand = scene.hands[seat] ?? [],
    same = hand.filter(card => card.number === number && String(card.symbols) === String(symbols));
  return same.length ? `card-${same[0].kind}-${same.length - 1}` : null;
}

/**
 * Return the cue of a played card: mine leaves my hand, others' turn over next to their names.
 * @param {Black|Lay} effect
 * @param {number} nth its number in the turn
 * @param {number} at
 * @param {Scene} before
 * @param {Scene} after
 * @returns {Cue}
 */
function played(effect, nth, at, before, after) {
  const { seat, kind } = effect,
    key = seat === before.perspective ? cardKey(effect, before) : null;
  if (!key) return { at, ms: CARD, kind: 'turn', key: `did-${seat}-${nth}`, seat, sound: 'take' };
  if (kind === 'lay' && after.trip) return { at, ms: CARD, kind: 'slide', key, seat, sound: 'take' };
  const to = kind === 'lay' ? `square-${effect.square}` : `seat-${seat}`;
  return { at, ms: CARD, kind: 'fly', key, to, seat, sound: 'take' };
}

/** @typedef {{number: number, key: string}} Laid a card of a trip, and its name in the drawing */

/**
 * Return the cards laid for a trip that began earlier.
 * @param {Scene} scene
 * @param {number} played cards played in the turn so far
 * @returns {Laid[]}
 */
function laidIn({ trip, hands, seat, perspective }, played) {
  const first = played - (trip?.cards.length ?? 0);
  return (trip?.cards ?? []).map(({ number, kind }, i, cards) => {
    const alike = cards.slice(0, i).filter(one => one.kind === kind).length,
      held = (hands[seat] ?? []).filter(one => one.kind === kind).length;
    return {
      number,
      key: seat === perspective ? `card-${kind}-${held + alike}` : `did-${seat}-${first + i}`,
    };
  });
}

/**
 * Return the cues of a trip: its cards gather, are added up, and hit the square, with a ring for everyone who falls.
 * @param {Laid[]} cards
 * @param {Lay} last the card that completes it
 * @param {Fall[]} falls
 * @param {number} at
 * @returns {Cue[]}
 */
function tripped(cards, { seat, square }, falls, at) {
  const numbers = cards.map(card => card.number),
    back = `\u2212${falls[0].from - falls[0].to}`,
    n = falls.length;
  const sums = numbers.map((first, i) => {
    const some = numbers.slice(0, i + 1);
    return i ? `${some.join(' + ')} = ${some.reduce((a, b) => a + b, 0)}` : `${first}`;
  });
  const key = `square-${square}`,
    gain = n > 1 ? `${n} × ${back}` : back,
    says = numbers.length > 1 ? sums : [gain],
    keys = cards.map(card => card.key);
  return [
    { at, ms: TRIP, kind: 'gather', seat, keys, to: key, says, gain },
    { at: at + TRIP, ms: RING, kind: 'pulse', key, n },
  ];
}

/** Return the falls that directly follow an effect. @param {Effect[]} effects @param {number} i @returns {Fall[]} */
function fallsAfter(effects, i) {
  const next = effects[i + 1];
  return next?.kind === 'fall' ? [next, ...fallsAfter(effects, i + 1)] : [];
}

/** Return the cue of a drawn card: mine enters the fan, others' go to their seats. */
/** @param {Draw} effect @param {number} at @param {Scene} after @returns {Cue} */
function drawn(effect, at, after) {
  const { seat } = effect,
    key = seat === after.perspective ? cardKey(effect, after) : null;
  if (key) return { at, ms: CARD, kind: 'appear', key, seat, sound: 'draw' };
  return { at, ms: CARD, kind: 'fly', key: 'deck', to: `seat-${seat}`, seat, sound: 'draw' };
}

/**
 * Return the film: cards turn over, tripped meeples run back, the player runs forward by the whole sum, then cards are
 * drawn.
 * @param {Effect[]} effects
 * @param {Scene} before
 * @param {Scene} after
 * @param {Effect[]} earlier earlier effects of the same turn
 * @returns {Cue[]}
 */
export function film(effects, before, after, earlier = []) {
  /** @type {Cue[]} */
  const cues = [];
  /** @type {Mover[]} */
  const movers = [];
  let at = 0,
    falling = 0,
    nth = earlier.filter(({ kind }) => kind === 'lay' || kind === 'black').length,
    laid = laidIn(before, nth);
  for (const [i, effect] of effects.entries()) {
    if (effect.kind === 'fall') {
      falling = Math.max(falling, move(movers, effect, at));
      continue;
    }
    at += falling;
    falling = 0;
    if (effect.kind === 'lay' || effect.kind === 'black') {
      const card = played(effect, nth++, at, before, after),
        falls = fallsAfter(effects, i);
      if (effect.kind === 'lay') laid.push({ number: effect.number, key: card.key ?? '' });
      if (card.kind !== 'fly' || !falls.length) {
        cues.push(card);
        at += CARD;
      }
      if (effect.kind === 'lay' && falls.length) {
        cues.push(...tripped(laid, effect, falls, at));
        at += TRIP;
        laid = [];
      }
    } else if (effect.kind === 'walk') at += move(movers, effect, at);
    else if (effect.kind === 'draw') {
      cues.push(drawn(effect, at, after));
      at += DEAL;
    }
  }
  const own = cues.find(({ key, keys }) => [key, ...(keys ?? [])].some(one => one?.startsWith('card-')));
  if (own) cues.push({ at: own.at, ms: CARD, kind: 'settle' });
  return [...cues, ...hops(movers, after)].sort((a, b) => a.at - b.at);
}
