// The board of The Whole Nine. It draws the given scene and knows no rules.
import { useMemo, useRef } from '/static/vendor/view.js';
import { el } from '/static/ui/pieces.js';
import { ghost, madeWay, originsOf, pills, pins, steps, way } from './layers.js';
import { tile } from './pieces.js';
import { START, tilesOf } from './scene.js';
import { camp, gainTag, pawnsOf, road, space, stand } from './spaces.js';
import { layTrack } from './track.js';

/**
 * @import { Offer, Scene } from './api'
 * @import { Say, Trail } from './scene.js'
 */

/**
 * @typedef {{scene: Scene, offers: Offer[], chosen: number | null, words: Say, wide: boolean, still?: boolean,
 *   trail?: Trail[], best?: number | null, compare?: import('./scene.js').Comparison, snug?: boolean,
 *   part?: string}} Given
 */

export { film } from './film.js';
export { Account, Outcome } from './outcome.js';
export { SeatNote, Tray, primary } from './tray.js';

/** A tile, the symbol of the game. */
export const Piece = () =>
  el('svg', { viewBox: '-25 -25 50 54', 'aria-hidden': 'true' }, tile({ kind: 'number', face: 5 }));

/** The track with everything on it. @param {Given} given */
export function Board(given) {
  const {
    scene,
    offers,
    chosen,
    words,
    wide,
    still,
    trail = [],
    best = null,
    compare,
    snug = false,
    part,
  } = given;
  const all = tilesOf(scene);
  const n = scene.phase === 'setup' ? scene.full : all.length;
  const lay = useMemo(() => layTrack(n, wide, snug), [n, wide, snug]);
  const before = useRef(/** @type {Scene | null} */ (null));
  const pawns = pawnsOf(scene, before.current, lay);
  before.current = scene;
  const made = compare?.made?.offers[0],
    better = compare?.better?.offers[0];
  const aim = still ? undefined : (better ?? offers.find(offer => offer.move === chosen));
  const table = {
    scene,
    lay,
    pawns,
    offers: still ? [] : offers,
    aim,
    best: offers.find(offer => offer.move === best),
    ...{ made, better, origins: originsOf(scene, trail) },
    words,
    still,
  };
  const named = still
    ? { 'aria-hidden': 'true' }
    : { role: 'group', 'aria-label': words('board.track', { n: all.length }) };
  const walks = aim?.to !== undefined ? aim : undefined;
  return el(
    'svg',
    {
      class: `board whole-nine${aim ? ' previewing' : ''}`,
      viewBox: part ?? `0 0 ${lay.width} ${lay.height}`,
      preserveAspectRatio: still ? 'xMinYMin slice' : undefined,
      ...named,
    },
    ...road(lay),
    camp(START, table),
    camp(scene.goal, table),
    ...all.map((what, i) => space(what, lay.slots[i], table)),
    ...steps(scene, trail, lay),
    walks && way(scene, walks, lay),
    made?.to !== undefined && madeWay(scene, made, lay),
    ...[...pawns].sort((a, b) => a.spot.y - b.spot.y).map(one => stand(one, table)),
    walks && ghost(scene, walks, lay, pawns),
    ...pins(scene, trail, lay),
    ...all.map((what, i) => gainTag(what, lay.slots[i], table)),
    ...(compare ? pills(scene, compare, lay) : []),
  );
}

/** Return the turn and the number of tiles left on the track. @param {Scene} scene @param {Say} words */
export function headline(scene, words) {
  if (!scene.turn) return '';
  const { turn } = scene;
  if (scene.phase === 'over') return words('board.turns', { turn });
  const n = tilesOf(scene).length;
  return words(n === 1 ? 'board.headline_one' : 'board.headline', { turn, n });
}

/** Return the die's result, for the signs of a review. @param {string} text */
export function luckSign(text) {
  const found = /[1-6]/.exec(text);
  return found ? { roll: Number(found[0]) } : {};
}

/** Return the result of the viewer's die. @param {Scene} scene */
export const reveal = scene =>
  scene.phase === 'move' && scene.perspective === scene.seat ? scene.roll : null;

/**
 * Return the explanation of a tile, the start, the goal or a pile.
 * @param {string} what
 * @param {Scene} scene
 * @param {Say} words
 */
export function about(what, scene, words) {
  const [kind, face] = what.split(':');
  const values = { face, animal: kind === 'animal' ? words(`animal_names.${face}`) : '' };
  return { title: words(`card.${kind}_title`, values), text: words(`card.${kind}`, values) };
}
