// The review in a file of its own, which holds the code, the words and everything that the review needs.
import { ReviewView } from './view.js';
import { makeWords } from '../app/words.js';
import { html, render } from '../vendor/view.js';

/**
 * @import { Catalogue, ReviewMoment, ReviewPage } from '../api'
 * @import { BoardModule } from '../types'
 */

/** Return the JSON in an element of the document, compressed and in base64. @param {string} id */
function unpack(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ''), one =>
    one.charCodeAt(0),
  );
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

/** Show the review. @param {BoardModule} board */
export async function showReview(board) {
  /** @type {{review: ReviewPage, moments: ReviewMoment[], words: Catalogue}} */
  const { review, moments, words: catalogue } = await unpack('review');
  const words = makeWords(catalogue);
  const header = (/** @type {any} */ where, /** @type {any} */ back) =>
    html`<header class="top">
      <a class="skip" href="#main">${words('page.skip')}</a>
      <span class="mark">Trackside</span>
      ${where}
      <nav aria-label=${words('page.navigation')}>${back}</nav>
    </header>`;
  const page = html`<${ReviewView}
    review=${review}
    board=${board}
    words=${words}
    keys=${true}
    useMoment=${(/** @type {number} */ step) => moments[step]}
    header=${header}
    online=${null}
  />`;
  render(page, /** @type {Element} */ (document.getElementById('page')));
}
