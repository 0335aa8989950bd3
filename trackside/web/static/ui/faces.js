// The faces of players: a family of animals for each bot level, with a scarf in the colour and shape of the seat; the
// initial of a person's name; a badge for me.
import { badge, drawn, el, g, shape } from './pieces.js';
import { html, useState } from '../vendor/view.js';

/**
 * @typedef {object} Face
 * @property {string} back class of the background
 * @property {string} chest colour below the neck
 * @property {string} behind SVG behind the head
 * @property {string} front SVG of the head
 * @typedef {{kind: string, level: string|null, name: string, colour: string, mine: boolean}} Sitter
 */

/** Return a half together with its mirror image. @param {string} half */
const both = half => `${half}<g transform="scale(-1 1)">${half}</g>`;

/** @param {string} d */
const line = d => `<path class="l" d="${d}"/>`;

/** @param {string} d */
const feather = d => `<path class="l" stroke="#ecdcbf" d="${d}"/>`;

/** @param {string} colour @param {string} d */
const patch = (colour, d) => `<path fill="${colour}" d="${d}"/>`;

/** Return a filled path with an outline. @param {string} colour @param {string} d */
const inked = (colour, d) => `<path class="i" fill="${colour}" d="${d}"/>`;

/** @param {string} colour @param {number} x @param {number} y @param {number} r @param {string} [look] */
const disc = (colour, x, y, r, look = '') =>
  `<circle ${look && `class="${look}"`} cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;

const INK = '#22272d';

/** @type {Face} */
const HARE = {
  back: 'b-rose',
  chest: '#ecd0a2',
  behind: both(
    inked('#dfae6c', 'M5 -8C3 -20 7 -29 13 -29 20 -29 22 -17 14 -5Z') +
      patch('#f3c7b0', 'M8.6 -10C7.6 -18 10 -24.6 13.4 -24.6 17 -24.6 17.4 -16 13 -8.6Z'),
  ),
  front:
    inked(
      '#dfae6c',
      'M0 -12C10.5 -12 16.5 -5.5 16.5 1.6 16.5 9.8 9.6 15 0 15S-16.5 9.8 -16.5 1.6C-16.5 -5.5 -10.5 -12 0 -12Z',
    ) +
    patch(
      '#fbeedb',
      'M0 2.4C6.6 2.4 9.6 5.6 9.6 8.6 9.6 12.2 5.4 14.2 0 14.2S-9.6 12.2 -9.6 8.6C-9.6 5.6 -6.6 2.4 0 2.4Z',
    ) +
    both(
      disc(INK, 7.6, -1.6, 4.1) +
        disc('#fff', 6.3, -3.1, 1.4) +
        '<path class="h" d="M8.6 8.2 17.6 6.4M8.6 10.2 17 11.4"/>',
    ) +
    patch('#c05f55', 'M-2.6 4.8H2.6L0 7.8Z') +
    line('M0 7.8V9.6M-3.4 10.4C-2.2 11.8 -.4 11.4 0 9.6 .4 11.4 2.2 11.8 3.4 10.4'),
};

/** @type {Face} */
const TORTOISE = {
  back: 'b-sage',
  chest: '#9fae72',
  behind:
    inked('#b5824a', 'M-29 34C-30 4 -16 -11 0 -11S30 4 29 34Z') +
    line('M-26 14 -15 8 -10 -7M26 14 15 8 10 -7M-15 8 -17 30M15 8 17 30'),
  front:
    inked(
      '#aebb80',
      'M0 -21C9.5 -21 14 -14.5 14 -6 14 4 9.6 12.4 0 12.4S-14 4 -14 -6C-14 -14.5 -9.5 -21 0 -21Z',
    ) +
    patch('#dbe1b6', 'M-10.4 3.6C-6.6 0 6.6 0 10.4 3.6 8.4 9.4 5 11.6 0 11.6S-8.4 9.4 -10.4 3.6Z') +
    both(
      disc('#fffdf6', 6.8, -6.4, 4.2, 'i') +
        disc(INK, 6.4, -5.4, 2) +
        inked('#8c9b5e', 'M2.2 -7C3 -11.6 10.6 -11.6 11.4 -7Z') +
        line('M1.6 -1.4V-.8'),
    ) +
    line('M-8 5C-4 7.4 4 7.4 8 5M-3.4 -16.6C-1.4 -17.6 1.4 -17.6 3.4 -16.6'),
};

/** @type {Face} */
const FOX = {
  back: 'b-straw',
  chest: '#fbeedb',
  behind: both(
    inked('#d67a38', 'M3.4 -9 13.6 -29C20.6 -22 21.6 -9 17 -1Z') +
      patch('#f6d9bb', 'M8.4 -9.6 14 -22.4C17.6 -17 17.6 -9.6 15.4 -4.6Z'),
  ),
  front:
    inked(
      '#d67a38',
      'M0 -12.5C6 -12.5 12 -11 18.5 -3.5 17.5 4.5 9 11 3.4 16.2 1.6 17.8 -1.6 17.8 -3.4 16.2 -9 11 -17.5 4.5 ' +
        '-18.5 -3.5 -12 -11 -6 -12.5 0 -12.5Z',
    ) +
    both(
      patch(
        '#fbeedb',
        'M17.2 -2.6C11 -2.6 4.4 1.6 2.4 9.6L.8 16.6C1.8 17 2.6 16.6 3.4 15.8 8.6 11 16 5 17.2 -2.6Z',
      ) +
        patch(INK, 'M4.6 -.4C5.4 -4 9.4 -5.4 12.2 -4.2 11.4 -.6 7.6 1 4.6 -.4Z') +
        disc('#fff', 7.7, -2.7, 0.95),
    ) +
    patch(INK, 'M-3.2 12.2C-3.2 10.2 3.2 10.2 3.2 12.2 3.2 14.2 1.2 15.6 0 15.6S-3.2 14.2 -3.2 12.2Z'),
};

/** @type {Face} */
const OWL = {
  back: 'b-dusk',
  chest: '#8a6d50',
  behind: '',
  front:
    inked(
      '#6f5440',
      'M-18.5 -25.5C-13 -21.5 -6 -20 0 -20S13 -21.5 18.5 -25.5C21.5 -16 21 -6 19.6 2 17.8 12 10 17 0 17S-17.8 ' +
        '12 -19.6 2C-21 -6 -21.5 -16 -18.5 -25.5Z',
    ) +
    both(
      disc('#ecdcbf', 8.6, -4.4, 9.4, 'i') +
        disc('#f0a92a', 8.6, -4.4, 5.8, 'i') +
        disc(INK, 8.6, -4.4, 3.1) +
        disc('#fff', 7.3, -5.8, 1.1) +
        feather('M6 10.8C6.8 12 8 12 8.8 10.8M11.4 8.4C12 9.4 13.2 9.4 13.8 8.4M2 14C2.4 14.8 3.4 14.8 4 14'),
    ) +
    inked('#d9a441', 'M-3.2 1C-1.6 -.4 1.6 -.4 3.2 1 2.6 5 1.2 7.4 0 8.6 -1.2 7.4 -2.6 5 -3.2 1Z') +
    feather('M-3 -16.4C-2.2 -15.2 -.8 -15.2 0 -16.4 .8 -15.2 2.2 -15.2 3 -16.4'),
};

/** @type {Face} */
const BIGHORN = {
  back: 'b-stone',
  chest: '#7f6b5c',
  behind: both(
    inked(
      '#c9ac78',
      'M2.4 -20C10 -26.5 22.5 -25.5 26.5 -15.5 30 -6.5 26.5 4.5 18 7.5 12.5 9.4 8.6 5.4 10.6 1.4 12 -1.4 15.2 -1 ' +
        '16.2 -3.2 18 -7.2 13.6 -11.4 3 -10Z',
    ) + line('M12 -23.6 10.6 -11.4M21 -20.8 15.6 -10M27.4 -11 17.2 -5.6M25.4 0 16 -2.2'),
  ),
  front:
    inked(
      '#8f7a69',
      'M0 -19C7 -19 10.5 -14.5 10.5 -8.5 10.5 -2 8.6 3 7.8 8.6 7.2 13 4.6 17.4 0 17.4S-7.2 13 -7.8 8.6C-8.6 3 ' +
        '-10.5 -2 -10.5 -8.5 -10.5 -14.5 -7 -19 0 -19Z',
    ) +
    patch(
      '#ece2d2',
      'M0 5.4C4 5.4 6.6 7.6 6.4 10.6 6 14 3.6 16.6 0 16.6S-6 14 -6.4 10.6C-6.6 7.6 -4 5.4 0 5.4Z',
    ) +
    both(
      inked('#8f7a69', 'M9.6 -7.4C13 -8.6 16 -7.6 17 -5.6 14.6 -3.6 11.6 -3.4 9.4 -4.6Z') +
        '<ellipse class="i" cx="5.6" cy="-5.8" rx="3.3" ry="2.9" fill="#f0c25a"/>' +
        `<rect x="3.9" y="-6.7" width="3.5" height="1.9" rx=".9" fill="${INK}"/>` +
        line('M2.6 -10C4.2 -11 7.2 -10.8 8.8 -9.4M1.8 9.4 3 10.6'),
    ) +
    line('M0 10.8V13M-3.2 13.4C-1.6 14.6 1.6 14.6 3.2 13.4'),
};

/** The animal of each level. @type {{[level: string]: Face}} */
const FACES = { novice: HARE, club: TORTOISE, expert: FOX, master: OWL, grandmaster: BIGHORN };

const TEACHER = 'master';
const SMALL = 34; // pixels below which the shape on a scarf is slightly larger

/** @param {string} colour @param {number} size */
const frame = (colour, size) => ({
  class: `face p-${colour}`,
  viewBox: '-32 -32 64 64',
  width: size,
  height: size,
  'aria-hidden': 'true',
});

const RING = el('circle', { r: 30, class: 'medal-ring' });
const SCARF = 'M-25 14.5C-13 21 13 21 25 14.5L28 23C17 36 -17 36 -28 23Z';

let drawings = 0;

/**
 * A bot: its animal's face in a medallion, with the scarf of its seat, or a plain one.
 * @param {{level: string, colour?: string|null, size?: number}} props
 */
export function BotFace({ level, colour = null, size = 40 }) {
  const [id] = useState(() => `face-${(drawings += 1)}`); // unique: a hidden drawing cannot clip another one
  const { back, chest, behind, front } = FACES[level] ?? FACES[TEACHER];
  const body = inked(chest, 'M-25 34C-24 20 -13 13 0 13S24 20 25 34Z');
  const inlay = {
    class: 'inlay',
    d: shape(colour ?? '', size < SMALL ? 5.2 : 4.6),
    transform: 'translate(0 25)',
  };
  return el(
    'svg',
    frame(colour ?? 'none', size),
    el('clipPath', { id }, el('circle', { r: 29.8 })),
    el('circle', { r: 30, class: `medal ${back}` }),
    g(
      { 'clip-path': `url(#${id})` },
      drawn({ transform: 'translate(0 2)' }, behind + body + front),
      el('path', { class: 'scarf', d: SCARF }),
      colour && el('path', inlay),
    ),
    RING,
  );
}

/** The owl without a scarf, as the teacher. @param {{size?: number}} props */
export const TeacherFace = ({ size = 40 }) => html`<${BotFace} level=${TEACHER} size=${size} />`;

/**
 * A person: the initial of the name over the colour and shape of the seat.
 * @param {{name: string, colour: string, size?: number}} props
 */
export const PersonFace = ({ name, colour, size = 40 }) =>
  el(
    'svg',
    frame(colour, size),
    el('circle', { r: 30, class: 'medal b-none' }),
    el('path', { class: 'scarf', d: 'M-29.2 6.5A30 30 0 0 0 29.2 6.5C18 1 -18 1 -29.2 6.5Z' }),
    el('path', { class: 'inlay', d: shape(colour, 6.4), transform: 'translate(0 16)' }),
    el('text', { class: 'initial', y: -4, 'text-anchor': 'middle' }, [...name][0].toLocaleUpperCase()),
    RING,
  );

/** Return true if a seat has an animal's face. @param {Sitter} seat */
const hasFamily = seat => seat.kind === 'bot' && seat.level !== null && seat.level in FACES;

/**
 * The face of a seat, next to its name. A seat without a name has its badge, as has my own.
 * @param {{seat: Sitter, size?: number}} props
 */
export function Face({ seat, size = 40 }) {
  if (hasFamily(seat)) return html`<${BotFace} level=${seat.level} colour=${seat.colour} size=${size} />`;
  if (seat.name && !(seat.mine && seat.kind === 'person'))
    return html`<${PersonFace} name=${seat.name} colour=${seat.colour} size=${size} />`;
  return badge(seat.colour, size);
}

/**
 * The faces of a table in a row, next to the names.
 * @param {{seats: Sitter[], words: import('../types').Words, size?: number}} props
 */
export const Faces = ({ seats, words, size = 28 }) =>
  html`<span class="who">
    ${seats.map((seat, i) =>
      seat.kind === 'open'
        ? html`<span key=${i} class="free" title=${words('seat.open')}></span>`
        : html`<${Face} key=${i} seat=${seat} size=${size} />`,
    )}
  </span>`;
