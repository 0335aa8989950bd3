// The layers above the ribbon: the others' moves since mine, and the effect of a chosen move.
import { el, f, g, meeple, pill, pillWidth } from '/static/ui/pieces.js';
import { footprint, place, size, spots, way } from './track.js';
import { block } from './ribbon.js';

/**
 * @import { Offer, Scene } from './api'
 * @import { Turn } from './board.js'
 * @import { Plan, Point } from './track.js'
 */

/** @param {Point[]} points */
const line = points => points.map(([x, y], i) => `${i ? 'L' : 'M'}${f(x)} ${f(y)}`).join('');

/**
 * Draw a way as beads, one per step, the last one larger.
 * @param {Point[]} points
 * @param {string} colour
 * @param {boolean} fell
 */
const beads = (points, colour, fell) =>
  points.slice(1).map(([x, y], i, all) => {
    const end = i === all.length - 1;
    return el('circle', {
      class: `bead p-${colour} ${fell ? 'fell' : ''} ${end ? 'end' : ''}`,
      cx: f(x),
      cy: f(y),
      r: end ? 4.8 : fell ? 2.5 : 3,
    });
  });

/** @param {Plan} plan @param {number} square @param {string} colour */
function ring(plan, square, colour) {
  const { x, y, rx, ry } = footprint(plan, square),
    at = { cx: f(x), cy: f(y), rx, ry };
  return [
    el('ellipse', { class: 'from-case', ...at }),
    el('ellipse', { class: `from-core p-${colour}`, ...at }),
  ];
}

/** Draw one turn: who was tripped where and fell how far, and the origin and way of the move. */
/** @param {{turn: Turn, scene: Scene, plan: Plan, old: boolean}} props */
function Past({ turn, scene, plan, old }) {
  const falls = turn.effects.filter(effect => effect.kind === 'fall'),
    walks = turn.effects.filter(effect => effect.kind === 'walk');
  return g(
    { class: old ? 'older' : '' },
    [...new Set(falls.map(fall => fall.from))].map(square => block(plan, square, 3, 'tripped-here')),
    falls.map(({ side, from, to }) => beads(way(plan, from, to, true), scene.colours[side], true)),
    walks.map(({ side, from, to }) => [
      ring(plan, from, scene.colours[side]),
      beads(way(plan, from, to, false), scene.colours[side], false),
    ]),
  );
}

/**
 * The turns since mine, the newest in full.
 * @param {{trail: Turn[], scene: Scene, plan: Plan, behind: boolean}} props
 */
export function LastMoves({ trail, scene, plan, behind }) {
  const moved = trail.filter(turn => turn.effects.some(({ kind }) => kind === 'fall' || kind === 'walk'));
  return g(
    { class: `last-layer${behind ? ' behind' : ''}`, 'aria-hidden': 'true' },
    moved.map((turn, i) => Past({ turn, scene, plan, old: i < moved.length - 1 })),
  );
}

/**
 * The ways of a chosen move: dotted green forward, dashed red back, a ghost at the end.
 * @param {{scene: Scene, offer?: Offer, plan: Plan}} props
 */
export function Preview({ scene, offer, plan }) {
  const all = [
    { arcs: offer?.maybe, kind: 'back maybe' },
    { arcs: offer?.back, kind: 'back' },
    { arcs: offer?.on, kind: 'on' },
  ].flatMap(({ arcs = [], kind }) => arcs.map(arc => ({ arc, kind })));
  return g(
    { class: 'ways', 'aria-hidden': 'true' },
    all.map(({ arc: [side, from, to], kind }) => {
      const points = way(plan, from, to, kind !== 'on'),
        [x, y] = points[points.length - 1],
        [x0, y0] = points[points.length - 2] ?? [x, y];
      const turn = (Math.atan2(y - y0, x - x0) * 180) / Math.PI,
        taken = scene.meeples.flat().includes(to),
        [spot] = spots(plan, to, 1);
      return g(
        { key: `${side}-${from}-${to}` },
        g(
          { class: `ghost ${kind}` },
          meeple(
            scene.colours[side],
            spot.x + (taken ? 14 * plan.meeple : 0),
            spot.y - (taken ? 3 : 0),
            plan.meeple,
          ),
        ),
        el('path', { class: 'way-case', d: line(points) }),
        el('path', { class: `way ${kind}`, d: line(points) }),
        el('path', {
          class: `head ${kind}`,
          d: 'M-6 -4.5 3 0 -6 4.5Z',
          transform: `translate(${f(x)} ${f(y)}) rotate(${f(turn)})`,
        }),
      );
    }),
  );
}

/**
 * The ways of a move that was made: solid ink forward, red dashes back.
 * @param {{scene: Scene, offer: Offer, plan: Plan}} props
 */
export function Made({ offer, plan }) {
  const all = [
    ...(offer.back ?? []).map(arc => ({ arc, kind: 'back' })),
    ...(offer.on ?? []).map(arc => ({ arc, kind: 'made' })),
  ];
  return g(
    { class: 'ways made-ways', 'aria-hidden': 'true' },
    all.map(({ arc: [side, from, to], kind }) => {
      const points = way(plan, from, to, true),
        [x, y] = points[points.length - 1],
        [x0, y0] = points[points.length - 2] ?? [x, y],
        turn = (Math.atan2(y - y0, x - x0) * 180) / Math.PI;
      return g(
        { key: `${kind}-${side}-${from}-${to}` },
        el('path', { class: 'way-case', d: line(points) }),
        el('path', { class: `way ${kind}`, d: line(points) }),
        el('path', {
          class: `head ${kind}`,
          d: 'M-6 -4.5 3 0 -6 4.5Z',
          transform: `translate(${f(x)} ${f(y)}) rotate(${f(turn)})`,
        }),
      );
    }),
  );
}

/** Return the square that a move concerns. @param {Offer|undefined} offer */
const squareOf = offer => offer?.square ?? offer?.on?.[0]?.[2];

/**
 * Return the texts next to the move made and the better one: words and chance.
 * @param {Scene} scene
 * @param {import('./board.js').Comparison} compare
 * @param {Plan} plan
 * @param {number} [k] their scale
 */
export function pills(scene, { made, better }, plan, k = 1.1) {
  const box = size(plan),
    inside = (/** @type {number} */ y) => Math.min(box.height + 8, Math.max(10 * k, y));
  return [
    { look: 'made', drawn: made, up: -1 },
    { look: 'better', drawn: better, up: 1 },
  ].flatMap(({ look, drawn, up }) => {
    const square = squareOf(drawn?.offers[0]);
    if (!drawn || square === undefined) return [];
    const { x, y } = place(plan, square),
      half = (pillWidth(drawn.says) * k) / 2;
    const at = Math.min(box.width - half, Math.max(half, x));
    return [pill(look, drawn.says, at, inside(y + up * (plan.h / 2 + 2)), k)];
  });
}
