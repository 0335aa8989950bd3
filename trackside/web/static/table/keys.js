// The choice of moves by keyboard, and the focus.
import { moveAt } from './pointer.js';
import { useEffect, useRef } from '../vendor/view.js';

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
