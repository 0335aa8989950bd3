// The track of a scene: squares on a grid, the paths between them, and the pieces on them.
// `trackside/games/defaults/track.py` describes the data, and draws the same as text.
import { el, f, pawn } from '../ui/pieces.js';

/**
 * @import { Offer, Scene } from '../api'
 * @import { Words } from '../types'
 */

/** @typedef {{text?: string|number, at?: [number, number]}} Square */
/** @typedef {[x: number, y: number]} Point */

const STEP = 64; // from one square to the next
const HALF = 26; // half a square
const COLUMNS = 10; // squares in a row without places of their own
const PAWN = 0.8; // size of a piece

/**
 * Return the squares of a track.
 * @param {Scene['track']} track
 * @returns {Square[]}
 */
export const squaresOf = track =>
  Array.isArray(track.squares) ? track.squares : Array.from({ length: track.squares }, () => ({}));

/**
 * Return the middle of every square: its own place, or the next one of rows that run to and fro.
 * @param {Scene['track']} track
 * @returns {Point[]}
 */
export function placesOf(track) {
  const columns = track.columns ?? COLUMNS;
  return squaresOf(track).map(({ at }, number) => {
    const row = Math.floor(number / columns);
    const step = number % columns;
    const [x, y] = at ?? [row % 2 ? columns - 1 - step : step, row];
    return [x * STEP, y * STEP];
  });
}

/**
 * Return where the pieces on a square stand: side by side, closer the more there are.
 * @param {Point} middle
 * @param {number} n
 * @returns {Point[]}
 */
export function standing([x, y], n) {
  const gap = n > 1 ? Math.min(16, (2 * HALF - 14) / (n - 1)) : 0;
  return Array.from({ length: n }, (_, i) => [x + (i - (n - 1) / 2) * gap, y + 20]);
}

/**
 * Return the attributes of a square: an offer that leads there makes it a place to press.
 * @param {Offer[]} here @param {number|null} chosen @param {number|null} best
 */
function attributes(here, chosen, best) {
  const offer = here.find(one => one.move === chosen) ?? here[0];
  if (!offer) return { class: 'square' };
  const look = [offer.move === chosen && 'on', here.some(one => one.move === best) && 'best'];
  return {
    class: ['square', 'offered', ...look].filter(Boolean).join(' '),
    'data-move': offer.move,
    role: 'button',
    tabindex: 0,
    'aria-label': offer.label,
    'aria-pressed': String(offer.move === chosen),
  };
}

/**
 * @param {object} props
 * @param {Scene} props.scene @param {Offer[]} props.offers @param {number|null} props.chosen
 * @param {number|null} props.best @param {Words} props.words
 */
export function Track({ scene, offers, chosen, best, words }) {
  const { track } = scene;
  const squares = squaresOf(track);
  const places = placesOf(track);
  /** @type {number[][]} */
  const paths = track.paths ?? [squares.map((_, number) => number)];
  /** @type {{seat: number, square: number}[]} */
  const pieces = track.pieces ?? [];
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - STEP / 2, Math.min(...ys) - STEP / 2];
  const box = [left, top, Math.max(...xs) + STEP / 2 - left, Math.max(...ys) + STEP / 2 - top];
  return el(
    'svg',
    { class: 'track', viewBox: box.map(f).join(' '), role: 'group', 'aria-label': words('page.track') },
    paths.map((path, i) =>
      el('polyline', {
        key: `path ${i}`,
        class: 'track-path',
        points: path.map(n => places[n].join()).join(' '),
      }),
    ),
    squares.map(({ text = '' }, number) => {
      const [x, y] = places[number];
      const here = offers.filter(offer => offer.square === number);
      return el(
        'g',
        { key: `square ${number}`, 'data-key': `square-${number}`, ...attributes(here, chosen, best) },
        el('rect', { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 9 }),
        el('text', { x, y: y - 10, 'text-anchor': 'middle' }, String(text)),
      );
    }),
    places.flatMap((place, number) => {
      const here = pieces.filter(({ square }) => square === number);
      return standing(place, here.length).map(([x, y], i) => {
        const { colour = 'red' } = scene.seats[here[i].seat] ?? {};
        return el('g', { key: `piece ${number} ${i}`, class: 'track-piece' }, pawn(colour, x, y, PAWN));
      });
    }),
  );
}
