// The explanations of squares, cards and the deck on hover.
import { listed } from './names.js';
import { symbolsOf } from './tokens.js';

/**
 * @import { Scene } from './api'
 * @import { Words } from '/static/types'
 */

const FEW = 8;

/** Return the squares that have all these symbols. @param {string} squares @param {number[]} symbols */
export function squaresWith(squares, symbols) {
  return Array.from({ length: 98 }, (_, i) => i + 2).filter(square => {
    const rest = symbolsOf(squares, square);
    return symbols.every(prime => {
      const at = rest.indexOf(prime);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
  });
}

/** @param {number} square @param {Scene} scene @param {Words} words */
function aboutSquare(square, scene, words) {
  const symbols = symbolsOf(scene.squares, square),
    title = words('hover.square', { square });
  if (!symbols.length) return { title, text: words(`hover.plain_${square}`) };
  const key = symbols.length === 1 ? 'hover.prime' : 'hover.symbols';
  return { title, text: words(key, { square, symbols: listed(symbols, words) }) };
}

/** @param {number} number @param {number[]} symbols @param {Scene} scene @param {Words} words */
function aboutCard(number, symbols, scene, words) {
  if (!symbols.length)
    return { title: words('board.card_back', { number }), text: words('hover.back', { number }) };
  const squares = squaresWith(scene.squares, symbols),
    few = squares.length <= FEW;
  const title = words(symbols.length === 1 ? 'hover.card_one' : 'hover.card', {
    number,
    symbols: listed(symbols, words),
  });
  const trips = words(few ? 'hover.trips_few' : 'hover.trips_many', {
    n: squares.length,
    squares: listed(squares, words),
  });
  return { title, text: `${words.count('hover.skip', number)} ${trips}` };
}

/**
 * @param {string} asked the value of `data-about` @param {Scene} scene @param {Words} words
 * @returns {{title: string, text: string}|null}
 */
export function about(asked, scene, words) {
  const [kind, first, symbols] = asked.split('-');
  if (kind === 'square') return aboutSquare(Number(first), scene, words);
  if (kind === 'card')
    return aboutCard(Number(first), symbols ? symbols.split('.').map(Number) : [], scene, words);
  if (kind === 'deck')
    return {
      title: words('board.deck', { n: scene.deck }),
      text: words('hover.deck', { number: scene.top }),
    };
  return null;
}
