// The player of cues: movements from a game's film, run as the browser's own animations. The pieces are already in
// their final places; every animation begins at the old place and ends there.
import { die, el } from '../../ui/pieces.js';
import { ghostOf, middle, named } from './capture.js';
import { lengthOf } from './queue.js';
import { sounds } from '../sound.js';
import { render } from '../../vendor/view.js';

/**
 * @import { Cue } from '../../types'
 * @import { Before, Point } from './capture.js'
 */

const EASE = 'cubic-bezier(0.3, 0.7, 0.25, 1)';
const ARC = 6; // pixels a pawn rises with each step
const MOVED = 0.5; // pixels of movement that are ignored
const FACES = 4; // faces of a die before it lands
const DIE = 44; // pixels
const PIECE = 66; // height of gathered pieces in pixels
const GAP = 16; // pixels between them until they are counted
const SWAY = 16; // degrees that a falling piece leans to either side

/** The phases of a gathering, as shares of its time: pieces have arrived, are counted, close up, leave. */
const [ARRIVED, COUNTED, CLOSED, LEAVES] = [0.24, 0.6, 0.68, 0.86];

/**
 * Convert a distance on the screen to the units of an element's `translate`.
 * @param {Element} element
 * @param {Point} way
 */
function shift(element, { x, y }) {
  const around = element.parentElement;
  const inside = element instanceof SVGGraphicsElement && around instanceof SVGGraphicsElement;
  const grid = inside ? around.getScreenCTM()?.inverse() : null;
  if (!grid) return `${x}px ${y}px`;
  return `${grid.a * x + grid.c * y}px ${grid.b * x + grid.d * y}px`;
}

/** A running film. `finish` ends it immediately; `ended` is called in either case. */
export class Film {
  /**
   * @param {HTMLElement} root
   * @param {Before} before
   * @param {Cue[]} cues
   * @param {number} pace the factor of all durations
   * @param {() => void} ended
   */
  constructor(root, before, cues, pace, ended) {
    this.root = root;
    this.before = before;
    this.pace = pace;
    this.ended = ended;
    /** @type {Animation[]} */
    this.animations = [];
    /** @type {Element[]} */
    this.extras = [];
    /** @type {ReturnType<typeof setTimeout>[]} */
    this.timers = [];
    this.over = false;
    const own = new Set(cues.map(cue => cue.key));
    const gathered = cues.flatMap(cue => cue.keys ?? []); // measured before anything moves
    this.pieces = new Map(gathered.map(key => [key, this.pieceOf(key)]));
    for (const cue of cues) this.show(cue, own);
    this.later(lengthOf(cues), () => this.finish());
  }

  /** @param {number} ms @param {() => void} act */
  later(ms, act) {
    this.timers.push(setTimeout(act, ms * this.pace));
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {Cue} cue @param {KeyframeAnimationOptions} [how] */
  animate(element, frames, cue, how = {}) {
    const timing = { delay: cue.at * this.pace, duration: cue.ms * this.pace, easing: EASE };
    const animation = element.animate(frames, { fill: 'backwards', ...timing, ...how });
    this.animations.push(animation);
    return animation;
  }

  /** @param {Cue} cue @param {Set<string|undefined>} own the names with their own cues */
  show(cue, own) {
    this.sound(cue);
    const element = named(this.root, cue.key);
    switch (cue.kind) {
      case 'fly':
        this.fly(cue);
        break;
      case 'tumble':
        this.tumble(cue);
        break;
      case 'settle':
        this.settle(cue, own);
        break;
      case 'slide':
        if (element) this.slide(element, cue);
        break;
      case 'hop':
        if (element) this.hop(element, cue);
        break;
      case 'appear':
        if (element) this.animate(element, [{ opacity: 0 }, { opacity: 1 }], cue);
        break;
      case 'gather':
        this.gather(cue);
        break;
      case 'pulse':
        if (element) this.pulse(element, cue);
        break;
      case 'turn':
        if (element) this.turn(element, cue);
        break;
      case 'grow':
        if (element) this.grow(element, cue);
        break;
    }
  }

  /** @param {Cue} cue */
  sound(cue) {
    const { sound, path, kind } = cue;
    if (!sound) return;
    const times = sound === 'step' ? Math.max(1, path?.length ?? 1) : 1;
    const from = cue.at + (kind === 'gather' ? COUNTED * cue.ms : 0);
    for (let n = 0; n < times; n++)
      this.later(from + (cue.ms * n) / times, () =>
        sounds.play(sound, { n: times > 1 ? n : (cue.n ?? 0), pace: this.pace }),
      );
  }

  /** @param {Element} element @param {Cue} cue */
  slide(element, cue) {
    const was = this.before.get(cue.key ?? element.getAttribute('data-key') ?? '');
    if (!was) return;
    const [from, to] = [middle(was.box), middle(element.getBoundingClientRect())];
    const way = { x: from.x - to.x, y: from.y - to.y };
    if (Math.hypot(way.x, way.y) < MOVED) return;
    this.animate(element, [{ translate: shift(element, way) }, { translate: '0px 0px' }], cue);
  }

  /** Slide everything without its own cue into place. @param {Cue} cue @param {Set<string|undefined>} own */
  settle(cue, own) {
    for (const element of this.root.querySelectorAll('[data-key]')) {
      const key = element.getAttribute('data-key') ?? '';
      if (!own.has(key) && !element.closest('.seats')) this.slide(element, { ...cue, key });
    }
  }

  /** Move from place to place, with a small arc for each step. @param {Element} element @param {Cue} cue */
  hop(element, cue) {
    const box = element.getBoundingClientRect();
    const end = middle(box);
    const places = (cue.path ?? []).flatMap(key => {
      const place = named(this.root, key);
      return place ? [middle(place.getBoundingClientRect())] : [];
    });
    const last = places.at(-1) ?? end;
    const off = { x: end.x - last.x, y: end.y - last.y };
    const was = this.before.get(cue.key ?? '');
    const stops = places.map(place => ({ x: place.x + off.x, y: place.y + off.y }));
    if (stops.length) stops[stops.length - 1] = end;
    else stops.push(end);
    if (was) stops.unshift(middle(was.box));
    /** @type {Keyframe[]} */
    const frames = [];
    stops.forEach((stop, i) => {
      const before = stops[i - 1];
      const way = { x: stop.x - end.x, y: stop.y - end.y };
      if (before) {
        const top = { x: way.x / 2 + (before.x - end.x) / 2, y: way.y / 2 + (before.y - end.y) / 2 - ARC };
        frames.push({ translate: shift(element, top), easing: 'ease-in' });
      }
      frames.push({ translate: shift(element, way), easing: 'ease-out' });
    });
    this.animate(element, frames, cue, { easing: 'linear' });
    if (cue.falls) this.sway(element, cue);
  }

  /** Sway while falling. @param {Element} element @param {Cue} cue */
  sway(element, cue) {
    const place = { transformBox: 'fill-box', transformOrigin: '50% 90%' };
    const lean = (/** @type {number} */ way) => ({ ...place, rotate: `${way * SWAY}deg` });
    this.animate(element, [lean(0), lean(1), lean(-1), lean(1), lean(-1), lean(0)], cue, {
      easing: 'linear',
    });
  }

  /** Open one or more rings around an element. @param {Element} element @param {Cue} cue */
  pulse(element, cue) {
    const box = element.getBoundingClientRect();
    const { x, y } = middle(box);
    const size = Math.max(box.width, box.height);
    for (let n = 0; n < (cue.n ?? 1); n++) {
      const layer = this.layer(
        new DOMRect(x - size / 2, y - size / 2, size, size),
        document.createElement('i'),
      );
      layer.classList.add('pulse');
      const frames = [
        { scale: '0.5', opacity: 0.95 },
        { scale: '1.9', opacity: 0 },
      ];
      const later = { ...cue, at: cue.at + n * (cue.ms / 3) };
      this.animate(layer, [{ opacity: 0 }, { opacity: 0 }], { ...later, at: 0, ms: later.at });
      this.animate(layer, frames, later, { fill: 'forwards' });
    }
  }

  /** Return the current or old place of an element, and a copy of it. @param {string} key */
  pieceOf(key) {
    const was = this.before.get(key);
    if (was?.ghost) return { box: was.box, ghost: was.ghost };
    const element = named(this.root, key);
    return element && { box: element.getBoundingClientRect(), ghost: ghostOf(element) };
  }

  /** Gather pieces over the board, count them and send them on. @param {Cue} cue */
  gather(cue) {
    const mat = this.root.querySelector('.mat')?.getBoundingClientRect();
    if (!mat) return;
    const pieces = (cue.keys ?? []).flatMap(key => this.pieces.get(key) ?? []);
    const wide = pieces.map(({ box }) => box.width / box.height);
    const all = wide.reduce((sum, one) => sum + one, 0);
    const high = Math.min(PIECE, mat.height / 5, (0.7 * mat.width) / Math.max(1, all));
    const centre = { x: mat.x + mat.width / 2, y: mat.y + mat.height * 0.44 };
    this.count(cue, centre, high, Math.max(150, all * high + pieces.length * GAP));
    const target = named(this.root, cue.to);
    const to = target ? middle(target.getBoundingClientRect()) : centre;
    const places = (/** @type {number} */ gap) => {
      let x = centre.x - (all * high + (pieces.length - 1) * gap) / 2;
      return wide.map(one => {
        const place = { x: x + (one * high) / 2, y: centre.y };
        x += one * high + gap;
        return place;
      });
    };
    const [apart, close] = [places(GAP), places(2)];
    pieces.forEach(({ box, ghost }, i) => {
      const layer = this.layer(ghost.box, ghost.drawing);
      layer.classList.add('gathered');
      const from = middle(box);
      const scale = high / box.height;
      const at = (/** @type {Point} */ { x, y }, size = scale) => ({
        translate: `${x - from.x}px ${y - from.y}px`,
        scale: `${size}`,
      });
      layer.style.transformOrigin = `${from.x - ghost.box.x}px ${from.y - ghost.box.y}px`;
      const frames = [
        { translate: '0px 0px', scale: '1', opacity: 1, easing: EASE },
        { ...at(apart[i]), opacity: 1, offset: ARRIVED },
        { ...at(apart[i]), opacity: 1, offset: COUNTED },
        { ...at(close[i], scale * 1.12), opacity: 1, offset: CLOSED },
        { ...at(close[i]), opacity: 1, offset: CLOSED + 0.06 },
        { ...at(close[i]), opacity: 1, offset: LEAVES, easing: 'ease-in' },
        { ...at(to, scale * 0.4), opacity: 0 },
      ];
      if (cue.at > 0) this.animate(layer, [{ opacity: 0 }, { opacity: 0 }], { ...cue, at: 0, ms: cue.at });
      this.animate(layer, frames, cue, { fill: 'both', easing: 'linear' });
      this.later(cue.at + cue.ms, () => layer.remove());
    });
  }

  /**
   * Count the gathered pieces on a small panel.
   * @param {Cue} cue
   * @param {Point} centre
   * @param {number} high
   * @param {number} wide
   */
  count(cue, centre, high, wide) {
    const text = document.createElement('p');
    const box = new DOMRect(centre.x - wide / 2 - 18, centre.y - high / 2 - 16, wide + 36, high + 68);
    const layer = this.layer(box, text);
    layer.classList.add('gathering');
    const says = cue.says ?? [];
    says.forEach((one, i) => {
      const share = ARRIVED + ((COUNTED - ARRIVED) * i) / says.length;
      this.later(cue.at + share * cue.ms, () => (text.textContent = one));
    });
    this.later(cue.at + CLOSED * cue.ms, () => {
      text.textContent = cue.gain ?? says.at(-1) ?? '';
      text.className = 'gain';
    });
    const frames = [
      { opacity: 0, scale: '0.9' },
      { opacity: 1, scale: '1', offset: ARRIVED * 0.7 },
      { opacity: 1, scale: '1', offset: LEAVES },
      { opacity: 0, scale: '0.96' },
    ];
    this.animate(layer, frames, cue, { fill: 'both', easing: 'linear' });
    this.later(cue.at + cue.ms, () => layer.remove());
  }

  /** Let a piece that has disappeared fly to its new owner. @param {Cue} cue */
  fly(cue) {
    const was = this.before.get(cue.key ?? '');
    const target = named(this.root, cue.to);
    if (!was?.ghost || !target) return;
    const { drawing, box } = was.ghost;
    const layer = this.layer(box, drawing);
    const from = middle(was.box);
    const to = middle(target.getBoundingClientRect());
    const way = `${to.x - from.x}px ${to.y - from.y}px`;
    layer.style.transformOrigin = `${from.x - box.x}px ${from.y - box.y}px`;
    const frames = [
      { translate: '0px 0px', scale: '1', opacity: 1 },
      { translate: '0px -6px', scale: '1.12', opacity: 1, offset: 0.18 },
      { translate: way, scale: '0.6', opacity: 1, offset: 0.9 },
      { translate: way, scale: '0.6', opacity: 0 },
    ];
    this.animate(layer, frames, cue, { fill: 'both' });
  }

  /** Add a layer over the table that is removed after the film. @param {DOMRect} box @param {Element} content */
  layer(box, content) {
    const layer = document.createElement('div');
    layer.className = 'flying';
    layer.setAttribute('aria-hidden', 'true');
    layer.style.left = `${box.x}px`;
    layer.style.top = `${box.y}px`;
    layer.style.width = `${box.width}px`;
    layer.style.height = `${box.height}px`;
    layer.append(content);
    this.root.append(layer);
    this.extras.push(layer);
    return layer;
  }

  /** Show some faces of a die next to its seat before it lands. @param {Cue} cue */
  tumble(cue) {
    const seat = named(this.root, cue.key ?? `seat-${cue.seat}`);
    if (!seat) return;
    const lies = seat.querySelector('.seat-die');
    const box = (lies ?? seat).getBoundingClientRect();
    const at = lies ? middle(box) : { x: box.right - DIE, y: box.y + box.height / 2 };
    const size = lies ? box.width * 1.35 : DIE;
    const holder = document.createElement('div');
    const layer = this.layer(new DOMRect(at.x - size / 2, at.y - size / 2, size, size * 1.08), holder);
    const draw = (/** @type {number} */ n) =>
      render(el('svg', { viewBox: '-24 -24 48 54', width: size, height: size * 1.08 }, die(n, 0, 0)), holder);
    const n = cue.n ?? 1;
    draw(1 + ((n + 1) % 6));
    for (let face = 1; face < FACES; face++)
      this.later(cue.at + (cue.ms * face) / FACES, () =>
        draw(face === FACES - 1 ? n : 1 + ((n + 2 * face) % 6)),
      );
    const frames = [
      { translate: '-14px -8px', rotate: '-200deg', opacity: 1 },
      { translate: '6px 2px', rotate: '30deg', opacity: 1, offset: 0.7 },
      { translate: '0px 0px', rotate: '0deg', opacity: 1 },
    ];
    this.animate(layer, frames, cue, { fill: 'both', easing: 'ease-out' });
    this.animate(layer, [{ opacity: 0 }, { opacity: 0 }], { ...cue, at: 0, ms: cue.at });
    if (lies) this.animate(lies, [{ opacity: 0 }, { opacity: 0 }], { ...cue, at: 0, ms: cue.at + cue.ms });
    this.later(cue.at + cue.ms, () => layer.remove());
  }

  /** Turn a card over. @param {Element} element @param {Cue} cue */
  turn(element, cue) {
    const flips = element instanceof HTMLElement || element.localName === 'svg';
    const frames = flips
      ? [
          { scale: '0 1', opacity: 1 },
          { scale: '1 1', opacity: 1 },
        ]
      : [{ opacity: 0 }, { opacity: 1 }];
    this.animate(element, frames, cue);
  }

  /** Draw a line from its start to its end. @param {Element} element @param {Cue} cue */
  grow(element, cue) {
    const lines = element instanceof SVGGeometryElement ? [element] : [...element.querySelectorAll('path')];
    for (const line of lines) {
      const dashed = getComputedStyle(line).strokeDasharray !== 'none';
      const length = Number(line.getAttribute('pathLength')) || line.getTotalLength();
      const frames = dashed
        ? [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }]
        : [
            { strokeDasharray: `${length}`, strokeDashoffset: `${length}` },
            { strokeDasharray: `${length}`, strokeDashoffset: '0' },
          ];
      this.animate(line, frames, cue, { easing: 'linear' });
    }
  }

  /** End the film, with everything in its final place. */
  finish() {
    if (this.over) return;
    this.over = true;
    this.timers.forEach(clearTimeout);
    for (const animation of this.animations) animation.cancel();
    for (const extra of this.extras) extra.remove();
    this.ended();
  }
}
