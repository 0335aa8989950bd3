// A Träxx sheet: fields, line, numbers, ends; large enough to draw on.
import { drawn, el, f, g, num } from '/static/ui/pieces.js';
import { RADIUS, centre, corners, half, steps } from './geometry.js';

/**
 * @import { End, Offer, Scene, Seat } from './api'
 * @import { Field, Point, Words } from './geometry.js'
 */

const WIDTH = 9 * Math.sqrt(3) * RADIUS + 12,
  HEIGHT = 14 * RADIUS + 12;
export const BOX = `${f(-WIDTH / 2)} ${f(-HEIGHT / 2)} ${f(WIDTH)} ${f(HEIGHT)}`;

// One motif per colour, in a box of -10..10: sun, wave, leaf, flame, stones, grapes.
/** @type {{[colour: string]: string}} */
const MOTIF = {
  yellow:
    '<circle r="3.6" class="fill"/><path class="draw" d="M0 -6.2V-9M0 6.2V9M6.2 0H9M-6.2 0H-9M4.4 ' +
    '-4.4 6.4 -6.4M-4.4 -4.4 -6.4 -6.4M4.4 4.4 6.4 6.4M-4.4 4.4 -6.4 6.4"/>',
  blue:
    '<path class="draw" d="M-9 -4.6C-6 -8 -3 -8 0 -4.6S6 -1.4 9 -4.6M-9 .6C-6 -2.8 -3 -2.8 0 .6S6 ' +
    '3.8 9 .6M-9 5.8C-6 2.4 -3 2.4 0 5.8S6 9 9 5.8"/>',
  green:
    '<path class="fill" d="M-7.4 7.6C-9.4 -2.6 -3.4 -8.6 8.4 -8.6 8.8 2.6 3.2 9.4 -6 6.4Z"/>' +
    '<path class="vein" d="M-8.4 9 4.4 -4.6M-2.2 2.6V-3.6M-2.2 2.6H4"/>',
  red:
    '<path class="fill" d="M.4 -9.4C2.4 -5 7.4 -2.6 7.4 2.8 7.4 7 4.2 9.2 0 9.2S-7.4 7 -7.4 2.8C-7.4 ' +
    '.2 -6 -1.6 -4.4 -3 -4 -1.2 -3.2 -.4 -2 0 -2.4 -3.6 -1.4 -7 .4 -9.4Z"/>' +
    '<path class="vein" d="M0 9.2C-2.4 8 -2.4 5 0 3 2.4 5 2.4 8 0 9.2Z"/>',
  grey:
    '<ellipse class="fill" cx="-4.2" cy="3.8" rx="4.6" ry="3.4"/>' +
    '<ellipse class="fill" cx="5.2" cy="4.6" rx="3.6" ry="2.8"/>' +
    '<ellipse class="fill" cx="1" cy="-4" rx="4" ry="2.8"/>',
  purple:
    '<circle class="ringed" cx="-4.4" cy="-2.4" r="3.1"/>' +
    '<circle class="ringed" cx="4.4" cy="-2.4" r="3.1"/>' +
    '<circle class="ringed" cx="0" cy="5" r="3.1"/><path class="draw" d="M0 -4V-9"/>',
};
/** The letters of the ends, in the style of the numerals. @type {{[end: string]: string}} */
const LETTER = {
  A: 'M0 14 4 0 8 14M1.6 9.6H6.4',
  B: 'M.8 0V14H4.3C6.6 14 8 12.6 8 10.4S6.6 6.8 4.3 6.8H.8M4 6.8C6 6.8 7.3 5.6 7.3 3.4S6 0 4 0H.8',
};

/** @param {Point[]} points */
const closed = points => `M${points.map(p => p.map(f).join(' ')).join('L')}Z`;
/** @param {Point} at @param {number} radius */
export const hexagon = (at, radius) => closed(corners(at, radius));
/** @param {Field} field */
export const middle = ([q, r]) => centre(q, r);
/** @param {Point} at @param {number} [k] */
export const move = ([x, y], k) => `translate(${f(x)} ${f(y)})${k ? ` scale(${f(k)})` : ''}`;
/** @param {string} colour @param {Point} at @param {number} k */
export const motif = (colour, at, k) =>
  drawn({ class: `motif m-${colour}`, transform: move(at, k) }, MOTIF[colour]);
/** @param {Point[]} points */
export const through = points => points.map((p, i) => (i ? 'L' : 'M') + p.map(f).join(' ')).join('');

/** Return the key of a field's explanation. @param {Field} field @param {boolean} [starts] */
const aboutField = (field, starts) => (field[4] ? `number-${field[4]}` : starts ? 'start' : undefined);

/** @param {Field} field @param {number} index @param {boolean} visited @param {boolean} starts */
function cell(field, index, visited, starts) {
  const [q, r, name, colour, number] = field,
    [x, y] = centre(q, r);
  const motifs = number
    ? [motif(colour, [x, y - RADIUS * 0.67], RADIUS / 74), motif(colour, [x, y + RADIUS * 0.67], RADIUS / 74)]
    : [motif(colour, [x, y], RADIUS / 23)];
  return g(
    {
      key: name,
      class: visited ? 'cell visited' : 'cell',
      'data-key': `field-${index}`,
      'data-about': aboutField(field, starts),
    },
    el('path', { class: `hex h-${colour}`, d: hexagon([x, y], RADIUS - 1.3) }),
    ...motifs,
  );
}

/**
 * Draw a field that may be entered; if both ends can enter it, each has a half.
 * @param {Scene} scene
 * @param {Offer} offer
 * @param {Offer[]} offers
 * @param {number|null} chosen
 * @param {number|null} best
 */
function target(scene, offer, offers, chosen, best) {
  const at = middle(scene.fields[offer.field ?? 0]),
    rival = offers.find(o => o.field === offer.field && o.move !== offer.move);
  const [from, other] = [offer, rival ?? offer].map(o => middle(scene.fields[o.from ?? 0]));
  /** @type {Point} */
  const way = [from[0] - other[0], from[1] - other[1]],
    far = (RADIUS * 0.4) / (Math.hypot(...way) || 1);
  /** @param {number} radius @param {number} gap */
  const area = (radius, gap) => closed(rival ? half(at, radius, way, gap) : corners(at, radius));
  const ring = area(RADIUS - 5, 8);
  return g(
    {
      key: `m${offer.move}`,
      class: ['target legal', rival && 'half', offer.move === chosen && 'on', offer.move === best && 'best']
        .filter(Boolean)
        .join(' '),
      role: 'button',
      tabindex: 0,
      'aria-label': offer.label,
      'data-move': offer.move,
      'data-about': aboutField(scene.fields[offer.field ?? 0]),
    },
    el('path', { class: 'hit', d: area(RADIUS, 0) }),
    el('path', { class: 'legal-hex', d: ring }),
    el('path', { class: 'legal-hex-in', d: ring }),
    rival && !offer.value
      ? g({ class: 'which' }, named(offer.end ?? '', at[0] + way[0] * far, at[1] + way[1] * far, 10))
      : null,
    el('path', { class: 'focus-hex', d: area(RADIUS + 1, 2) }),
  );
}

/** @param {Scene} scene @param {number} index @param {Offer|undefined} preview */
function line(scene, index, preview) {
  const seat = scene.seats[index];
  const parts = steps(seat).map(({ from, to, now }) => {
    // Drawn outwards, so that it grows in the direction of play.
    const way = seat.growing === 'A' && now ? [to, from] : [from, to];
    return { name: `${index}-${way[1]}`, now, d: through(way.map(i => middle(scene.fields[i]))) };
  });
  /** @param {string} cls @param {string} name @param {typeof parts} some */
  const layer = (cls, name, some) =>
    some.map(part =>
      el('path', {
        key: part.d,
        class: `${cls}${part.now ? ' now' : ''}`,
        d: part.d,
        'data-key': part.now ? `${name}-${part.name}` : undefined,
      }),
    );
  return g(
    { class: 'line' },
    g({}, ...layer('line-case', 'case', parts)),
    g({}, ...layer('line-ink', 'line', parts)),
    g({}, ...parts.filter(part => part.now).map(({ d }) => el('path', { key: d, class: 'line-now', d }))),
    preview &&
      el('path', {
        class: 'line-ghost',
        'data-preview': '',
        d: through([preview.from ?? 0, preview.field ?? 0].map(i => middle(scene.fields[i]))),
      }),
  );
}

/** @param {Scene} scene @param {number} index @param {Field} field @param {Offer|undefined} preview */
function station(scene, index, [q, r, , , number], preview) {
  const seat = scene.seats[index],
    at = centre(q, r),
    got = seat.reached[number],
    radius = RADIUS * 0.46,
    brings = preview?.value === number ? (preview.points ?? 0) : 0;
  const edge = f(radius - 1);
  return g(
    {
      key: `n${number}`,
      class: `station ${got === 'shared' ? 'full' : (got ?? '')}`,
      transform: move(at),
      'data-key': `number-${index}-${number}`,
    },
    el('circle', { r: f(radius) }),
    got === 'half' && el('path', { class: 'half-fill', d: `M${-edge} 0A${edge} ${edge} 0 0 0 ${edge} 0Z` }),
    num(number, 0, 0, RADIUS * 0.42, '', 2.7),
    brings
      ? g(
          { class: 'bringing', transform: `translate(0 ${-RADIUS * 0.92})` },
          el('rect', { x: -19, y: -11.5, width: 38, height: 23, rx: 11.5 }),
          el('path', { d: 'M-12 0H-3M-7.5 -4.5V4.5' }),
          num(brings, 7, 0, 12.5, '', 2.7),
        )
      : null,
  );
}

const POLE = f(-RADIUS * 0.14);
const POINT = `${f(RADIUS * 0.22)} ${f(-RADIUS * 0.1)}`;
const FLAG = `M${POLE} ${f(RADIUS * 0.26)}V${f(-RADIUS * 0.26)}L${POINT}L${POLE} ${f(RADIUS * 0.04)}`;

/** @param {Field} field */
const start = field =>
  g(
    { class: 'start', transform: move(middle(field)) },
    el('path', { d: hexagon([0, 0], RADIUS * 0.5) }),
    el('path', { class: 'start-flag', d: FLAG }),
  );

/** @param {string} letter @param {number} x @param {number} y @param {number} high */
const named = (letter, x, y, high) =>
  g(
    { class: 'num', transform: `translate(${f(x)} ${f(y)}) scale(${f(high / 14)})`, 'stroke-width': 2.6 },
    el('path', { d: LETTER[letter], transform: 'translate(-4 -7)' }),
  );

/**
 * Draw an end of a line: a ring, green with a dot if it may grow, with its letter in a picture or while either end may
 * grow.
 * @param {Scene} scene
 * @param {Seat} seat
 * @param {End} end
 * @param {boolean} active
 * @param {boolean} lettered
 */
function tip(scene, seat, { end, field }, active, lettered) {
  const free = !scene.fields[field][4] && field !== seat.start,
    ring = RADIUS * (free ? 0.54 : 0.62);
  const inside = lettered
    ? free
      ? named(end, 0, 0, RADIUS * 0.44)
      : g(
          { transform: `translate(${f(RADIUS * 0.56)} ${f(-RADIUS * 0.5)})` },
          el('circle', { class: 'tag', r: 9.5 }),
          named(end, 0, 0, 9.5),
        )
    : free && active && el('circle', { class: 'dot', r: f(RADIUS * 0.2) });
  return g(
    {
      key: end,
      class: `end${active ? ' active' : ''}${free && (active || lettered) ? ' free' : ''}`,
      transform: move(middle(scene.fields[field])),
    },
    el('circle', { class: 'end-case', r: f(ring) }),
    el('circle', { class: 'end-ring', r: f(ring) }),
    inside,
  );
}

/** @param {Scene} scene @param {number} index @returns {End[]} */
function endsOf(scene, index) {
  if (index === scene.perspective) return scene.ends;
  const path = scene.seats[index].line;
  return path.length
    ? [
        { end: 'A', field: path[0], may: false },
        { end: 'B', field: path[path.length - 1], may: false },
      ]
    : [];
}

/**
 * Return a description of a sheet in words.
 * @param {Scene} scene
 * @param {number} index
 * @param {Words} words
 * @param {string} who
 */
export function says(scene, index, words, who) {
  const { line: path, noted } = scene.seats[index];
  const values = { who, reached: path.length, fields: scene.fields.length, points: noted };
  if (!path.length) return words('board.blank');
  return words(index === scene.perspective ? 'board.mine' : 'board.sheet', values);
}

/**
 * @param {{scene: Scene, index: number, offers: Offer[], chosen: number|null, best?: number|null,
 *   pending?: Offer, words: Words,
 *   still: boolean, part?: string, pen?: {[handler: string]: unknown}}} props
 */
export function Sheet({ scene, index, offers, chosen, best = null, pending, words, still, part, pen = {} }) {
  const seat = scene.seats[index],
    on = new Set(seat.line),
    entries = offers.filter(o => o.kind === 'enter');
  const preview = pending ?? entries.find(o => o.move === chosen),
    numbered = scene.fields.filter(c => c[4]);
  const ends = endsOf(scene, index),
    [a, b] = ends,
    either = ends.filter(e => e.may).length > 1;
  const shown = a && a.field === b.field ? [a] : ends;
  const ordered = [...entries].sort((one, other) => (one.field ?? 0) - (other.field ?? 0));
  return el(
    'svg',
    {
      class: `board sheet${entries.length ? ' drawing' : ''}${preview ? ' previewing' : ''}`,
      viewBox: part ?? BOX,
      ...(still ? { 'aria-hidden': 'true' } : { role: 'group', 'aria-label': says(scene, index, words, '') }),
      ...pen,
    },
    g({ class: 'cells' }, ...scene.fields.map((field, i) => cell(field, i, on.has(i), i === seat.start))),
    g(
      { class: 'targets' },
      ...(entries.length
        ? ends
            .filter(e => e.may)
            .map(e =>
              el('path', {
                key: `g${e.end}`,
                class: 'grip',
                d: hexagon(middle(scene.fields[e.field]), RADIUS),
              }),
            )
        : []),
      ...ordered.map(o => target(scene, o, entries, chosen, best)),
    ),
    g(
      { class: 'inks' },
      line(scene, index, preview),
      seat.start === null ? null : start(scene.fields[seat.start]),
      ...numbered.map(field => station(scene, index, field, preview)),
      ...shown.map(e =>
        tip(scene, seat, e, e.may && !still && (!preview || preview.from === e.field), either || still),
      ),
    ),
  );
}
