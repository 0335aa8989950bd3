// A small but readable sheet: numbers without motifs, with the last round's line in the seat's colour.
import { el, f, g, num } from '/static/ui/pieces.js';
import { RADIUS } from './geometry.js';
import { BOX, hexagon, middle, move, through } from './sheet.js';

/**
 * @import { Scene, Seat } from './api'
 * @import { Field, Part } from './geometry.js'
 */

const STATION = 24; // the radius of a number

/** @param {Seat} seat @param {number} index @param {Field} field @param {boolean} numerals */
function station(seat, index, field, numerals) {
  const got = seat.reached[field[4]],
    edge = STATION - 1;
  return g(
    {
      class: `station ${got === 'shared' ? 'full' : (got ?? '')}`,
      transform: move(middle(field)),
      'data-key': `number-${index}-${field[4]}`,
    },
    el('circle', { r: STATION }),
    got === 'half' && el('path', { class: 'half-fill', d: `M${-edge} 0A${edge} ${edge} 0 0 0 ${edge} 0Z` }),
    numerals && num(field[4], 0, 0, STATION, '', 2.9),
  );
}

/** Draw a field that was not reached. @param {Field} field */
function gap(field) {
  const [x, y] = middle(field);
  return el('path', { class: 'gap', d: `M${f(x - 7)} ${f(y - 7)}l14 14m0 -14l-14 14` });
}

/**
 * @param {object} props
 * @param {Scene} props.scene
 * @param {number} props.index the owner's seat
 * @param {Part|null} [props.part] what was drawn in the last round
 * @param {boolean} [props.crossed] true if unreached fields are crossed out
 * @param {boolean} [props.numerals]
 * @param {boolean} [props.keyed] true if the last round's line grows here
 */
export function Small({ scene, index, part = null, crossed = false, numerals = true, keyed = false }) {
  const { fields } = scene,
    seat = scene.seats[index],
    on = new Set(seat.line),
    d = through(seat.line.map(i => middle(fields[i]))),
    now = part ? through(part.path.map(i => middle(fields[i]))) : '';
  const key = (/** @type {string} */ name) => (keyed ? `${name}-${index}` : undefined);
  return el(
    'svg',
    { class: `sheet mini p-${seat.colour}`, viewBox: BOX, 'aria-hidden': 'true' },
    ...fields.map((field, i) =>
      el('path', {
        class: `hex h-${field[3]}${on.has(i) ? ' visited' : ''}`,
        d: hexagon(middle(field), RADIUS - 0.6),
      }),
    ),
    el('path', { class: 'line-case', d }),
    el('path', { class: 'line-ink', d }),
    now && el('path', { class: 'round-case', d: now, 'data-key': key('case') }),
    now && el('path', { class: 'round-core', d: now, 'data-key': key('line') }),
    seat.start === null
      ? null
      : el('path', { class: 'mini-start', d: hexagon(middle(fields[seat.start]), RADIUS * 0.5) }),
    ...(crossed ? fields.filter((field, i) => !on.has(i) && !field[4]).map(gap) : []),
    ...fields.filter(field => field[4]).map(field => station(seat, index, field, numerals)),
  );
}
