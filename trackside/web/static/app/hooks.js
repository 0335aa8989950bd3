// Hooks that any page can use: what the screen, the system and a box are like.
import { useEffect, useRef, useState } from '../vendor/view.js';

const PHONE = 760; // pixels of the widest phone, as in the stylesheets
const GRACE = 1200; // milliseconds offline before a page shows it
const WIDE = 620; // pixels that a wide board needs

/** Return true while a media query matches. @param {string} text */
function useMedia(text) {
  const [query] = useState(() => matchMedia(text));
  const [matches, setMatches] = useState(query.matches);
  useEffect(() => {
    const change = () => setMatches(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return matches;
}

/** Return true if the screen is wider than a phone's. */
export const useDesktop = () => useMedia(`(min-width: ${PHONE + 1}px)`);

/** Return true if the system asks for reduced motion. */
export const useReduced = () => useMedia('(prefers-reduced-motion: reduce)');

/**
 * Measure the width of a box.
 * @template Value
 * @param {Value | (() => Value)} first the value before the box is measured
 * @param {(width: number) => Value} valueOf
 * @returns {[{current: any}, Value]}
 */
function useSize(first, valueOf) {
  const box = useRef(/** @type {any} */ (null));
  const [value, setValue] = useState(first);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width > 0) setValue(() => valueOf(contentRect.width));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, value];
}

/** Return a box, and its width in pixels. @param {number} first @returns {[{current: any}, number]} */
export const useWidth = first => useSize(first, Math.floor);

/** Return a box, and true if it is wide enough for a wide board. @returns {[{current: any}, boolean]} */
export const useWide = () =>
  useSize(
    () => innerWidth > 900,
    width => width >= WIDE,
  );

/**
 * Close something on a click outside or on Escape.
 * @param {boolean} open
 * @param {() => void} close
 * @param {{current: HTMLElement|null}} inside
 */
export function useCloseOutside(open, close, inside) {
  useEffect(() => {
    if (!open) return undefined;
    const click = (/** @type {Event} */ event) => {
      if (!inside.current?.contains(/** @type {Node} */ (event.target))) close();
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
      inside.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', click);
    document.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('pointerdown', click);
      document.removeEventListener('keydown', key, true);
    };
  }, [open]);
}

/** Set the window's title. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Trackside` : 'Trackside';
  }, [text]);
}

/** Return true if the connection has been lost long enough to show it. @param {boolean} connected */
export function useLost(connected) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connected) {
      setLost(false);
      return undefined;
    }
    const timer = setTimeout(() => setLost(true), GRACE);
    return () => clearTimeout(timer);
  }, [connected]);
  return lost;
}
