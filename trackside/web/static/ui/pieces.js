// Pieces shared by all games: numerals, player shapes, pawns, meeples. Data in, SVG nodes out; no rules here.
import { h } from '../vendor/view.js';

/** @typedef {{[name: string]: unknown}} Attributes */

/**
 * Return an SVG node; attributes without a value are omitted.
 * @param {string} tag
 * @param {Attributes} [attrs]
 * @param {...unknown} inner
 */
export const el = (tag, attrs = {}, ...inner) => h(tag, attrs, ...inner);

/** Return a group. @param {Attributes} attrs @param {...unknown} inner */
export const g = (attrs, ...inner) => h('g', attrs, ...inner);

/** Return a group with a drawing given as an SVG string. @param {Attributes} attrs @param {string} text */
export const drawn = (attrs, text) => h('g', { ...attrs, dangerouslySetInnerHTML: { __html: text } });

/** Round to two decimals. @param {number} x */
export const f = x => +x.toFixed(2);

// Trackside's own numerals: one stroke each, in a box 8 wide and 14 high, so that every machine draws the same tile.
/** @type {{[digit: string]: string}} */
export const DIGITS = {
  0: 'M4 0C6.7 0 8 2.6 8 7S6.7 14 4 14 0 11.4 0 7 1.3 0 4 0Z',
  1: 'M.4 3 4 0V14',
  2: 'M.3 3.7C.5 1.4 2 0 4 0 6.2 0 7.6 1.5 7.6 3.6 7.6 6.8 3.6 9.4.3 14H8',
  3:
    'M.4 2.6C1 1 2.3 0 4 0 6.1 0 7.5 1.4 7.5 3.3 7.5 5.3 6 6.6 3.6 6.6 6.2 6.6 8 8 8 10.2 8 12.5 6.3 ' +
    '14 4 14 2 14.1.5 13 0 11.2',
  4: 'M6 14V0L0 9.9H8.2',
  5: 'M7.3 0H1.5L.8 6.3C1.7 5.6 2.8 5.2 4 5.2 6.4 5.2 8 7 8 9.5 8 12.2 6.3 14 3.9 14 1.9 14 .6 13 0 11.5',
  6:
    'M6.9.9C6.2.3 5.4 0 4.5 0 1.6 0 0 3.4 0 8.2 0 12 1.6 14 4 14 6.3 14 8 12.2 8 9.6 8 7.1 6.4 5.4 ' +
    '4.2 5.4 1.9 5.4.2 7.1 0 9.4',
  7: 'M0 0H8L2.7 14',
  8:
    'M4 6.5C2 6.5.6 5.2.6 3.3S2 0 4 0 7.4 1.4 7.4 3.3 6 6.5 4 6.5ZM4 6.5C1.6 6.5 0 8 0 10.2S1.6 14 4 ' +
    '14 8 12.4 8 10.2 6.4 6.5 4 6.5Z',
  9:
    'M1.1 13.1C1.8 13.7 2.6 14 3.5 14 6.4 14 8 10.6 8 5.8 8 2 6.4 0 4 0 1.7 0 0 1.8 0 4.4 0 6.9 1.6 ' +
    '8.6 3.8 8.6 6.1 8.6 7.8 6.9 8 4.6',
};
/** @param {string} d */
const WIDTH = d => (d === '1' ? 4.6 : 8);

/**
 * Draw a number centred on (x, y), with the given height of its strokes. Colour: currentColor.
 * @param {number|string} n
 * @param {number} x
 * @param {number} y
 * @param {number} high
 * @param {string} [cls]
 * @param {number} [weight]
 */
export function num(n, x, y, high, cls = '', weight = 2.4) {
  const k = high / 14,
    gap = weight + 1.3,
    ds = [...String(n)];
  const total = ds.reduce((w, d) => w + WIDTH(d), 0) + gap * (ds.length - 1);
  let at = -total / 2;
  const parts = ds.map(d => {
    const one = el('path', { d: DIGITS[d], transform: `translate(${f(at)} -7)` });
    at += WIDTH(d) + gap;
    return one;
  });
  return g(
    {
      class: `num ${cls}`.trim(),
      transform: `translate(${f(x)} ${f(y)}) scale(${f(k)})`,
      'stroke-width': weight,
    },
    ...parts,
  );
}

/** @param {number} n @param {number} r @param {number} [turn] @returns {[number, number][]} */
const ring = (n, r, turn = -90) =>
  Array.from({ length: n }, (_, i) => {
    const a = ((turn + (i * 360) / n) * Math.PI) / 180;
    return [r * Math.cos(a), r * Math.sin(a)];
  });
/** @param {number[][]} pts */
const poly = pts => 'M' + pts.map(p => p.map(f).join(' ')).join('L') + 'Z';

/** @param {number} r */
const circle = r => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;

/** Return the shape that accompanies a player's colour, about r in radius. @param {string} colour @param {number} r */
export function shape(colour, r) {
  switch (colour) {
    case 'red':
      return circle(f(r * 0.86));
    case 'blue':
      return poly(
        [
          [-0.78, -0.78],
          [0.78, -0.78],
          [0.78, 0.78],
          [-0.78, 0.78],
        ].map(p => p.map(v => v * r)),
      );
    case 'green':
      return poly(ring(3, r * 1.12).map(([x, y]) => [x, y + r * 0.16]));
    case 'purple':
      return poly(
        [
          [0, -1.16],
          [0.76, 0],
          [0, 1.16],
          [-0.76, 0],
        ].map(p => p.map(v => v * r)),
      );
    case 'yellow': {
      const out = ring(5, r * 1.16),
        inn = ring(5, r * 0.52, -54);
      return poly(out.flatMap((p, i) => [p, inn[i]]));
    }
    default: {
      const a = 0.34 * r,
        b = r;
      return poly([
        [-a, -b],
        [a, -b],
        [a, -a],
        [b, -a],
        [b, a],
        [a, a],
        [a, b],
        [-a, b],
        [-a, a],
        [-b, a],
        [-b, -a],
        [-a, -a],
      ]);
    }
  }
}

/** Draw a flat round badge, for lists, logs and scores. @param {string} colour @param {number} [size] */
export const badge = (colour, size = 22) =>
  el(
    'svg',
    {
      class: `badge p-${colour}`,
      viewBox: '-12 -12 24 24',
      width: size,
      height: size,
      'aria-hidden': 'true',
    },
    el('circle', { r: 11, class: 'wood' }),
    el('path', { d: shape(colour, 5.6), class: 'inlay' }),
  );

/**
 * Draw a turned wooden pawn standing on (x, y); 38 high, 24 wide at scale 1.
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} [k]
 * @param {string} [cls]
 */
export function pawn(colour, x, y, k = 1, cls = '') {
  return g(
    { class: `pawn p-${colour} ${cls}`.trim(), transform: `translate(${f(x)} ${f(y)}) scale(${k})` },
    el('ellipse', { class: 'ground-shadow', cx: 2, cy: 0, rx: 14, ry: 4.6 }),
    el('path', {
      class: 'wood',
      d:
        'M-12 -1.5C-12 -5 -9.6 -6.4 -7.4 -9.4 -5.6 -12 -5 -15 -4.7 -18H4.7C5 -15 5.6 -12 7.4 -9.4 9.6 ' +
        '-6.4 12 -5 12 -1.5 12 2.6 -12 2.6 -12 -1.5Z',
    }),
    el('path', {
      class: 'shade',
      d:
        'M12 -1.5C12 -5 9.6 -6.4 7.4 -9.4 5.6 -12 5 -15 4.7 -18H1.6C2 -14 3 -11 4.6 -8.6 6.8 -5.4 6.6 -1 ' +
        '4 1.4 8.6 1.2 12 .2 12 -1.5Z',
    }),
    el('circle', { class: 'wood', cx: 0, cy: -25.4, r: 9.6 }),
    el('path', { class: 'shine', d: 'M-6.6 -29.2A7.7 7.7 0 0 1 -1.2 -33' }),
    el('path', { class: 'inlay', d: shape(colour, 4.9), transform: 'translate(0 -25.2)' }),
  );
}

/**
 * Draw a meeple standing on (x, y); 34 high, 32 wide at scale 1.
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} [k]
 * @param {string} [cls]
 */
export function meeple(colour, x, y, k = 1, cls = '') {
  return g(
    { class: `pawn p-${colour} ${cls}`.trim(), transform: `translate(${f(x)} ${f(y)}) scale(${k})` },
    el('ellipse', { class: 'ground-shadow', cx: 2, cy: 0, rx: 15, ry: 3.6 }),
    el('path', {
      class: 'wood',
      d:
        'M0 -35C4 -35 6.6 -32.4 6.6 -28.8 6.6 -27.2 6.2 -26 5.4 -24.8 9.6 -23.6 16 -20.4 16 -17 16 -14.6 ' +
        '13 -14.2 10.2 -14.2 10.6 -10 13.4 -5.4 13.4 -2.4 13.4 -.6 12.6 .4 10.8 .4H4.6C2.8 .4 2.6 -.6 2 ' +
        '-2.2L0 -6.4 -2 -2.2C-2.6 -.6 -2.8 .4 -4.6 .4H-10.8C-12.6 .4 -13.4 -.6 -13.4 -2.4 -13.4 -5.4 ' +
        '-10.6 -10 -10.2 -14.2 -13 -14.2 -16 -14.6 -16 -17 -16 -20.4 -9.6 -23.6 -5.4 -24.8 -6.2 -26 -6.6 ' +
        '-27.2 -6.6 -28.8 -6.6 -32.4 -4 -35 0 -35Z',
    }),
    el('path', { class: 'shine', d: 'M-4.4 -29.4C-4.4 -31.4 -3 -32.8 -1 -33' }),
    el('path', { class: 'inlay', d: shape(colour, 5), transform: 'translate(0 -15.4)' }),
  );
}

/**
 * Draw the die, showing n; 44 square at scale 1, centred on (x, y).
 * @param {number} n
 * @param {number} x
 * @param {number} y
 * @param {number} [k]
 */
export function die(n, x, y, k = 1) {
  /** @type {{[n: number]: number[][]}} */
  const P = {
    1: [[0, 0]],
    2: [
      [-1, -1],
      [1, 1],
    ],
    3: [
      [-1, -1],
      [0, 0],
      [1, 1],
    ],
    4: [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ],
    5: [
      [-1, -1],
      [1, -1],
      [0, 0],
      [-1, 1],
      [1, 1],
    ],
    6: [
      [-1, -1],
      [1, -1],
      [-1, 0],
      [1, 0],
      [-1, 1],
      [1, 1],
    ],
  };
  return g(
    { class: 'die', transform: `translate(${x} ${y}) scale(${k})` },
    el('rect', { class: 'die-edge', x: -22, y: -18, width: 44, height: 44, rx: 10 }),
    el('rect', { class: 'die-face', x: -22, y: -22, width: 44, height: 44, rx: 10 }),
    ...P[n].map(([a, b]) => el('circle', { class: 'pip', cx: a * 11, cy: b * 11, r: 4.3 })),
  );
}

/**
 * Draw words.
 * @param {string} s
 * @param {number} x
 * @param {number} y
 * @param {string} [cls]
 * @param {string} [anchor]
 */
export const text = (s, x, y, cls = '', anchor = 'middle') =>
  el('text', { x: f(x), y: f(y), class: cls, 'text-anchor': anchor }, s);

/** Return the width of a pill with a text. @param {string} s */
export const pillWidth = s => 13 + s.length * 6.6;

/**
 * Draw words that are legible over anything: the value of a move.
 * @param {string} look `made` or `better`
 * @param {string} s
 * @param {number} x
 * @param {number} y
 * @param {number} [k] its size
 */
export const pill = (look, s, x, y, k = 1) =>
  g(
    { key: `pill-${look}`, class: `rv-pill ${look}`, transform: `translate(${f(x)} ${f(y)}) scale(${f(k)})` },
    el('rect', { x: f(-pillWidth(s) / 2), y: -10, width: f(pillWidth(s)), height: 19, rx: 9 }),
    text(s, 0, 4),
  );
