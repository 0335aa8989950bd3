// The choice of moves by pointer and touch.
import { elementAt } from './hover.js';
import { Movement, Presses } from './presses.js';
import { useLayoutEffect, useRef, useState } from '../vendor/view.js';

/** Return the move whose element is at or around a target, if any. @param {EventTarget|null} target */
export function moveAt(target) {
  const place = target instanceof Element ? target.closest('[data-move]') : null;
  return place ? { place, move: Number(place.getAttribute('data-move')) } : null;
}

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
