// The cards: black with a number, or a number above and symbols below.
import { el, num } from '/static/ui/pieces.js';
import { token, tokens } from './tokens.js';

/**
 * @import { Card } from './api'
 * @import { Words } from '/static/types'
 */

/** Return a card's description for screen readers. @param {Card} card @param {Words} words */
export const cardSays = ({ number, symbols }, words) =>
  symbols
    ? words('board.card', { number, symbols: symbols.join(', ') })
    : words('board.card_back', { number });

/** Return the key of a card's explanation. @param {Card} card */
export const cardAbout = ({ number, symbols }) => `card-${number}${symbols ? `-${symbols.join('.')}` : ''}`;

/**
 * A card on the table: the number on its black half, the symbols on its white half; without symbols it is all black.
 * @param {{card: Card, cls?: string, says?: string, words: Words}} props
 */
export function CardFace({ card, cls = '', says = '', words }) {
  const { number, symbols } = card;
  const whole = { x: 0, width: 70, height: 100, rx: 9 };
  return el(
    'svg',
    {
      class: `card ${symbols ? '' : 'back'} ${cls}`,
      viewBox: '-1 -1 72 104',
      role: 'img',
      'aria-label': says || cardSays(card, words),
    },
    el('rect', { ...whole, class: 'card-edge', y: 2.5 }),
    el('rect', { ...whole, class: symbols ? 'card-white' : 'card-black', y: 0 }),
    symbols
      ? [
          el('path', { class: 'card-black', d: 'M0 9A9 9 0 0 1 9 0H61A9 9 0 0 1 70 9V50C50 56 20 44 0 50Z' }),
          num(number, 35, 24.5, 25, 'onblack', 2.5),
          faceTokens(symbols),
        ]
      : [
          el('rect', { class: 'card-line', x: 5, y: 5, width: 60, height: 90, rx: 6 }),
          num(number, 35, 50, 32, 'onblack', 2.5),
        ],
  );
}

/** @param {number[]} symbols */
const faceTokens = symbols =>
  symbols.length > 2
    ? tokens(symbols, 35, 67, 0.92, 2)
    : tokens(symbols, 35, 76, symbols.length > 1 ? 1.12 : 1.3, 2);

const SIZES = [1.12, 0.94, 0.74];

/**
 * A card in the hand, 66 by 94: everything on it is in its left strip, so that overlapping hides nothing.
 * @param {{card: Card, half?: number, k?: number, words: Words}} props
 */
export function FanCard({ card, half = 16.5, k = 1, words }) {
  const { number, symbols = [] } = card;
  const whole = { x: 0, width: 66, height: 92, rx: 8 },
    scale = (SIZES[symbols.length - 1] ?? 1) * k;
  return el(
    'svg',
    { class: 'card fan-card', viewBox: '-1 -1 68 97', role: 'img', 'aria-label': cardSays(card, words) },
    el('rect', { ...whole, class: 'card-edge', y: 2.5 }),
    el('rect', { ...whole, class: 'card-white', y: 0 }),
    el('path', { class: 'card-black', d: 'M0 8A8 8 0 0 1 8 0H58A8 8 0 0 1 66 8V41C47 47 19 36 0 41Z' }),
    el('path', { class: 'card-track', d: 'M36 28C44 28 43 13 50 13S57 22 61 20' }),
    num(number, half, 20, 22, 'onblack', 2.7),
    symbols.map((prime, i) =>
      token(prime, half, 65.5 + (i - (symbols.length - 1) / 2) * 20.5 * scale, scale),
    ),
  );
}
