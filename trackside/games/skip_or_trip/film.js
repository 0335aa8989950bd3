// A turn as a film: what moves when, at the pace `normal`. Pure data; the page plays it.
import { meepleKey } from './track.js';

/**
 * @typedef {import('./board.js').Effect} Effect
 * @typedef {import('./board.js').Scene} Scene
 * @typedef {import('/static/types').Cue} Cue
 */

const CARD = 220;
const DEAL = 120;
const STEP = 120;
const LONGEST_WALK = 900;
const LONGEST_FALL = 700;

/** The squares from one to another, both included. @param {number} from @param {number} to */
const squares = (from, to) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + (to > from ? i : -i));

/** @typedef {{side: number, way: number[], at: number, ms: number, sound: 'step'|'trip'}} Mover */

/**
 * The meeples that move, each once: who falls twice in a turn runs all the way in one go.
 * @param {Mover[]} movers @param {Effect} effect @param {number} at
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
  } else movers.push({ side, way: squares(from, to), at, ms, sound: fell ? 'trip' : 'step' });
  return ms;
}

/** @param {Mover[]} movers @param {Scene} after @returns {Cue[]} */
function hops(movers, after) {
  return movers.map(({ side, way, at, ms, sound }, i) => {
    const all = after.meeples[side],
      end = way[way.length - 1];
    const beside = movers
      .slice(i + 1)
      .filter(one => one.side === side && one.way[one.way.length - 1] === end);
    const key = meepleKey(side, all, Math.max(0, all.lastIndexOf(end) - beside.length)),
      touched = all.length === 1 ? way.slice(1) : way; // one of several has another name where it comes from
    return { at, ms, kind: 'hop', key, path: touched.map(square => `square-${square}`), sound };
  });
}

/** The card of a hand that an effect is about. @param {Effect} effect @param {Scene} scene */
function cardKey({ seat, number, symbols = [] }, scene) {
  const hand = scene.hands[seat] ?? [],
    same = hand.filter(card => card.number === number && String(card.symbols) === String(symbols));
  return same.length ? `card-${same[0].kind}-${same.length - 1}` : null;
}

/**
 * A card that is played: my own leaves my hand, that of others turns over beside their name.
 * @param {Effect} effect @param {number} nth of the turn @param {number} at
 * @param {Scene} before @param {Scene} after @returns {Cue}
 */
function played(effect, nth, at, before, after) {
  const { seat, kind, square } = effect,
    key = seat === before.eyes ? cardKey(effect, before) : null;
  if (!key) return { at, ms: CARD, kind: 'turn', key: `did-${seat}-${nth}`, seat, sound: 'take' };
  if (kind === 'lay' && after.trip) return { at, ms: CARD, kind: 'slide', key, seat, sound: 'take' };
  const to = kind === 'lay' ? `square-${square}` : `seat-${seat}`;
  return { at, ms: CARD, kind: 'fly', key, to, seat, sound: 'take' };
}

/** A card that is drawn: mine comes into the fan, that of others goes to their seat. */
/** @param {Effect} effect @param {number} at @param {Scene} after @returns {Cue} */
function drawn(effect, at, after) {
  const { seat } = effect,
    key = seat === after.eyes ? cardKey(effect, after) : null;
  if (key) return { at, ms: CARD, kind: 'appear', key, seat, sound: 'draw' };
  return { at, ms: CARD, kind: 'fly', key: 'deck', to: `seat-${seat}`, seat, sound: 'draw' };
}

/**
 * Cards turn over, whoever is tripped runs back, then the run forward by the whole sum, then cards are drawn.
 * @param {Effect[]} effects @param {Scene} before @param {Scene} after @returns {Cue[]}
 */
export function film(effects, before, after) {
  /** @type {Cue[]} */
  const cues = [];
  /** @type {Mover[]} */
  const movers = [];
  let at = 0,
    falling = 0,
    nth = 0;
  for (const effect of effects) {
    if (effect.kind === 'fall') {
      falling = Math.max(falling, move(movers, effect, at));
      continue;
    }
    at += falling;
    falling = 0;
    if (effect.kind === 'lay' || effect.kind === 'black') {
      cues.push(played(effect, nth++, at, before, after));
      at += CARD;
    } else if (effect.kind === 'walk') at += move(movers, effect, at);
    else if (effect.kind === 'draw') {
      cues.push(drawn(effect, at, after));
      at += DEAL;
    }
  }
  const own = cues.find(({ key }) => key?.startsWith('card-'));
  if (own) cues.push({ at: own.at, ms: CARD, kind: 'settle' });
  return [...cues, ...hops(movers, after)].sort((a, b) => a.at - b.at);
}
