// The board in its box, and the choice of moves on it by pointer, touch and keyboard.
import { HoverCard, elementAt } from './hover.js';
import { Movement, Presses } from './presses.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/view.js';

/** @import { BoardModule, BoardProps } from '../types' */

const WIDE = 620; // pixels that a wide board needs

/** Return true if a box is wide enough for a wide board. @returns {[{current: any}, boolean]} */
export function useWide() {
  const box = useRef(/** @type {any} */ (null));
  const [wide, setWide] = useState(innerWidth > 900);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWide(entry.contentRect.width >= WIDE));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, wide];
}

/** Return true if the screen is wider than a phone's. */
export function useDesktop() {
  const [query] = useState(() => matchMedia('(min-width: 761px)'));
  const [desk, setDesk] = useState(query.matches);
  useEffect(() => {
    const change = () => setDesk(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return desk;
}

/** Return true if the board is larger than its box. @param {{current: HTMLElement|null}} box */
function useScrolls(box) {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current) setScrolls(current.scrollHeight > current.clientHeight + 1);
  });
  return scrolls;
}

/**
 * The board in its box, or the given children in its place.
 * @param {{board: BoardModule|null, label: string, wide?: boolean, children?: any} & Omit<BoardProps, 'wide'>} props
 */
export function Stage({ board, label, wide: asked, children, ...rest }) {
  const [box, roomy] = useWide();
  const wide = asked ?? roomy;
  const scrolls = useScrolls(box);
  return html`<div class="mat" ref=${box} role="group" aria-label=${label} tabindex=${scrolls ? 0 : -1}>
    ${children || (board && html`<${board.Board} ...${rest} wide=${wide} />`)}
    ${board?.about && html`<${HoverCard} box=${box} about=${board.about} ...${rest} />`}
  </div>`;
}

/** Return the move whose element is at or around a target, if any. @param {EventTarget|null} target */
function moveAt(target) {
  const place = target instanceof Element ? target.closest('[data-move]') : null;
  return place ? { place, move: Number(place.getAttribute('data-move')) } : null;
}

/**
 * Return one element for each move, in page order; passing comes last.
 * @param {Element} root
 * @returns {HTMLElement[]}
 */
function moveElements(root) {
  const found = new Map();
  for (const place of root.querySelectorAll('[data-move]')) {
    const move = place.getAttribute('data-move');
    if (!found.has(move) && place.getClientRects().length > 0) found.set(move, place);
  }
  return [...found.values()].sort((a, b) => Number(a.matches('.pass')) - Number(b.matches('.pass')));
}

/** Return true if keys pressed there are meant for another element. @param {EventTarget|null} target */
const isTyping = target =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, .panel') !== null;

/** @param {EventTarget|null} target */
const onControl = target =>
  target instanceof Element && target.closest('button, a, summary, [role=button]') !== null;

/** Elements that react to presses themselves and hide what lies beneath them. */
const CONTROLS = 'button, a, summary, input, select, label, dialog, .panel, [role=button]';

/** The buttons that decide without standing for a single move. */
const DECIDES = '.acts .primary, .acts .confirm';

/**
 * Return the move at a pointer: that of the topmost place, even beneath a piece without a move.
 * @param {MouseEvent} event
 */
function moveUnder(event) {
  const { target } = event;
  const own = moveAt(target);
  if (own || !(target instanceof Element) || target.closest(CONTROLS)) return own;
  const box = target.closest('.mat, .tray');
  return box && moveAt(elementAt(event, '[data-move]', box));
}

/** Return a key for the target of a press or click. @param {MouseEvent} event */
function pressed(event) {
  const at = moveUnder(event);
  if (at) return `move ${at.move}`;
  return event.target instanceof Element && event.target.closest(DECIDES) ? 'decide' : '';
}

/**
 * Return the listeners of a table: a moving pointer and the focus preview, a click plays, a touch previews first.
 * Nothing is previewed or played because the page has changed under a resting pointer or between two clicks.
 * @param {object} actions
 * @param {number|null} actions.chosen
 * @param {(move: number|null) => void} actions.choose
 * @param {(move: number) => void} actions.play
 * @param {string} actions.asked a key of the current decision, which changes with it
 */
export function useMoveEvents({ chosen, choose, play, asked }) {
  const touched = useRef(false);
  const hovered = useRef(false);
  const [presses] = useState(() => new Presses());
  const [movement] = useState(() => new Movement());
  useLayoutEffect(() => {
    movement.rest();
    hovered.current = false;
    choose(null);
  }, [asked]);
  const unhover = () => {
    if (hovered.current) choose(null);
    hovered.current = false;
  };
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      touched.current = event.pointerType !== 'mouse';
      movement.moved(event);
      presses.begin(event, pressed(event), asked);
    },
    onPointerMove: (/** @type {PointerEvent & {currentTarget: HTMLElement}} */ event) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      presses.leave(event);
      const moved = movement.moved(event);
      const at = moveUnder(event);
      event.currentTarget.toggleAttribute('data-pointing', at !== null);
      if (!moved) return;
      if (!at) unhover();
      else if (!hovered.current || chosen !== at.move) {
        hovered.current = true;
        choose(at.move);
      }
    },
    onPointerLeave: (/** @type {PointerEvent} */ event) => {
      unhover();
      if (event.pointerType === 'mouse') presses.leave(null);
    },
    onFocusIn: (/** @type {FocusEvent} */ event) => {
      const at = moveAt(event.target);
      if (at?.place.matches(':focus-visible')) choose(at.move);
    },
    onClickCapture: (/** @type {MouseEvent} */ event) => {
      const what = pressed(event);
      if (!what) return;
      if (!presses.allows(event, what, asked)) {
        event.stopPropagation();
        event.preventDefault();
      } else if (what === 'decide') presses.decide(event);
    },
    onClick: (/** @type {MouseEvent} */ event) => {
      const at = moveUnder(event);
      if (!at) return;
      if (event.detail > 0 && touched.current && chosen !== at.move) choose(at.move);
      else {
        presses.decide(event);
        play(at.move);
      }
    },
  };
}

/**
 * @typedef {object} Actions the actions available by keyboard at a table
 * @property {number|null} chosen
 * @property {(move: number|null) => void} choose
 * @property {(move: number) => void} play
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {(() => void)|null} roll
 * @property {(() => void)|null} [back] leaves the past turn, the question or the held move
 */

/**
 * Handle the keys of a table, wherever the focus is.
 * @param {{current: HTMLElement|null}} root
 * @param {boolean} letters true if single letters are shortcuts
 * @param {Actions} actions
 */
export function useKeys(root, letters, actions) {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (event.repeat && decides(event)) {
        event.preventDefault();
        return;
      }
      if (handleKey(event, root.current, letters, now.current)) event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [letters]);
}

/**
 * Return true for a key that would decide again on every repeat; a button reacts to the space bar only on release.
 * @param {KeyboardEvent} event
 */
const decides = event =>
  event.key === 'Enter' || (event.key === ' ' && !(event.target instanceof HTMLButtonElement));

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement|null} root
 * @param {boolean} letters
 * @param {Actions} actions
 */
function handleKey(event, root, letters, actions) {
  const at = moveAt(event.target);
  const native = event.target instanceof HTMLButtonElement;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return root !== null && focusNext(root, 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return root !== null && focusNext(root, -1);
    case 'Enter':
    case ' ':
      if (at && !native) {
        actions.play(at.move);
        return true;
      }
      if (onControl(event.target)) return false;
      if (event.key === ' ' && actions.roll) {
        actions.roll();
        return true;
      }
      if (event.key === 'Enter' && actions.chosen !== null) {
        actions.play(actions.chosen);
        return true;
      }
      return false;
    case 'Escape':
      if (actions.back) actions.back();
      else actions.choose(null);
      return true;
    case 'u':
    case 'U':
      if (letters) actions.undo();
      return letters;
    case 'h':
    case 'H':
      if (letters) actions.hint();
      return letters;
    default:
      return false;
  }
}

/** Move the focus to the next element of a move. @param {HTMLElement} root @param {number} step */
function focusNext(root, step) {
  const all = moveElements(root);
  if (all.length === 0) return false;
  const here = moveAt(document.activeElement);
  const index = here ? all.findIndex(one => Number(one.getAttribute('data-move')) === here.move) : -1;
  const next = index < 0 ? (step > 0 ? 0 : all.length - 1) : (index + step + all.length) % all.length;
  all[next].focus();
  return true;
}

/**
 * Focus the board when the focused element disappears, so that the next key still has an effect.
 * @param {{current: HTMLElement|null}} root
 * @param {unknown} news
 */
export function useKeepFocus(root, news) {
  const inside = useRef(false);
  useEffect(() => {
    const note = () => {
      inside.current = root.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      /** @type {HTMLElement|null} */ (root.current?.querySelector('.mat') ?? null)?.focus({
        preventScroll: true,
      });
  }, [news]);
}
