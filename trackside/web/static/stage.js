// The board in its box, and how pointer, finger and keys choose and make moves on it.
import { html, useEffect, useRef, useState } from './vendor/view.js';

/** @typedef {import('./types').BoardModule} BoardModule @typedef {import('./types').BoardProps} BoardProps */

const WIDE = 620; // pixels that a wide board needs

/** Whether a box is wide enough for a wide board. @returns {[{current: any}, boolean]} */
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

/** Whether the screen is wider than a phone. */
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

/** Whether there is more of the board than its box can hold. @param {{current: HTMLElement|null}} box */
function useScrolls(box) {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current) setScrolls(current.scrollHeight > current.clientHeight + 1);
  });
  return scrolls;
}

/**
 * The board in its box; instead of the board, whatever is given.
 * @param {{board: BoardModule|null, label: string, wide?: boolean, children?: any} & Omit<BoardProps, 'wide'>} props
 */
export function Stage({ board, label, wide: asked, children, ...rest }) {
  const [box, roomy] = useWide();
  const wide = asked ?? roomy;
  const scrolls = useScrolls(box);
  return html`<div class="mat" ref=${box} role="group" aria-label=${label} tabindex=${scrolls ? 0 : -1}>
    ${children || (board && html`<${board.Board} ...${rest} wide=${wide} />`)}
    ${board?.about && html`<${HoverCard} box=${box} about=${board.about} scene=${rest.scene} words=${rest.words} />`}
  </div>`;
}

const HOVER = 450; // milliseconds that a pointer rests on something before it is explained

/**
 * Says what the thing under the pointer is.
 * @param {object} props
 * @param {{current: HTMLElement|null}} props.box
 * @param {NonNullable<BoardModule['about']>} props.about
 * @param {import('./api').Scene} props.scene
 * @param {import('./types').Words} props.words
 */
function HoverCard({ box, about, scene, words }) {
  const [at, setAt] = useState(
    /** @type {{about: string, x: number, y: number, below: boolean}|null} */ (null),
  );
  useEffect(() => {
    const table = box.current?.closest('main');
    if (!table) return undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    const over = (/** @type {PointerEvent} */ event) => {
      clearTimeout(timer);
      setAt(null);
      const thing = event.target instanceof Element ? event.target.closest('[data-about]') : null;
      if (!thing || event.pointerType !== 'mouse') return;
      timer = setTimeout(() => {
        const { left, width, top, bottom } = thing.getBoundingClientRect();
        const below = top < 220;
        setAt({
          about: thing.getAttribute('data-about') ?? '',
          x: left + width / 2,
          y: below ? bottom : top,
          below,
        });
      }, HOVER);
    };
    const away = () => {
      clearTimeout(timer);
      setAt(null);
    };
    table.addEventListener('pointerover', over);
    table.addEventListener('pointerleave', away);
    table.addEventListener('pointerdown', away);
    return () => {
      clearTimeout(timer);
      table.removeEventListener('pointerover', over);
      table.removeEventListener('pointerleave', away);
      table.removeEventListener('pointerdown', away);
    };
  }, []);
  const found = at && about(at.about, scene, words);
  if (!at || !found) return null;
  const x = Math.max(150, Math.min(innerWidth - 150, at.x));
  const place = (/** @type {HTMLElement|null} */ card) => {
    card?.style.setProperty('left', `${x}px`);
    card?.style.setProperty('top', `${at.y}px`);
  };
  return html`<div class=${`hover-card${at.below ? ' below' : ''}`} role="tooltip" ref=${place}>
    <b>${found.title}</b>
    <p>${found.text}</p>
  </div>`;
}

/** The move whose element is at or around a target, if any. @param {EventTarget|null} target */
function moveAt(target) {
  const place = target instanceof Element ? target.closest('[data-move]') : null;
  return place ? { place, move: Number(place.getAttribute('data-move')) } : null;
}

/**
 * One element for each move, in the order of the page; leaving the turn unused comes last.
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

/** Whether keys pressed there belong to something else. @param {EventTarget|null} target */
const isTyping = target =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, .panel') !== null;

/** @param {EventTarget|null} target */
const onControl = target =>
  target instanceof Element && target.closest('button, a, summary, [role=button]') !== null;

/**
 * The listeners of a table: hover and focus preview, a click plays, a finger previews first.
 * @param {{chosen: number|null, choose: (move: number|null) => void, play: (move: number) => void}} actions
 */
export function useMoveEvents({ chosen, choose, play }) {
  const touched = useRef(false);
  const hovered = useRef(false);
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      touched.current = event.pointerType !== 'mouse';
    },
    onPointerOver: (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== 'mouse') return;
      const at = moveAt(event.target);
      if (at) {
        hovered.current = true;
        choose(at.move);
      } else if (hovered.current) {
        hovered.current = false;
        choose(null);
      }
    },
    onPointerLeave: () => {
      if (hovered.current) {
        hovered.current = false;
        choose(null);
      }
    },
    onFocusIn: (/** @type {FocusEvent} */ event) => {
      const at = moveAt(event.target);
      if (at && !touched.current) choose(at.move);
    },
    onClick: (/** @type {MouseEvent} */ event) => {
      const at = moveAt(event.target);
      if (!at) return;
      if (event.detail > 0 && touched.current && chosen !== at.move) choose(at.move);
      else play(at.move);
    },
  };
}

/**
 * @typedef {object} Actions what keys can do at a table
 * @property {number|null} chosen
 * @property {(move: number|null) => void} choose
 * @property {(move: number) => void} play
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {(() => void)|null} roll
 * @property {(() => void)|null} [back] leaves what is looked at, asked or held
 */

/**
 * The keys of a table, wherever the focus is.
 * @param {{current: HTMLElement|null}} root
 * @param {boolean} letters whether single letters do something
 * @param {Actions} actions
 */
export function useKeys(root, letters, actions) {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (handleKey(event, root.current, letters, now.current)) event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [letters]);
}

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

/** Moves the focus to the next element of a move. @param {HTMLElement} root @param {number} step */
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
 * Focuses the board when what had the focus is gone, so that the next key still goes somewhere.
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
