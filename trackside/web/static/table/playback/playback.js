// The playback of a table's events, one moment after the other, at a pace people can follow.
import { capture } from './capture.js';
import { Film } from './film.js';
import {
  NOTHING,
  advance,
  arrive,
  comeBack,
  drain,
  partsOf,
  pauseBefore,
  reelBetween,
  toldOf,
} from './queue.js';
import { useEffect, useLayoutEffect, useRef, useState } from '../../vendor/view.js';

/** @import { BoardModule, Cue, Live, Part, Told } from '../../types' */

/**
 * @typedef {object} Circumstances
 * @property {BoardModule|null} board
 * @property {HTMLElement|null} root
 * @property {number} pace the factor of durations; 0 shows everything immediately
 */

/** Return true if nothing happened between two moments. @param {Live|null} one @param {Live|null} other */
const isSameMoment = (one, other) =>
  one?.log.length === other?.log.length && one?.table?.perspective === other?.table?.perspective;

/** The queue of a table, and its running film. */
class Playback {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.queue = NOTHING;
    /** @type {Live|null} */
    this.newest = null;
    /** @type {Circumstances} */
    this.now = { board: null, root: null, pace: 1 };
    /** @type {'idle'|'pausing'|'drawing'|'playing'} */
    this.phase = 'idle';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {Film|null} */
    this.film = null;
    /** @type {{cues: Cue[], ends: number[], before: ReturnType<typeof capture>}|null} */
    this.scheduled = null;
    /** @type {{before: Live, after: Live, parts: Part[], seen: number}|null} */
    this.telling = null; // the running moment, and how much of it has been seen
    this.settledAt = 0;
    this.rushed = -1;
  }

  get idle() {
    return this.phase === 'idle' && this.queue.waiting.length === 0;
  }

  /** Return what may be told of the moment shown. @param {Live} live the current state @returns {Told} */
  told(live) {
    if (this.telling) {
      const { before, after, parts, seen } = this.telling;
      return toldOf(before, after, parts, seen);
    }
    const shown = this.queue.shown ?? live;
    return toldOf(shown, shown, [], 0);
  }

  /** Receive a new state and the settings to show it with. @param {Live} live @param {Circumstances} now */
  receive(live, now) {
    this.now = now;
    if (live !== this.newest) {
      this.newest = live;
      const { shown } = this.queue;
      this.queue = arrive(this.queue, live);
      if (!isSameMoment(shown, this.queue.shown)) this.stop();
    }
    if (now.pace === 0 && !this.idle) {
      this.queue = drain(this.queue);
      this.stop();
    }
    if (this.phase === 'idle' && this.queue.waiting.length) this.next();
  }

  stop() {
    clearTimeout(this.timer);
    const film = this.film;
    this.film = null;
    this.scheduled = null;
    this.telling = null;
    this.phase = 'idle';
    this.settledAt = performance.now();
    film?.finish();
  }

  /** Schedule the next moment after its pause. */
  next() {
    const { shown, waiting } = this.queue;
    if (!waiting.length || !shown || document.visibilityState === 'hidden') {
      this.phase = 'idle';
      this.redraw();
      return;
    }
    this.phase = 'pausing';
    const passed = performance.now() - this.settledAt;
    const rushed = partsOf(shown, waiting[0]).at(-1)?.turn === this.rushed;
    const ms = rushed ? 0 : pauseBefore(shown, waiting[0], passed, this.now.pace);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.apply(rushed), ms);
  }

  /** Draw the next moment, after recording what moves in it. @param {boolean} rushed */
  apply(rushed) {
    const { shown, waiting } = this.queue;
    const { board, root } = this.now;
    if (!shown || !waiting.length) return;
    const { cues, parts, ends } = reelBetween(shown, waiting[0], rushed ? undefined : board?.film);
    this.scheduled = root && cues.length ? { cues, ends, before: capture(root, cues) } : null;
    this.telling = this.scheduled && { before: shown, after: waiting[0], parts, seen: 0 };
    this.queue = advance(this.queue);
    this.phase = 'drawing';
    this.redraw();
  }

  /** Start the film once the moment is drawn. */
  drawn() {
    if (this.phase !== 'drawing') return;
    this.phase = 'playing';
    const { root, pace } = this.now;
    const ended = () => {
      this.film = null;
      if (this.phase !== 'playing') return;
      const told = this.telling !== null;
      this.telling = null;
      this.settledAt = performance.now();
      this.next();
      if (told) this.redraw();
    };
    if (!root || !this.scheduled) ended();
    else {
      this.film = new Film(root, this.scheduled.before, this.scheduled.cues, pace, ended);
      this.scheduled.ends.forEach((end, i) => this.film?.later(end, () => this.tell(i + 1)));
    }
    this.scheduled = null;
  }

  /** Record that another turn has been shown completely. @param {number} seen */
  tell(seen) {
    if (!this.telling) return;
    this.telling.seen = seen;
    this.redraw();
  }

  /** Finish the running film and the rest of its turn immediately. */
  hurry() {
    const { shown, waiting } = this.queue;
    this.rushed = (this.phase === 'pausing' ? waiting[0]?.log : shown?.log)?.at(-1)?.turn ?? -1;
    if (this.phase === 'pausing') {
      clearTimeout(this.timer);
      this.apply(false);
    } else this.film?.finish();
  }

  /** Resume when the page becomes visible again. */
  comeBack() {
    if (document.visibilityState === 'hidden') return;
    this.queue = comeBack(this.queue);
    if (this.phase === 'idle') this.next();
  }
}

/** Return true if keys pressed there are meant for another element. @param {EventTarget|null} target */
const elsewhere = target =>
  target instanceof Element && target.closest('input, textarea, select, dialog, .panel') !== null;

/**
 * Return the part of a table to show now, and whether it is complete.
 * @param {Live} live
 * @param {Omit<Circumstances, 'root'>} circumstances
 * @param {{current: HTMLElement|null}} root
 * @returns {{shown: Live, told: Told, idle: boolean}}
 */
export function usePlayback(live, circumstances, root) {
  const [, setDrawn] = useState(0);
  const kept = useRef(/** @type {Playback|null} */ (null));
  kept.current ??= new Playback(() => queueMicrotask(() => setDrawn(n => n + 1)));
  const playback = kept.current;
  playback.receive(live, { ...circumstances, root: root.current });
  useLayoutEffect(() => playback.drawn());
  useEffect(() => {
    let swallow = false;
    const press = (/** @type {PointerEvent} */ event) => {
      const target = event.target instanceof Element ? event.target.closest('.mat, .tray') : null;
      swallow = !playback.idle && target !== null;
      if (!swallow) return;
      event.stopPropagation();
      playback.hurry();
    };
    const click = (/** @type {MouseEvent} */ event) => {
      if (swallow && event.detail > 0) event.stopPropagation();
      swallow = false;
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (!playback.idle && !elsewhere(event.target)) playback.hurry();
    };
    const look = () => playback.comeBack();
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', key, true);
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('click', click, true);
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('visibilitychange', look);
      playback.stop();
    };
  }, []);
  return { shown: playback.queue.shown ?? live, told: playback.told(live), idle: playback.idle };
}
