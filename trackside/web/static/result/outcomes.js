// The wording of results of finished games, from the reader's side.
import { joinNames, signed } from '../app/words.js';

/**
 * @import { TableRow } from '../api'
 * @import { Words } from '../types'
 */

/**
 * Return one seat for each side: the first, mine before the others, then by points.
 * @param {TableRow} row
 */
function parties({ scores, seats, sides }) {
  const mine = new Set(seats.filter(seat => seat.mine).map(seat => sides[seat.seat]));
  const own = mine.size === 1 ? [...mine][0] : null;
  return sides
    .map((side, seat) => ({ side, score: scores?.[seat] ?? 0 }))
    .filter(({ side }, seat) => sides.indexOf(side) === seat)
    .sort((a, b) => Number(b.side === own) - Number(a.side === own) || b.score - a.score);
}

/**
 * Return my result: the margin of my win, or my place. Partners win together.
 * @param {TableRow} row
 * @param {Words} words
 */
export function outcome(row, words) {
  const { scores, winners, seats, sides } = row;
  const mine = seats.filter(seat => seat.mine).map(seat => seat.seat);
  if (!scores || !winners) return words('games.unfinished');
  if (seats.length === 1) return words('games.solo');
  if (mine.length !== 1) return (row.says ?? '').replace(/\.$/, ''); // part of a line, not a sentence
  const [own, ...others] = parties(row);
  const ahead = own.score - Math.max(...others.map(one => one.score));
  if (!winners.includes(mine[0])) {
    const better = others.filter(one => one.score > own.score).length;
    return words(`games.place_${Math.max(2, 1 + better)}`);
  }
  if (winners.some(seat => sides[seat] !== own.side)) return words('games.shared');
  return ahead > 0 ? words('games.won_by', { n: ahead }) : words('games.won');
}

/**
 * Return the points, mine first; in other people's games, the highest first.
 * @param {TableRow} row
 * @param {Words} words
 */
export function scoreText(row, words) {
  if (!row.scores) return '';
  const [first, ...others] = parties(row).map(one => signed(one.score));
  return others.length ? words('games.score', { mine: first, others: joinNames(others, words) }) : first;
}
