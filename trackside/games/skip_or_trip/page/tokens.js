// The tokens of the primes: each form has its own number of corners, so that hue is never needed.
import { el, f, g, num } from '/static/ui/pieces.js';

/** @import { Words } from '/static/types' */

// A token has as many corners as its prime, and bulging sides like a coin; from 11 on that is a round badge.
/** @param {number} n @param {number} r @param {number} side */
function bulge(n, r, side) {
  const corners = Array.from({ length: n + 1 }, (_, i) => {
    const a = (((i * 360) / n - 90) * Math.PI) / 180;
    return `${f(r * Math.cos(a))} ${f(r * Math.sin(a))}`;
  });
  return `M${corners[0]}${corners
    .slice(1)
    .map(corner => `A${side} ${side} 0 0 1 ${corner}`)
    .join('')}Z`;
}
/** @type {{[prime: number]: string}} */
const FORMS = {
  2: 'M-10.6 0C-6.6 -10 6.6 -10 10.6 0 6.6 10 -6.6 10 -10.6 0Z',
  3: bulge(3, 11.2, 17),
  5: bulge(5, 10.4, 15),
  7: bulge(7, 10, 14),
};
/** @type {{[prime: number]: number}} */
const LOWER = { 3: 0.9, 5: 0.3, 7: 0.2 };

/**
 * Draw the token of a prime, centred on (x, y), about 20 across at scale 1.
 * @param {number} prime
 * @param {number} x
 * @param {number} y
 * @param {number} [k]
 */
export function token(prime, x, y, k = 1) {
  const family = prime < 10 ? prime : Math.floor(prime / 10) * 10;
  return g(
    {
      class: `token prime-${family}`,
      transform: `translate(${f(x)} ${f(y + (prime === 3 ? 1.2 * k : 0))}) scale(${f(k)})`,
    },
    FORMS[prime] ? el('path', { d: FORMS[prime] }) : el('circle', { r: 9.9 }),
    num(prime, 0, LOWER[prime] ?? 0, prime < 10 ? 10 : 9.8, '', prime < 10 ? 2.7 : 2.5),
  );
}

/**
 * Draw tokens in centred rows, the first row at y.
 * @param {number[]} primes
 * @param {number} x
 * @param {number} y
 * @param {number} k
 * @param {number} perRow
 */
export function tokens(primes, x, y, k, perRow) {
  return primes.map((prime, i) => {
    const row = Math.floor(i / perRow),
      inRow = Math.min(perRow, primes.length - row * perRow);
    return token(prime, x + ((i % perRow) - (inRow - 1) / 2) * 21 * k, y + row * 20 * k, k);
  });
}

/** Draw a token for a line of text. @param {number} prime @param {Words} words @param {number} [size] */
export const symbol = (prime, words, size = 26) =>
  el(
    'svg',
    {
      class: 'token-icon',
      viewBox: '-11 -11 22 22',
      width: size,
      height: size,
      role: 'img',
      'aria-label': words('board.symbol', { symbol: prime }),
    },
    token(prime, 0, 0),
  );

/** Return the symbols of a square. @param {string} squares @param {number} square */
export const symbolsOf = (squares, square) =>
  square < 2 || square > 99 ? [] : squares.split(' ')[square - 2].split('.').map(Number);
