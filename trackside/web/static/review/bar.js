// The bar at the bottom of a review, and its keys: steps, mistakes, strokes of luck, what-if.
import { icon } from '../ui/icons.js';
import { html, useEffect, useRef } from '../vendor/view.js';

/** @import { Words } from '../types' */

/**
 * @typedef {object} Ways the actions available anywhere in a review
 * @property {number} at
 * @property {number} last
 * @property {(step: number) => void} go
 * @property {(way: number) => void} mistake
 * @property {(way: number) => void} luck
 * @property {{mistake: boolean, luck: boolean}} some true for each kind that exists
 * @property {(n: number) => void} number shows the moment with this number
 * @property {(() => void)|null} whatIf continues the game from this step, if there is a server
 * @property {(() => void)|null} perspective changes the perspective of the board, if there are secrets
 */

/** Return true if a key is meant for another element. @param {KeyboardEvent} event */
const meantForAnother = ({ ctrlKey, metaKey, altKey, defaultPrevented, target }) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  defaultPrevented ||
  (target instanceof Element && target.closest('input, select, textarea, dialog, .panel') !== null);

/**
 * Handle a key; return true if it has a meaning.
 * @param {KeyboardEvent} event
 * @param {boolean} letters
 * @param {Ways} ways
 */
export function handleReviewKey(event, letters, ways) {
  const back = event.shiftKey ? -1 : 1;
  switch (event.key) {
    case 'ArrowLeft':
      ways.go(ways.at - 1);
      return true;
    case 'ArrowRight':
      ways.go(ways.at + 1);
      return true;
    case 'Home':
      ways.go(0);
      return true;
    case 'End':
      ways.go(ways.last);
      return true;
  }
  if (!letters) return false;
  const key = event.key.toLowerCase();
  if (key >= '1' && key <= '5' && key.length === 1) ways.number(Number(key));
  else if (key === 'm') ways.mistake(back);
  else if (key === 'l') ways.luck(back);
  else if (key === 'w' && ways.whatIf) ways.whatIf();
  else if (key === 'e' && ways.perspective) ways.perspective();
  else return false;
  return true;
}

/** Handle the keys of a review, wherever the focus is. @param {boolean} letters @param {Ways} ways */
export function useReviewKeys(letters, ways) {
  const now = useRef(ways);
  now.current = ways;
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (!meantForAnother(event) && handleReviewKey(event, letters, now.current)) event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [letters]);
}

/**
 * @param {Ways & {turn: number, turns: number, learn: string|null, words: Words}} props
 */
export function ReviewBar({ at, last, go, mistake, luck, some, whatIf, turn, turns, learn, words }) {
  const step = (/** @type {string} */ name, /** @type {number} */ to, /** @type {string} */ look = '') => {
    const label = words(`review_page.${name}`);
    const off = to < 0 || to > last || to === at;
    return html`<button
      class=${`button step ${look}`}
      type="button"
      aria-label=${label}
      title=${label}
      aria-disabled=${off ? 'true' : undefined}
      onClick=${() => !off && go(to)}
    >
      ${icon(name)}
    </button>`;
  };
  const act = (
    /** @type {string} */ name,
    /** @type {() => void} */ does,
    /** @type {string} */ look,
    on = true,
  ) =>
    html`<button
      class=${`button ${look}`}
      type="button"
      title=${words(`review_page.${name}_key`)}
      aria-disabled=${on ? undefined : 'true'}
      onClick=${() => on && does()}
    >
      ${words(`review_page.${name}`)}
    </button>`;
  return html`<section class="rv-acts" aria-label=${words('review_page.controls')}>
    ${step('first', 0, 'only-wide end')}${step('back', at - 1)}${step('forward', at + 1)}
    ${step('last', last, 'only-wide end')}
    <span class="of only-wide">${words('review_page.turn_of', { turn: words('review.turn', { turn }), turns })}</span>
    <span class="sep-line only-wide"></span>
    ${act('next_mistake', () => mistake(1), 'fill', some.mistake)}
    ${act('next_luck', () => luck(1), 'only-wide', some.luck)}
    <span class="gap only-wide"></span>
    ${whatIf && act('what_if', whatIf, '')}
    ${
      learn &&
      html`<a class="button primary only-wide" href=${learn}>
        ${words(learn.includes('#') ? 'review_page.find_better' : 'review_page.learn')}
      </a>`
    }
  </section>`;
}
