// The layers above the track: the turns since the viewer's, and the effect of the selected move.
import { el, f, g, pawn, pill, pillWidth } from '/static/ui/pieces.js';
import { takerMark, tile } from './pieces.js';
import { START, isCamp, isThere, stepOf, tilesOf } from './scene.js';
import { moved, placeOf, slotAt, slotOf } from './spaces.js';
import { beside, between, standing, waiting } from './track.js';

/**
 * @import { Offer, Scene, Take, Walk } from './api'
 * @import { Trail } from './scene.js'
 * @import { Pawn } from './spaces.js'
 * @import { Lay } from './track.js'
 */

const BEAD = 31,
  BESIDE_CAMP = 36,
  STEM = [24, 37],
  PIN = 50,
  PIN_APART = 34;

/** Return the origins of a trail's turns that are still on the track. @param {Scene} scene @param {Trail[]} trail */
export const originsOf = (scene, trail) =>
  new Set(
    walksOf(trail).flatMap(walk =>
      isThere(scene, walk.from) && !isCamp(scene, walk.from) ? [walk.from] : [],
    ),
  );

/** @param {Trail[]} trail */
const walksOf = trail => trail.flatMap(turn => turn.effects.filter(effect => effect.kind === 'walk'));

/**
 * Draw the newest turn in full, older ones faintly.
 * @param {Trail[]} trail
 * @param {(turn: Trail) => unknown[]} drawn
 */
const layers = (trail, drawn) =>
  trail.map((turn, i) =>
    g(
      {
        key: `${turn.turn}.${turn.seat}`,
        class: `last-layer${i < trail.length - 1 ? ' old' : ''}`,
        'aria-hidden': 'true',
      },
      ...drawn(turn),
    ),
  );

/**
 * Draw rings at the origins of turns, and a bead per step on the left of the road, the last one larger.
 * @param {Scene} scene
 * @param {Trail[]} trail
 * @param {Lay} lay
 */
export const steps = (scene, trail, lay) =>
  layers(trail, turn => {
    const colour = `p-${scene.seats[turn.seat]?.colour}`;
    return walksOf([turn]).flatMap(walk => [
      ring(scene, walk, lay, colour),
      ...beads(scene, walk, lay, colour),
    ]);
  });

/** @param {Scene} scene @param {Walk} walk @param {Lay} lay @param {string} colour */
function ring(scene, walk, lay, colour) {
  if (!isThere(scene, walk.from)) return null;
  const { x, y } = slotOf(scene, walk.from, lay),
    up = isCamp(scene, walk.from) ? -6 : 9;
  return g(
    { class: `last-from ${colour}`, transform: `translate(${f(x)} ${f(y - up)})` },
    el('ellipse', { class: 'case', rx: 14, ry: 5.6 }),
    el('ellipse', { class: 'core', rx: 14, ry: 5.6 }),
  );
}

/** @param {Scene} scene @param {Walk} walk @param {Lay} lay @param {string} colour */
function beads(scene, walk, lay, colour) {
  return walk.way
    .filter(place => isThere(scene, place))
    .map((place, i, all) => {
      const [x, y] = beside(slotOf(scene, place, lay), isCamp(scene, place) ? -BESIDE_CAMP : -BEAD),
        end = i === all.length - 1;
      return el('circle', {
        class: `bead ${colour}${end ? ' end' : ''}`,
        cx: f(x),
        cy: f(y),
        r: end ? 6 : 4,
      });
    });
}

/**
 * Draw a pin for every tile taken, on a stem to the seam where it was.
 * @param {Scene} scene
 * @param {Trail[]} trail
 * @param {Lay} lay
 */
export function pins(scene, trail, lay) {
  /** @type {Map<number, number>} */
  const used = new Map();
  return layers(trail, turn =>
    turn.effects
      .filter(effect => effect.kind === 'take')
      .map(take => {
        const step = stepOf(scene, take.place),
          k = used.get(step) ?? 0;
        used.set(step, k + 1);
        return pin(take, step, k, scene.seats[turn.seat]?.colour, lay);
      }),
  );
}

/**
 * @param {Take} take
 * @param {number} step
 * @param {number} k the number of pins already there
 * @param {string} colour
 * @param {Lay} lay
 */
function pin(take, step, k, colour, lay) {
  const seam = between(slotAt(step - 1, lay), slotAt(step, lay));
  const [a, b, at] = [...STEM, PIN].map(distance => beside(seam, distance));
  const along = beside({ ...seam, heading: seam.heading - 90 }, PIN_APART * k);
  const [x, y] = [at[0] + along[0] - seam.x, at[1] + along[1] - seam.y];
  const what = { kind: take.tile, face: take.face, animal: take.animal };
  return g(
    { class: `pin p-${colour}` },
    k === 0 && el('path', { class: 'pin-stem', d: `M${a.map(f).join(' ')}L${b.map(f).join(' ')}` }),
    k === 0 && el('circle', { class: 'seam', cx: f(a[0]), cy: f(a[1]), r: 2.6 }),
    g(
      { transform: `translate(${f(x)} ${f(y)}) scale(.56)` },
      el('rect', { class: 'pin-back', x: -28, y: -28, width: 56, height: 59, rx: 13 }),
      tile(what),
    ),
    takerMark(colour, x + 14, y - 13, 7.4),
  );
}

/**
 * Draw the way of the selected move: hops along the right side of the road, so that they never cross it.
 * @param {Scene} scene
 * @param {Offer} aim
 * @param {Lay} lay
 */
export function way(scene, aim, lay) {
  const from = stepOf(scene, aim.from ?? START),
    to = stepOf(scene, aim.to ?? START);
  /** @param {number} step */
  const aside = step =>
    beside(slotAt(step, lay), step === 0 || step > tilesOf(scene).length ? BESIDE_CAMP + 2 : 33);
  const hops = Array.from({ length: to - from }, (_, i) => {
    const [p, q] = [slotAt(from + i, lay), slotAt(from + i + 1, lay)];
    const [[px, py], [qx, qy]] = [beside(p, 44), beside(q, 44)];
    const top = [(px + qx) / 2, (py + qy) / 2];
    const [a, b] = [aside(from + i), aside(from + i + 1)];
    return `M${a.map(f).join(' ')}Q${top.map(f).join(' ')} ${b.map(f).join(' ')}`;
  });
  const [x, y] = aside(to);
  return g(
    { key: 'way', class: 'way' },
    el('path', { class: 'hop', d: hops.join('') }),
    el('circle', { class: 'step', cx: f(x), cy: f(y), r: 4 }),
  );
}

/**
 * Draw the pawn as it would stand after the move.
 * @param {Scene} scene
 * @param {Offer} aim
 * @param {Lay} lay
 * @param {Pawn[]} pawns
 */
export function ghost(scene, aim, lay, pawns) {
  const place = aim.to ?? START,
    slot = slotOf(scene, place, lay),
    here = pawns.filter(one => one.place === place).length;
  const at = isCamp(scene, place)
    ? waiting(here + 1)[here]
    : here
      ? { x: 16, y: -6, k: 0.9 }
      : standing(1)[0];
  return g(
    {
      key: 'ghost',
      class: 'ghost',
      style: { transform: moved({ x: slot.x + at.x, y: slot.y + at.y, k: at.k }) },
    },
    pawn(scene.seats[scene.seat].colour, 0, 0),
  );
}

const INK = 40; // distance of a made move from the middle of the road, on its left

/**
 * Draw the way of a move that was made: an ink line along the left side of the road, with a head at its end.
 * @param {Scene} scene
 * @param {Offer} made
 * @param {Lay} lay
 */
export function madeWay(scene, made, lay) {
  const from = stepOf(scene, made.from ?? START),
    to = stepOf(scene, made.to ?? START),
    end = slotAt(to, lay),
    [x, y] = beside(end, isCamp(scene, made.to ?? START) ? -33 : -27);
  const along = Array.from({ length: to - from + 1 }, (_, i) => beside(slotAt(from + i, lay), -INK));
  const points = [beside(slotAt(from, lay), -29), ...along, beside(end, -33)];
  return g(
    { key: 'made', class: 'made-way', 'aria-hidden': 'true' },
    el('path', { class: 'rv-made-line', d: `M${points.map(one => one.map(f).join(' ')).join('L')}` }),
    g(
      { transform: `translate(${f(x)} ${f(y)}) rotate(${f(end.heading)})` },
      el('path', { class: 'rv-made-head', d: 'M-6.5 -9H6.5L0 1Z' }),
    ),
  );
}

/** The minimum widths of a board on the page at which its words are legible. */
const ROOM = { wide: 600, tall: 370 };

/**
 * Move a pill into the box.
 * @param {[number, number]} at
 * @param {number} w its width
 * @param {Lay} lay
 */
const within = ([x, y], w, lay) =>
  /** @type {[number, number]} */ ([
    Math.min(lay.width - w / 2 - 2, Math.max(w / 2 + 2, x)),
    Math.min(lay.height - 10, Math.max(10, y)),
  ]);

/**
 * Draw the texts next to the move made and the better one: words and chance, one on each side of the road.
 * @param {Scene} scene
 * @param {import('./scene.js').Comparison} compare
 * @param {Lay} lay
 */
export function pills(scene, { made, better }, lay) {
  const k = Math.max(1, lay.width / (lay.width > lay.height ? ROOM.wide : ROOM.tall));
  const shown = [
    { look: 'made', drawn: made, way: -1 },
    { look: 'better', drawn: better, way: 1 },
  ].flatMap(({ look, drawn, way }) => {
    const offer = drawn?.offers[0],
      place = placeOf(offer);
    if (!drawn || !offer || place === undefined) return [];
    const last = stepOf(scene, place),
      first = offer.from === undefined || way > 0 ? last : stepOf(scene, offer.from);
    const slot = slotAt(Math.floor((first + last) / 2), lay);
    const width = k * pillWidth(drawn.says);
    return [{ look, says: drawn.says, width, at: within(beside(slot, way * 56), width, lay) }];
  });
  const [a, b] = shown;
  const near =
    a && b && Math.abs(a.at[0] - b.at[0]) < (a.width + b.width) / 2 && Math.abs(a.at[1] - b.at[1]) < 20 * k;
  if (near) b.at = within([b.at[0], b.at[1] + (b.at[1] > a.at[1] ? 22 : -22)], b.width, lay);
  return shown.map(({ look, says, at: [x, y] }) => pill(look, says, x, y, k));
}
