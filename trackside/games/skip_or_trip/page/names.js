// The names and faces of players; the reader is "you".
import { html } from '/static/vendor/view.js';
import { Face } from '/static/ui/faces.js';
import { badge } from '/static/ui/pieces.js';
import { nameOf } from '/static/app/words.js';

/**
 * @import { Scene } from './api'
 * @import { SeatCard } from '/static/api'
 * @import { Words } from '/static/types'
 */

/**
 * Return a seat's name for the beginning of a line.
 * @param {number} seat
 * @param {{scene: Scene, seats?: SeatCard[], words: Words}} props
 */
export function called(seat, { scene, seats, words }) {
  if (seat === scene.perspective) return words('board.you');
  return nameOf(seats?.[seat], words) || words(`seat.${scene.colours[seat]}`);
}

/**
 * Return the names of a colour's players: one, or the partners of a team.
 * @param {number} side
 * @param {{scene: Scene, seats?: SeatCard[], words: Words}} props
 */
export const calledSide = (side, props) =>
  listed(
    props.scene.sides.flatMap((other, seat) => (other === side ? called(seat, props) : [])),
    props.words,
  );

/** Join things into a list, with "and" before the last. @param {(string|number)[]} all @param {Words} words */
export const listed = (all, words) =>
  all.length < 2
    ? all.join('')
    : words('team', { first: all.slice(0, -1).join(', '), second: all[all.length - 1] });

/**
 * Return the faces of a colour's players, or its badge if there are no seats.
 * @param {number} side
 * @param {number} size
 * @param {{scene: Scene, seats?: SeatCard[]}} props
 */
export const faces = (side, size, { scene, seats }) =>
  scene.sides.flatMap((other, seat) => {
    if (other !== side) return [];
    const sitter = seats?.[seat];
    return sitter
      ? html`<${Face} key=${seat} seat=${sitter} size=${size} />`
      : badge(scene.colours[side], size);
  });
