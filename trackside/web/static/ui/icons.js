// Small icons for buttons.
import { el } from './pieces.js';

/** Lines are stroked, shapes are filled. @type {{[name: string]: {lines?: string, shapes?: string}}} */
const ICONS = {
  sound: {
    shapes: 'M3 7.5H6.5L11 3.5V16.5L6.5 12.5H3Z',
    lines: 'M13.5 7C15 8.6 15 11.4 13.5 13M15.8 4.6C18.6 7.6 18.6 12.4 15.8 15.4',
  },
  silence: { shapes: 'M3 7.5H6.5L11 3.5V16.5L6.5 12.5H3Z', lines: 'M14 7.5 19 12.5M19 7.5 14 12.5' },
  close: { lines: 'M5 5 15 15M15 5 5 15' },
  bulb: {
    lines:
      'M7.5 15H12.5M8.5 17.5H11.5M7 12.5C5.6 11.4 4.8 9.8 4.8 8 4.8 5 7.2 2.8 10 2.8S15.2 5 15.2 8C15.2 9.8 14.4 ' +
      '11.4 13 12.5Z',
  },
  undo: { lines: 'M7.5 3.5 3.5 7.5 7.5 11.5M3.5 7.5H12A4.5 4.5 0 0 1 12 16.5H7' },
  share: { lines: 'M10 12V3M6.5 6 10 2.6 13.5 6M4.5 9.5V16.5H15.5V9.5' },
  first: { lines: 'M5 4V16', shapes: 'M16 4 8 10 16 16Z' },
  back: { lines: 'M12.5 4 6.5 10 12.5 16' },
  forward: { lines: 'M7.5 4 13.5 10 7.5 16' },
  last: { lines: 'M15 4V16', shapes: 'M4 4 12 10 4 16Z' },
  play: { shapes: 'M6 3.5 15.5 10 6 16.5Z' },
  pause: { lines: 'M7 4.5V15.5M13 4.5V15.5' },
};

/** @param {string} name */
export function icon(name) {
  const { lines, shapes } = ICONS[name];
  return el(
    'svg',
    { class: 'icon', viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' },
    shapes && el('path', { class: 'filled', d: shapes }),
    lines && el('path', { d: lines }),
  );
}
