// The tiles: numbers, cacti, six animals, and plus tiles face down.
import { drawn, el, f, g, num, shape } from '/static/ui/pieces.js';
import { TILE } from './track.js';

/** @typedef {{kind: string, face: number, animal?: string}} Face a number, a cactus with its number, or an animal */

/** @type {{[face: number]: string}} */
const TINT = { 1: 'low', 2: 'low', 3: '36', 6: '36', 4: '45', 5: '45' };

// Six animals in a box of 24, drawn in one ink.
/** @type {{[name: string]: string}} */
const ANIMALS = {
  tortoise:
    '<path class="ink" d="M16.6 15.4C18.6 15.6 19.4 13.4 20.6 12.4 21.8 11.6 23 12.6 22.6 13.8 22.2 ' +
    '15.2 20.2 16.2 17 16.2M6 16.4 5 19.2M15 16.4 16 19.2M2.8 16 1.2 16.8"/>' +
    '<path class="solid" d="M2.2 16.8C2.4 10.8 6.2 7.4 10.6 7.4S18.4 10.8 18.6 16.8Z"/>' +
    '<path class="cut" d="M7.4 8.8 6.4 12.6 8 16M13.6 8.8 14.6 12.6 13 16M6.4 12.6H14.6"/>',
  fox:
    '<path class="solid" d="M3.4 4.2 8.6 7.4Q12 6.4 15.4 7.4L20.6 4.2 20.2 12.2Q17.6 17.6 12 20.4 ' +
    '6.4 17.6 3.8 12.2Z"/><path class="cut" d="M7.4 11.6 9.4 12.8M16.6 11.6 14.6 12.8M10.8 ' +
    '17.6H13.2"/>',
  hare:
    '<path class="solid" d="M9.4 10.2C6.8 7 6.4 2.4 8.2 2 10 1.8 11.2 5.6 11.6 9H12.4C12.8 5.6 14 ' +
    '1.8 15.8 2 17.6 2.4 17.2 7 14.6 10.2 17.4 11.4 18.6 13.6 18.4 16 18.2 19.4 15.4 21.4 12 ' +
    '21.4S5.8 19.4 5.6 16C5.4 13.6 6.6 11.4 9.4 10.2Z"/>' +
    '<path class="cut" d="M9.3 14.4V15.2M14.7 14.4V15.2M12 17V18.6"/>',
  owl:
    '<path class="solid" d="M5 4Q8.6 6 12 6T19 4Q20.2 8 19.6 13 18.8 20.6 12 21.4 5.2 20.6 4.4 13 ' +
    '3.8 8 5 4Z"/><circle class="eye" cx="8.7" cy="11" r="3"/>' +
    '<circle class="eye" cx="15.3" cy="11" r="3"/><circle class="solid" cx="8.7" cy="11" r="1.2"/>' +
    '<circle class="solid" cx="15.3" cy="11" r="1.2"/><path class="cut" d="M12 13 11.4 15H12.6Z"/>',
  snake:
    '<path class="ink wide" d="M3.6 19.4H14.6C18 19.4 19.6 17.8 19.6 15.8 19.6 13.6 18 12.4 15.4 ' +
    '12.4H9.4C6.8 12.4 5 11 5 8.8S6.8 5 9.4 5H14"/>' +
    '<path class="solid" d="M13 2.6C16.6 2.2 19 3.6 19 5.2S16.6 8 13 7.4Z"/>' +
    '<path class="ink" d="M19 5.2H21.8"/>',
  beetle:
    '<path class="solid" d="M12 8.4C16 8.4 17.8 11.2 17.8 14.6 17.8 18.4 15.4 21.2 12 21.2S6.2 18.4 ' +
    '6.2 14.6C6.2 11.2 8 8.4 12 8.4Z"/><path class="solid" d="M8.6 7.4C8.8 5 10.2 3.8 12 3.8S15.2 5 ' +
    '15.4 7.4Z"/><path class="cut" d="M12 9V21"/>' +
    '<path class="ink" d="M6.2 12 3 10M6 15.6H2.6M7 18.6 4.2 21M17.8 12 21 10M18 15.6H21.4M17 18.6 ' +
    '19.8 21M10 4 8.4 1.8M14 4 15.6 1.8"/>',
};
const CACTUS =
  'M-4.6 21V4.4C-11 4.4 -15.4 2 -15.4 -4V-8.6C-15.4 -13.4 -8.4 -13.4 -8.4 -8.6V-5C-8.4 -3.4 -7 ' +
  '-2.4 -4.6 -2.4V-15C-4.6 -21.6 4.6 -21.6 4.6 -15V.6C7 .6 8.4 -.4 8.4 -2V-6.6C8.4 -11.4 15.4 ' +
  '-11.4 15.4 -6.6V-1C15.4 5 11 7.4 4.6 7.4V21Z';

/**
 * Draw a tile centred on the origin; with a pawn on its back edge, its symbol moves down.
 * @param {Face} what
 * @param {number} [turn]
 * @param {boolean} [occupied]
 */
export function tile(what, turn = 0, occupied = false) {
  const kind = what.kind === 'number' ? `t-${TINT[what.face]}` : what.kind,
    half = TILE / 2;
  return g(
    { class: `tile ${kind}` },
    g(
      { class: 'lie', style: { transform: `rotate(${f(turn)}deg)` } },
      el('rect', { class: 'tile-edge', x: -half, y: -half + 3.4, width: TILE, height: TILE, rx: 9 }),
      el('rect', { class: 'tile-face', x: -half, y: -half, width: TILE, height: TILE, rx: 9 }),
      el('rect', {
        class: 'tile-frame',
        x: -half + 3.6,
        y: -half + 3.6,
        width: TILE - 7.2,
        height: TILE - 7.2,
        rx: 6,
      }),
    ),
    sign(what, occupied),
  );
}

/** @param {Face} what @param {boolean} occupied */
function sign(what, occupied) {
  if (what.kind === 'animal') {
    return drawn(
      {
        class: 'creature',
        transform: occupied ? 'translate(-10.8 -4) scale(.9)' : 'translate(-16.8 -16.6) scale(1.4)',
      },
      ANIMALS[what.animal ?? 'fox'],
    );
  }
  if (what.kind === 'cactus') {
    const y = occupied ? 8 : 4;
    return g(
      {},
      el('path', { class: 'cactus', d: CACTUS }),
      el('circle', { class: 'cactus-disc', cx: 0, cy: y, r: 10.6 }),
      num(what.face, 0, y, 11.5, 'print', 2.7),
    );
  }
  return occupied ? num(what.face, 0, 8.6, 15.5, 'print', 2.8) : num(what.face, 0, 0, 22, 'print', 2.5);
}

/** Draw a single tile, for rows and lists. @param {Face} what @param {string} [size] */
export const tilePicture = (what, size = '') =>
  el(
    'svg',
    { class: `tile-svg ${size}`.trim(), viewBox: '-25 -25 50 54', 'aria-hidden': 'true' },
    tile(what),
  );

/** Draw a pile of tiles face down; more than six look like six. @param {number} n */
export function plusPile(n) {
  const shown = Math.min(n, 6);
  return el(
    'svg',
    { class: 'stack', viewBox: '-27 -29 54 58', 'aria-hidden': 'true' },
    ...Array.from({ length: shown }, (_, i) =>
      g(
        { key: i, transform: `translate(${f(-2 + i * 1.2)} ${f(4 - i * 2.6)})` },
        el('rect', { class: 'tile-edge', x: -19, y: -15.5, width: 38, height: 38, rx: 8 }),
        el('rect', { class: 'tile-back', x: -19, y: -19, width: 38, height: 38, rx: 8 }),
        el('path', { class: 'tile-plus', d: 'M-7 0H7M0 -7V7' }),
      ),
    ),
  );
}

/**
 * Draw the mark of the player who took a tile: the shape of a colour on its wood.
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export const takerMark = (colour, x, y, r) =>
  g(
    { class: 'taker', transform: `translate(${f(x)} ${f(y)})` },
    el('circle', { r, class: 'wood' }),
    el('path', { class: 'inlay', d: shape(colour, r * 0.54) }),
  );

/** Draw a cactus the size of a letter. */
export const smallCactus = () =>
  el(
    'svg',
    { class: 'small-cactus', viewBox: '-18 -22 36 44', 'aria-hidden': 'true' },
    el('path', { class: 'cactus', d: CACTUS }),
  );
