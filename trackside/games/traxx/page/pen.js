// Drawing with a held button or finger: press on an end or a legal field, and each field entered is played.
import { useLayoutEffect, useRef } from '/static/vendor/view.js';
import { fieldAt, follow } from './geometry.js';

/** @import { Offer, Scene } from './api' */

/**
 * @typedef {{round: number, tip: number, last: number, trail: number[], waiting: boolean, lift:
 *   AbortController}} Drag
 */

/** @param {{scene: Scene, offers: Offer[], play: (move: number) => void}} props */
export function usePen({ scene, offers, play }) {
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
    pen.waiting = !offer.ends;
    play(offer.move);
  };
  useLayoutEffect(() => {
    const pen = drag.current;
    if (!pen?.waiting || !offers.length) return; // the server has not answered the step yet
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
      // Drawing a line must not scroll; touching any other place does. The listener is on the touched element, so that
      // it still works when that element is no longer drawn.
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
      if (!drag.current?.waiting) drag.current = null; // no step is pending: it was a click, which plays by itself
    },
    onPointerCancel() {
      drag.current?.lift.abort();
      drag.current = null;
    },
  };
}
