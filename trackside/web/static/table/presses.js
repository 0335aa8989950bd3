// Decides which presses and movements of a pointer count. Pure: no page, no timer.

/**
 * @typedef {{clientX: number, clientY: number, timeStamp: number}} Point where and when an event happened
 * @typedef {Point & {detail: number}} Click
 */

const DOUBLE = 500; // milliseconds between the two presses of a double click, at most
const SLIP = 5; // pixels that a resting hand moves a pointer

/** Return true if two points are as good as the same. @param {Point} one @param {Point} other */
const near = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) <= SLIP;

/** @param {Point} event @returns {Point} */
const pointOf = ({ clientX, clientY, timeStamp }) => ({ clientX, clientY, timeStamp });

/**
 * The presses of one page. A click decides nothing if its press began before the choice was on screen or on another
 * choice, or if it is the second half of a double click (or double tap) whose first half has decided already.
 */
export class Presses {
  constructor() {
    /** @type {(Point & {what: string, asked: string})|null} */
    this.press = null;
    /** @type {Point|null} */
    this.decision = null;
  }

  /**
   * Note a press.
   * @param {Point} event
   * @param {string} what the choice under it
   * @param {string} asked all there was to choose from
   */
  begin(event, what, asked) {
    this.press = { ...pointOf(event), what, asked };
  }

  /**
   * Return true if a click may decide; a key or a screen reader clicks without a press.
   * @param {Click} event
   * @param {string} what
   * @param {string} asked
   */
  allows(event, what, asked) {
    const { press, decision } = this;
    if (event.detail === 0) return true;
    if (press && (press.what !== what || press.asked !== asked)) return false;
    if (!decision || !near(decision, event)) return true;
    return event.detail === 1 && (press ?? event).timeStamp - decision.timeStamp >= DOUBLE;
  }

  /** Note that the pointer has gone elsewhere: what it presses next is no double click. @param {Point|null} event */
  leave(event) {
    if (this.decision && !(event && near(this.decision, event))) this.decision = null;
  }

  /** Note that a click has decided. @param {Click} event */
  decide(event) {
    if (event.detail > 0) this.decision = { ...pointOf(event), timeStamp: (this.press ?? event).timeStamp };
  }
}

/** Tells a pointer that moves from one that rests while the page changes beneath it. */
export class Movement {
  constructor() {
    /** @type {Point|null} */
    this.last = null;
    /** @type {Point|null} where it came to rest, until it leaves that place */
    this.rested = null;
  }

  /** Note that the page has changed: what lies under the pointer now, nobody has pointed at. */
  rest() {
    this.rested = this.last;
  }

  /** Note where the pointer is; return true if somebody has moved it there. @param {Point} event */
  moved(event) {
    const same =
      this.last !== null && this.last.clientX === event.clientX && this.last.clientY === event.clientY;
    this.last = pointOf(event);
    if (same || (this.rested !== null && near(this.rested, event))) return false;
    this.rested = null;
    return true;
  }
}
