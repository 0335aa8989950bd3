// The explanation of the element under a resting mouse, placed next to it and never over a choice.
import { Movement } from './presses.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/view.js';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const RESTS = 800; // milliseconds that a pointer rests on something before it is explained
const GAP = 10; // pixels between an element and its explanation
const EDGE = 8; // pixels kept free at the edges of the window
const FURTHEST = 200; // maximum pixels between an element and its explanation
const STEP = 10;

/** The elements that an explanation must not cover. */
const KEEP_CLEAR = '[data-move], .prompt, .ghost, [data-preview], dialog[open]';

/** @param {Box} one @param {Box} other */
const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Return the place for an explanation: above, below, right or left of the element, else diagonally, as close as
 * possible without covering any of `clear`; null if there is none.
 * @param {Box} thing
 * @param {{width: number, height: number}} size
 * @param {Box[]} clear
 * @param {{width: number, height: number}} screen
 * @returns {{left: number, top: number}|null}
 */
export function placeFor(thing, { width, height }, clear, screen) {
  const middle = { x: (thing.left + thing.right) / 2, y: (thing.top + thing.bottom) / 2 };
  const fit = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ whole) =>
    Math.max(EDGE, Math.min(whole - EDGE - size, at));
  const xs = [middle.x - width / 2, thing.left, thing.right - width].map(x => fit(x, width, screen.width));
  const ys = [middle.y - height / 2, thing.top, thing.bottom - height].map(y =>
    fit(y, height, screen.height),
  );
  const aside = [thing.right, thing.left - width].map(x => fit(x, width, screen.width));
  const isFree = (/** @type {{left: number, top: number}} */ { left, top }) => {
    const box = { left, top, right: left + width, bottom: top + height };
    const inside =
      left >= EDGE && top >= EDGE && box.right <= screen.width - EDGE && box.bottom <= screen.height - EDGE;
    return inside && !clear.some(one => overlap(box, one));
  };
  for (const [across, down] of [
    [xs, ys],
    [aside, []],
  ])
    for (let far = GAP; far <= FURTHEST; far += STEP) {
      const places = [
        ...across.map(left => ({ left, top: thing.top - far - height })),
        ...across.map(left => ({ left, top: thing.bottom + far })),
        ...down.map(top => ({ left: thing.right + far, top })),
        ...down.map(top => ({ left: thing.left - far - width, top })),
      ];
      const free = places.find(isFree);
      if (free) return free;
    }
  return null;
}

/**
 * Return the topmost element at an event that matches a selector, even beneath pieces that stand on it.
 * @param {MouseEvent} event
 * @param {string} selector
 * @param {Element} root
 */
export function elementAt(event, selector, root) {
  for (const one of [event.target, ...document.elementsFromPoint(event.clientX, event.clientY)]) {
    const found = one instanceof Element ? one.closest(selector) : null;
    if (found && root.contains(found)) return found;
  }
  return null;
}

/** Return the boxes that an explanation must not cover. @param {Element} root */
const boxesToKeepClear = root =>
  [...root.querySelectorAll(KEEP_CLEAR)]
    .map(one => one.getBoundingClientRect())
    .filter(box => box.width > 0 && box.height > 0);

/**
 * The explanation of the element under the pointer. It closes on any press, key or change of the table, and opens again
 * only after the pointer has moved.
 * @param {object} props
 * @param {{current: HTMLElement|null}} props.box
 * @param {NonNullable<import('../types').BoardModule['about']>} props.about
 * @param {import('../api').Scene} props.scene
 * @param {import('../api').Offer[]} props.offers
 * @param {import('../types').Words} props.words
 */
export function HoverCard({ box, about, scene, offers, words }) {
  const [thing, setThing] = useState(/** @type {Element|null} */ (null));
  const card = useRef(/** @type {HTMLElement|null} */ (null));
  const close = useRef(() => {});
  useEffect(() => {
    const table = box.current?.closest('main');
    if (!table) return undefined;
    const movement = new Movement();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    const away = () => {
      clearTimeout(timer);
      setThing(null);
    };
    const move = (/** @type {PointerEvent} */ event) => {
      if (!movement.moved(event)) return;
      clearTimeout(timer);
      const found = elementAt(event, '[data-about]', table);
      setThing(shown => (shown === found ? shown : null));
      if (found && event.pointerType === 'mouse' && event.buttons === 0)
        timer = setTimeout(() => setThing(found.isConnected ? found : null), RESTS);
    };
    const shut = () => {
      movement.rest();
      away();
    };
    close.current = shut;
    const over = new AbortController();
    const { signal } = over;
    table.addEventListener('pointermove', move, { signal });
    table.addEventListener('pointerleave', away, { signal });
    for (const kind of ['pointerdown', 'click', 'keydown', 'wheel'])
      document.addEventListener(kind, shut, { signal, capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, []);
  useLayoutEffect(() => close.current(), [scene, offers.length]);
  const found = thing && about(thing.getAttribute('data-about') ?? '', scene, words);
  useLayoutEffect(() => {
    const { current } = card;
    const table = box.current?.closest('main');
    if (!current || !thing || !table) return;
    const at = placeFor(
      thing.getBoundingClientRect(),
      current.getBoundingClientRect(),
      boxesToKeepClear(table),
      {
        width: innerWidth,
        height: innerHeight,
      },
    );
    current.toggleAttribute('data-placed', at !== null);
    if (!at) return;
    current.style.setProperty('left', `${at.left}px`);
    current.style.setProperty('top', `${at.top}px`);
  });
  if (!found) return null;
  return html`<div class="hover-card" role="tooltip" ref=${card}>
    <b>${found.title}</b>
    <p>${found.text}</p>
  </div>`;
}
