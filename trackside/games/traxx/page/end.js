// The end of a game of Träxx: all sheets at one size, and each player's points by number.
import { el, num } from '/static/ui/pieces.js';
import { html } from '/static/vendor/view.js';
import { signed } from '/static/app/words.js';
import { ranking } from './geometry.js';
import { Portrait, called } from './others.js';
import { says } from './sheet.js';
import { Small } from './small.js';

/**
 * @import { Scene, Seat } from './api'
 * @import { Part } from './geometry.js'
 * @import { Result, SeatCard } from '/static/api'
 * @import { Words } from '/static/types'
 */

/**
 * All sheets at one size, each with its sum.
 * @param {{scene: Scene, seats: SeatCard[], words: Words, order: {index: number, place: number}[], crossed?: boolean,
 *   parts?: {[seat: number]: Part}}} props
 */
export function Spread({ scene, seats, words, order, crossed = false, parts = {} }) {
  const places = crossed && order.length > 1;
  return html`<div class="tx-table">
    <ul class=${`papers n${order.length}`}>
      ${order.map(({ index, place }) => {
        const { points, noted, line, colour } = scene.seats[index];
        const who = called(seats[index], colour, words);
        return html`<li key=${index} class="other">
          <div class="small-paper" role="img" aria-label=${says(scene, index, words, who)}>
            <${Small} scene=${scene} index=${index} part=${parts[index] ?? null} crossed=${crossed} keyed />
          </div>
          <div class="other-text">
            <${Portrait} seats=${seats} scene=${scene} index=${index} size=${38} />
            <b class="paper-name">${who}</b>
            <span class="big-total">${signed(points)}</span>
            <span class="quiet">${words('board.for_numbers', { points: noted })}</span>
            <span class="quiet">
              ${words('board.fields', { reached: line.length, fields: scene.fields.length })}
            </span>
            ${places && html`<span class="quiet">${words(`place.${place}`)}</span>`}
          </div>
        </li>`;
      })}
    </ul>
  </div>`;
}

/** The table of a finished game. @param {{scene: Scene, seats: SeatCard[], words: Words}} props */
export const Outcome = ({ scene, seats, words }) =>
  html`<${Spread} scene=${scene} seats=${seats} words=${words} order=${ranking(scene)} crossed />`;

/** The points for a number, as a disc. @param {{value: string, seat: Seat, words: Words}} props */
function Cell({ value, seat, words }) {
  const state = seat.reached[value],
    points = seat.brought[value];
  if (!state)
    return html`<td><span aria-hidden="true">·</span><span class="hidden-text">${words('board.missed')}</span></td>`;
  const full = state !== 'half';
  return html`<td>
    ${el(
      'svg',
      {
        class: 'dot9',
        viewBox: '-16 -16 32 32',
        role: 'img',
        'aria-label': `${points}, ${words(`board.${state}`)}`,
      },
      el('circle', { class: full ? 'disc full' : 'disc', r: 14 }),
      full ? null : el('path', { class: 'disc-half', d: 'M-14 0A14 14 0 0 0 14 0Z' }),
      num(points, 0, 0, 13, full ? 'on' : 'off', 2.5),
    )}
  </td>`;
}

/** The table of players and numbers. @param {{scene: Scene, seats: SeatCard[], result: Result, words: Words}} props */
export function Account({ scene, seats, result, words }) {
  const values = scene.fields
    .map(field => field[4])
    .filter(value => value)
    .sort((a, b) => a - b)
    .map(String);
  const order = ranking(scene);
  return html`<table class="grid9">
    <thead>
      <tr>
        <th><span class="hidden-text">${words('board.player')}</span></th>
        ${values.map(value => html`<th key=${value} scope="col">${value}</th>`)}
        <th scope="col">${words('account.numbers')}</th>
        <th scope="col">${words('account.missed')}</th>
        <th scope="col">${words('account.total')}</th>
      </tr>
    </thead>
    <tbody>
      ${order.map(({ index, place }) => {
        const seat = scene.seats[index];
        return html`<tr key=${index} class=${place === 1 && order.length > 1 ? 'win' : undefined}>
          <th scope="row">
            <span class="grid-who"
              ><${Portrait} seats=${seats} scene=${scene} index=${index} size=${22} /><span class="grid-name"
                >${called(seats[index], seat.colour, words)}</span
              ></span
            >
          </th>
          ${values.map(value => html`<${Cell} key=${value} value=${value} seat=${seat} words=${words} />`)}
          <td>${seat.noted}</td>
          <td class="neg">${signed(seat.line.length - scene.fields.length)}</td>
          <td class="total">${signed(seat.points)}</td>
        </tr>`;
      })}
    </tbody>
  </table>
  ${result.notes.map((note, i) => html`<p key=${i} class="quiet account-note">${note}</p>`)}`;
}
