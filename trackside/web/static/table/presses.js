// The rules for which presses and movements of a pointer count. Pure: no page, no timer.

/**
 * @typedef {{clientX: number, clientY: number, timeStamp: number}} Point the place and time of an event
 * @typedef {Point & {detail: number}} Click
 */

const DOUBLE = 500; // maximum milliseconds between the presses of a double click
const SLIP = 5; // pixels that a resting hand moves a pointer

/** Return true if two points are practically the same. @param {Point} one @param {Point} other */
const near = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) <= SLIP;

/** @param {Point} event @returns {Point} */
const pointOf = ({ clientX, clientY, timeStamp }) => ({ clientX, clientY, timeStamp });

/**
 * The presses on a page. A click is ignored if its press began before the choice was on screen or on another choice, or
 * if it is the second half of a double click (or double tap) whose first half has already decided.
 */
export class Presses {
  constructor() {
    /** @type {(Point & {what: string, asked: string})|null} */
    this.press = null;
    /** @type {Point|null} */
    this.decision = null;
  }

  /**
   * Record a press.
   * @param {Point} event
   * @param {string} what the choice under it
   * @param {string} asked all possible choices
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

  /** Record that the pointer has moved away: its next press is not part of a double click. @param {Point|null} event */
  leave(event) {
    if (this.decision && !(event && near(this.decision, event))) this.decision = null;
  }

  /** Record that a click has decided. @param {Click} event */
  decide(event) {
    if (event.detail > 0) this.decision = { ...pointOf(event), timeStamp: (this.press ?? event).timeStamp };
  }
}

/** The difference between a moving pointer and one that rests while the page changes beneath it. */
export class Movement {
  constructor() {
    /** @type {Point|null} */
    this.last = null;
    /** @type {Point|null} where it came to rest, until it leaves that place */
    this.rested = null;
  }

  /** Record a change of the page: the user has not pointed at what is now under the pointer. */
  rest() {
    this.rested = this.last;
  }

  /** Record the pointer's place; return true if the user has moved it there. @param {Point} event */
  moved(event) {
    const same =
      this.last !== null && this.last.clientX === event.clientX && this.last.clientY === event.clientY;
    this.last = pointOf(event);
    if (same || (this.rested !== null && near(this.rested, event))) return false;
    this.rested = null;
    return true;
  }
}
