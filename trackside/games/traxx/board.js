// Träxx on the page: the sheet one draws on, the card, the numbers. It draws what it is given and knows no rules.
import { badge, el, num } from '/static/kit.js';
import { h, useLayoutEffect, useRef } from '/static/vendor/view.js';
import { fieldAt, follow } from './geometry.js';
import { Mini, Sheet, hexagon, motif } from './sheet.js';

/** @typedef {import('./geometry.js').Mark} Mark */
/** @typedef {import('./geometry.js').Scene} Scene */
/** @typedef {import('./geometry.js').Offer} Offer */
/** @typedef {import('./geometry.js').Words} Words */
/**
 * @typedef {{scene: Scene, offers: Offer[], chosen: number|null, choose: (move: number|null) => void, play:
 *   (move: number) => void, words: Words, wide: boolean, still: boolean}} Props
 */
/**
 * @typedef {{round: number, tip: number, last: number, trail: number[], waiting: boolean, lift:
 *   AbortController}} Drag
 */

const PLAYERS = ['red', 'purple', 'yellow', 'blue'];

// The pen: press on an end or on a legal field and draw; each field is played as the finger enters it

/** @param {Props} props */
function usePen({ scene, offers, play }) {
  const drag = useRef(/** @type {Drag|null} */ (null));
  const advance = () => {
    const pen = drag.current;
    if (!pen || pen.waiting) return;
    if (pen.round !== scene.round) {
      drag.current = null;
      return;
    }
    const { offer, rest } = follow(pen.trail, offers, pen.tip);
    pen.trail = rest;
    if (!offer) {
      if (pen.lift.signal.aborted) drag.current = null;
      return;
    }
    pen.tip = offer.field ?? pen.tip;
    pen.waiting = true;
    play(offer.move);
  };
  useLayoutEffect(() => {
    const pen = drag.current;
    if (!pen?.waiting || !offers.length) return; // the step is still on its way
    if (!offers.some(o => o.from === pen.tip)) {
      drag.current = null;
      return;
    } // it was refused, or the card is used up
    pen.waiting = false;
    advance();
  }, [offers]);
  /** @param {PointerEvent} event */
  const under = event => {
    const sheet = /** @type {SVGSVGElement} */ (event.currentTarget),
      matrix = sheet.getScreenCTM();
    if (!matrix) return -1;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return fieldAt(scene.fields, x, y);
  };
  return {
    /** @param {PointerEvent} event */
    onPointerDown(event) {
      drag.current?.lift.abort();
      drag.current = null;
      if (event.button !== 0 || !event.isPrimary || !offers.length) return;
      const field = under(event),
        code = /** @type {Element} */ (event.target).closest('[data-move]')?.getAttribute('data-move');
      const pressed = offers.find(o => String(o.move) === code),
        end = scene.ends.find(e => e.may && e.field === field);
      if (!pressed && !end) return;
      const lift = new AbortController();
      drag.current = {
        round: scene.round,
        tip: pressed?.from ?? field,
        last: field,
        trail: pressed?.field === undefined ? [] : [pressed.field],
        waiting: false,
        lift,
      };
      // Drawing a line does not scroll; touching any other place does. The listener is on the element that was
      // touched, so that it still works when that element is no longer drawn.
      event.target?.addEventListener('touchmove', touch => touch.preventDefault(), {
        passive: false,
        signal: lift.signal,
      });
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      const pen = drag.current,
        field = pen && !pen.lift.signal.aborted ? under(event) : -1;
      if (!pen || field < 0 || field === pen.last) return;
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
      pen.last = field;
      pen.trail.push(field);
      advance();
    },
    onPointerUp() {
      drag.current?.lift.abort();
      if (!drag.current?.waiting) drag.current = null; // nothing is under way: it was a click, which plays by itself
    },
    onPointerCancel() {
      drag.current?.lift.abort();
      drag.current = null;
    },
  };
}

// What the table shows

/** The sheet of whoever looks; all sheets for those who only watch. @param {Props} props */
export function Board(props) {
  const { scene, offers, chosen, words, wide, still } = props,
    pen = usePen(props);
  if (scene.eyes === null && scene.seats.length > 1 && !still) {
    return h(
      'div',
      { class: `papers${wide ? ' wide' : ''}${scene.seats.length === 2 ? ' two' : ''}` },
      scene.seats.map((_, index) =>
        h(
          'div',
          { key: index, class: 'paper' },
          h('span', { class: 'whose' }, badge(PLAYERS[index], 26)),
          h(Sheet, { scene, index, offers: [], chosen: null, words, still }),
        ),
      ),
    );
  }
  const sheet = h(Sheet, {
    scene,
    index: scene.eyes ?? 0,
    offers: still ? [] : offers,
    chosen,
    words,
    still,
    pen: still ? {} : pen,
  });
  return still ? sheet : h('div', { class: 'paper' }, sheet);
}

/**
 * A text with one value in bold.
 * @param {Words} words
 * @param {string} key
 * @param {string} name
 * @param {number} value
 * @param {{[name: string]: unknown}} [rest]
 */
function bold(words, key, name, value, rest = {}) {
  const [before, after] = words(key, { ...rest, [name]: '\u0001' }).split('\u0001');
  return h('span', null, before, h('b', null, value), after);
}

/** @param {{colour: string, used: boolean}} patch @param {boolean} would @param {Words} words */
const patch = ({ colour, used }, would, words) =>
  el(
    'svg',
    {
      class: `patch${used ? ' used' : ''}${would ? ' would' : ''}`,
      viewBox: '-31 -34 62 68',
      role: 'img',
      'aria-label': words(used ? 'board.used' : 'board.patch', { colour: words(`colour.${colour}`) }),
    },
    el('path', { class: `hex h-${colour}`, d: hexagon([0, 0], 28) }),
    motif(colour, [0, 0], 1.35),
    would ? el('path', { class: 'ring', d: hexagon([0, 0], 33) }) : null,
    used ? el('path', { class: 'crossed-case', d: 'M-15 15 15 -15' }) : null,
    used ? el('path', { class: 'crossed', d: 'M-15 15 15 -15' }) : null,
  );

/** @param {Mark} mark @param {boolean} would @param {Words} words */
function disc({ value, state, points }, would, words) {
  const got = state === 'full' || state === 'shared',
    late = state === 'half';
  return h(
    'li',
    { key: value, class: `mark9 ${state}${would ? ' would' : ''}` },
    el(
      'svg',
      { viewBox: '-16 -16 32 32', 'aria-hidden': 'true' },
      el('circle', { class: `disc${got ? ' full' : late ? '' : ' open'}`, r: got || late ? 14 : 13.4 }),
      late ? el('path', { class: 'disc-half', d: 'M-14 0A14 14 0 0 0 14 0Z' }) : null,
      num(value, 0, 0, 13, got ? 'on' : 'off', 2.5),
    ),
    h(got || late ? 'b' : 'span', { 'aria-hidden': 'true' }, points),
    h('span', { class: 'how', 'aria-hidden': 'true' }, words(`board.${got ? 'full' : state}`)),
    h('span', { class: 'hidden-text' }, words(`number.${state}`, { value, points })),
  );
}

/** The card with its patches, then my numbers. @param {Props} props */
export function Tray({ scene, offers, chosen, words }) {
  const preview = offers.find(o => o.move === chosen && o.kind === 'enter');
  const next = preview
    ? scene.card.findIndex(p => !p.used && p.colour === scene.fields[preview.field ?? 0][3])
    : -1;
  return h(
    'div',
    { class: 'groups tx-tray' },
    scene.card.length
      ? h(
          'div',
          { class: 'group' },
          h('h3', { class: 'label' }, headline(scene, words)),
          h(
            'div',
            { class: 'patches' },
            scene.card.map((p, i) => patch(p, i === next, words)),
          ),
        )
      : null,
    scene.eyes === null
      ? null
      : h(
          'div',
          { class: 'group grow' },
          h('h3', { class: 'label' }, words('board.numbers', { points: scene.seats[scene.eyes].noted })),
          h(
            'ul',
            { class: 'scorebar' },
            scene.numbers.map(m => disc(m, preview?.value === m.value, words)),
          ),
        ),
  );
}

/**
 * A player's points so far; the sheet itself where it is not on the table already.
 * @param {{scene: Scene, seat: number, words: Words}} props
 */
export function SeatNote({ scene, seat, words }) {
  const { noted, line: path, reached } = scene.seats[seat],
    numbers = Object.keys(reached);
  const small = scene.eyes !== null && seat !== scene.eyes;
  return h(
    'div',
    { class: `has tx-note${small ? ' with-mini' : ''}` },
    small ? h(Mini, { scene, index: seat }) : null,
    h(
      'span',
      { class: 'chip stacked' },
      bold(words, 'board.for_numbers', 'points', noted),
      bold(words, 'board.fields', 'reached', path.length, { fields: scene.fields.length }),
      small
        ? h(
            'span',
            null,
            numbers.length ? words('board.has', { numbers: numbers.join(', ') }) : words('board.has_none'),
          )
        : null,
    ),
  );
}

/** @param {Scene} scene @param {Words} words */
export const headline = (scene, words) => words('board.card', { number: scene.round, count: scene.rounds });

/**
 * To stop, or to pass: all else is drawn on the sheet.
 * @param {Offer[]} offers
 * @param {number|null} chosen
 * @param {Words} words
 */
export function primary(offers, chosen, words) {
  const leave = offers.find(o => o.kind !== 'enter');
  return leave ? { move: leave.move, label: words(`act.${leave.kind}`) } : null;
}
