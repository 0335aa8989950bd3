// The drawing of the track: road, tiles, start and goal, pawns.
import { el, f, g, pawn, text } from '/static/ui/pieces.js';
import { tile } from './pieces.js';
import { START, isCamp, pawnKeys, stepOf } from './scene.js';
import { CAMP, CAMP_HIGH, standing, waiting } from './track.js';

/**
 * @import { Offer, Scene } from './api'
 * @import { Say, Tile } from './scene.js'
 * @import { Lay, Slot, Spot } from './track.js'
 */

/** @typedef {{key: string, seat: number, colour: string, place: number, spot: Spot}} Pawn */
/**
 * @typedef {object} Table what is drawn: the offers, the selected one, the best of a hint, the origins of turns
 * @property {Scene} scene
 * @property {Lay} lay
 * @property {Pawn[]} pawns
 * @property {Offer[]} offers
 * @property {Offer | undefined} aim
 * @property {Offer | undefined} best
 * @property {Offer | undefined} made the move made, in a review
 * @property {Offer | undefined} better a better one
 * @property {Set<number>} origins
 * @property {Say} words
 * @property {boolean} [still]
 */

/** Draw the road, pale behind the goal, with a few dunes between its lanes. @param {Lay} lay */
export const road = lay => [
  ...lay.gaps.filter(gap => gap.wide > 350).map(dunes),
  el('path', { key: 'gone', class: 'road gone', d: lay.road }),
  el('path', {
    key: 'road',
    class: 'road',
    d: lay.road,
    pathLength: 1000,
    'stroke-dasharray': `${f(lay.reach * 1000)} 1000`,
  }),
  el('path', { key: 'dash', class: 'road-dash', d: lay.road }),
];

/** @param {{x: number, y: number, wide: number}} gap @param {number} i */
function dunes({ x, y, wide }, i) {
  /** @param {number} at @param {number} size */
  const one = (at, size) => {
    const [x2, y2] = [at + size * 0.4, y - size * 0.045];
    const front = `M${f(at)} ${f(y)}q${f(size * 0.3)} ${f(-size * 0.16)} ${f(size * 0.55)} 0`;
    const back = `q${f(size * 0.3)} ${f(-size * 0.13)} ${f(size * 0.6)} ${f(size * 0.045)}`;
    return `${front}M${f(x2)} ${f(y2)}${back}`;
  };
  const [first, second] = i % 2 ? [0.36, 0.8] : [0.22, 0.66];
  const d = one(x + wide * first, i % 2 ? 52 : 64) + one(x + wide * second, i % 2 ? 64 : 48);
  return el('path', { key: `dune${i}`, class: 'dune', d });
}

/** @param {number} step @param {Lay} lay @returns {Slot} */
export const slotAt = (step, lay) => (step === 0 ? lay.start : (lay.slots[step - 1] ?? lay.goal));

/**
 * Return the slot of a place; a tile that is gone counts as the next one.
 * @param {Scene} scene
 * @param {number} place
 * @param {Lay} lay
 */
export const slotOf = (scene, place, lay) => slotAt(stepOf(scene, place), lay);

/**
 * Return the pawns with stable keys and their positions.
 * @param {Scene} scene
 * @param {Scene | null} before
 * @param {Lay} lay
 * @returns {Pawn[]}
 */
export function pawnsOf(scene, before, lay) {
  const all = pawnKeys(scene, before).flatMap((keys, seat) =>
    Object.entries(keys).map(([key, place]) => ({
      key: `pawn-${seat}-${key}`,
      seat,
      colour: scene.seats[seat].colour,
      place,
    })),
  );
  /** @type {Map<number, number>} */
  const taken = new Map();
  return all.map(one => {
    const n = all.filter(other => other.place === one.place).length,
      k = taken.get(one.place) ?? 0;
    taken.set(one.place, k + 1);
    const slot = slotOf(scene, one.place, lay),
      at = (isCamp(scene, one.place) ? waiting(n) : standing(n))[k];
    return { ...one, spot: { x: slot.x + at.x, y: slot.y + at.y, k: at.k } };
  });
}

/** Return the attributes of a place that stands for a move. @param {Offer} offer */
const button = offer => ({
  role: 'button',
  tabindex: 0,
  'aria-label': offer.label,
  'data-move': offer.move,
});

/** @param {Offer | undefined} offer */
export const placeOf = offer => offer?.to ?? offer?.place;

/**
 * Return the offer of a place: the first that leads there, regardless of the preview, so that the focus stays.
 * @param {Offer[]} offers
 * @param {number | undefined} place
 */
const offerAt = (offers, place) => offers.find(offer => placeOf(offer) === place);

/**
 * Return the tile that the selected move would take from a place.
 * @param {Offer | undefined} aim
 * @param {number} place
 */
const tookAt = (aim, place) => [...(aim?.sure ?? []), ...(aim?.takes ?? [])].find(one => one.place === place);

/** Draw a tile of the track. @param {Tile} what @param {Slot} slot @param {Table} table */
export function space(what, slot, { pawns, offers, aim, best, made, better, origins, words, still }) {
  const { place } = what;
  const offer = offerAt(offers, place),
    here = pawns.filter(one => one.place === place);
  /** @param {string} cls @param {number} half @param {number} round */
  const frame = (cls, half, round) =>
    el('rect', {
      class: cls,
      x: -half,
      y: -half,
      width: 2 * half,
      height: 2 * half,
      rx: round,
      style: { transform: `rotate(${f(slot.turn)}deg)` },
    });
  const named = offer ? button(offer) : { role: 'img', 'aria-label': spaceName(what, here, words) };
  const about = `${what.kind}:${what.animal ?? what.face}`;
  return g(
    {
      key: `tile-${place}`,
      class: `space${offer ? ' legal' : ''}`,
      style: { transform: `translate(${f(slot.x)}px, ${f(slot.y)}px)` },
      ...(still ? {} : { 'data-key': `tile-${place}`, 'data-about': about, ...named }),
    },
    offer && el('rect', { class: 'hit', x: -28, y: -34, width: 56, height: 68 }),
    tile(what, slot.turn, here.length > 0 || aim?.to === place || origins.has(place)),
    tookAt(aim, place) && frame('take-mark', 27, 12),
    offer && frame(`legal-mark${placeOf(aim) === place ? ' on' : ''}`, 27, 12),
    made && placeOf(made) === place && frame('rv-made-mark', 27, 12),
    better &&
      placeOf(better) === place &&
      frame('legal-mark on', made && placeOf(made) === place ? 31 : 27, 12),
    best && placeOf(best) === place && frame('best-mark', 31.5, 16),
    offer && frame('focus-ring', 32, 16),
  );
}

/**
 * Draw a small tag with the points for taking a tile.
 * @param {Tile} what
 * @param {Slot} slot
 * @param {Table} table
 */
export function gainTag(what, slot, { offers, aim }) {
  const gain = (tookAt(aim, what.place) ?? offers.find(offer => offer.place === what.place))?.gain;
  if (!gain) return null;
  const half = 5 + gain.length * 3.2;
  return g(
    {
      key: `gain${what.place}`,
      class: `gain-tag${gain[0] === '+' ? '' : ' loss'}`,
      style: { transform: `translate(${f(slot.x + 15)}px, ${f(slot.y + 24)}px)` },
    },
    el('rect', { x: f(-half), y: -8, width: f(2 * half), height: 16, rx: 8 }),
    text(gain, 0, 3.9),
  );
}

/** @param {Tile} what @param {Pawn[]} here @param {Say} words */
function spaceName(what, here, words) {
  const name = tileName(what, words);
  return here.length ? words('board.space_pawns', { what: name, pawns: counted(here, words) }) : name;
}

/** Return the name of a single tile. @param {{kind: string, face: number, animal?: string}} what @param {Say} words */
export const tileName = (what, words) =>
  what.kind === 'number'
    ? `${what.face}`
    : what.kind === 'cactus'
      ? words('cactus', { face: what.face })
      : words(`animal_names.${what.animal}`);

/** Return the number of pawns of each colour, in words. @param {Pawn[]} pawns @param {Say} words */
function counted(pawns, words) {
  const colours = [...new Set(pawns.map(one => one.colour))];
  if (!colours.length) return words('board.camp_empty');
  return colours
    .map(colour =>
      words('board.camp_pawns', {
        n: pawns.filter(one => one.colour === colour).length,
        colour: words(`seat.${colour}`),
      }),
    )
    .join(', ');
}

/**
 * Draw a dashed field with a word, for the start or the goal.
 * @param {string} name
 * @param {number} at
 * @param {unknown} inner
 */
export const campGround = (name, at, inner = null) => [
  el('rect', {
    class: 'camp-ground',
    x: -CAMP,
    y: -CAMP_HIGH,
    width: 2 * CAMP,
    height: 2 * CAMP_HIGH,
    rx: 17,
  }),
  inner,
  text(name.toUpperCase(), 0, at, 'camp-name'),
];

/** Draw the start or the goal. @param {number} place @param {Table} table */
export function camp(place, { scene, lay, pawns, offers, aim, best, made, better, words, still }) {
  const isGoal = place !== START,
    slot = isGoal ? lay.goal : lay.start,
    offer = isGoal ? offerAt(offers, place) : undefined,
    here = pawns.filter(one => one.place === place);
  const label = words(isGoal ? 'board.goal_camp' : 'board.start_camp', { pawns: counted(here, words) });
  const named = offer ? button(offer) : { role: 'img', 'aria-label': label };
  /** @param {string} cls @param {number} more @param {number} round */
  const frame = (cls, more, round) =>
    el('rect', {
      class: cls,
      x: -CAMP - more,
      y: -CAMP_HIGH - more,
      width: 2 * (CAMP + more),
      height: 2 * (CAMP_HIGH + more),
      rx: round,
    });
  const flag = el('path', {
    class: `flag${here.length ? ' behind' : ''}`,
    d: 'M-9 8V-22M-9 -22 14 -15.6 -9 -9',
  });
  return g(
    {
      key: isGoal ? 'goal' : 'start',
      class: `camp${isGoal ? ' goal' : here.length ? '' : ' empty'}${offer ? ' legal' : ''}`,
      style: { transform: `translate(${f(slot.x)}px, ${f(slot.y)}px)` },
      ...(still ? {} : { 'data-key': `place-${place}`, 'data-about': isGoal ? 'goal' : 'start', ...named }),
    },
    ...campGround(words(isGoal ? 'goal' : 'start'), 24, isGoal && flag),
    offer && frame(`legal-mark${placeOf(aim) === scene.goal ? ' on' : ''}`, 4, 21),
    made && isGoal && placeOf(made) === place && frame('rv-made-mark', 4, 21),
    better && isGoal && placeOf(better) === place && frame('legal-mark on', 8, 25),
    best && isGoal && placeOf(best) === place && frame('best-mark', 8.5, 25),
    offer && frame('focus-ring', 9, 26),
  );
}

/** @param {Spot} spot */
export const moved = ({ x, y, k }) => `translate(${f(x)}px, ${f(y)}px) scale(${k})`;

/**
 * Draw a pawn. All of a player's pawns on one place stand for the move from there, the foremost with its ring; if the
 * target of that move stands for another one, the foremost is also reached by keys.
 * @param {Pawn} one
 * @param {Table} table
 */
export function stand(one, { scene, pawns, offers, aim, best, still }) {
  const foremost = pawns.findLast(other => other.seat === one.seat && other.place === one.place);
  const first = one === foremost,
    moves = one.seat === scene.seat ? offers.filter(offer => offer.from === one.place) : [];
  const alone = moves.find(offer => offerAt(offers, placeOf(offer)) !== offer);
  const offer = alone ?? moves[0];
  const look = [
    'stand',
    first && offer && 'mine',
    first && aim && moves.includes(aim) && 'chosen',
    first && best && best === alone && 'best',
  ].filter(Boolean);
  return g(
    {
      key: one.key,
      class: look.join(' '),
      style: { transform: moved(one.spot) },
      ...(still ? {} : { 'data-key': one.key }),
      ...(alone && first ? button(alone) : { 'data-move': offer?.move }),
    },
    first && offer && el('ellipse', { class: 'base-ring', cx: 0, cy: -0.5, rx: 16, ry: 5.8 }),
    pawn(one.colour, 0, 0),
  );
}
