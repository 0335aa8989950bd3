// The places of all pieces before a change, and copies of those that will disappear.

/** @import { Cue } from '../../types' */

/**
 * @typedef {{box: DOMRect, ghost: Ghost|null}} Was
 * @typedef {Map<string, Was>} Before
 * @typedef {{drawing: Element, box: DOMRect}} Ghost
 * @typedef {{x: number, y: number}} Point
 */

/** @param {DOMRect} box @returns {Point} */
export const middle = box => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Return the visible element with a name. @param {Element} root @param {string|undefined} key */
export function named(root, key) {
  if (!key) return null;
  const found = [...root.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  return found.find(one => one.getClientRects().length > 0) ?? null;
}

/** The style that takes an element out of its old place; its layer positions it. */
const LAID_FLAT =
  'position:static;margin:0;transform:none;translate:none;rotate:none;scale:none;box-sizing:border-box';

/** Attributes that a copy must not have: names, moves, roles and tab order. */
const OWN = ['id', 'data-key', 'data-move', 'data-about', 'role', 'tabindex'];

/** @param {Element} element @param {boolean} deep */
function cloneOf(element, deep) {
  const copy = /** @type {Element} */ (element.cloneNode(deep));
  for (const one of [copy, ...copy.querySelectorAll('*')]) OWN.forEach(name => one.removeAttribute(name));
  return copy;
}

/** Copy an SVG element with the SVG elements around it, so that it keeps its coordinates. @param {Element} element */
function copyDrawing(element) {
  let copy = cloneOf(element, true);
  for (let at = element.parentElement; at instanceof SVGElement; at = at.parentElement) {
    const around = cloneOf(at, false);
    around.append(copy);
    copy = around;
  }
  return copy;
}

/**
 * Copy an HTML element alone, with its computed style, since its look may depend on its place.
 * @param {HTMLElement} element
 * @param {DOMRect} box
 */
function copyBox(element, box) {
  const copy = /** @type {HTMLElement} */ (cloneOf(element, true));
  const copies = [copy, ...copy.querySelectorAll('*')];
  [element, ...element.querySelectorAll('*')].forEach((original, i) => {
    const style = getComputedStyle(original);
    const look = [...style].map(name => `${name}:${style.getPropertyValue(name)}`).join(';');
    /** @type {HTMLElement|SVGElement} */ (copies[i]).style.cssText =
      `${look};animation:none;transition:none`;
  });
  const { width, height } = box;
  copy.style.cssText += `;${LAID_FLAT};width:${width}px;height:${height}px`;
  return copy;
}

/** @param {Element} element @returns {Ghost} */
export function ghostOf(element) {
  const sheet = element instanceof SVGElement ? (element.ownerSVGElement ?? element) : element;
  const box = sheet.getBoundingClientRect();
  return { drawing: element instanceof HTMLElement ? copyBox(element, box) : copyDrawing(element), box };
}

/**
 * Record the places of all named elements, and copies of those that will disappear.
 * @param {Element} root
 * @param {Cue[]} cues
 * @returns {Before}
 */
export function capture(root, cues) {
  const flies = new Set(cues.flatMap(cue => (cue.kind === 'fly' ? [cue.key] : (cue.keys ?? []))));
  /** @type {Before} */
  const before = new Map();
  for (const element of root.querySelectorAll('[data-key]')) {
    const key = element.getAttribute('data-key') ?? '';
    if (before.has(key) || element.getClientRects().length === 0) continue;
    before.set(key, {
      box: element.getBoundingClientRect(),
      ghost: flies.has(key) ? ghostOf(element) : null,
    });
  }
  return before;
}
