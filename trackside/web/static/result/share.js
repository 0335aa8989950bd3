// The share menu of a finished game.
import { useCloseOutside } from '../app/hooks.js';
import { copy, record } from '../app/http.js';
import { icon } from '../ui/icons.js';
import { html, useRef, useState } from '../vendor/view.js';

/** @import { Words } from '../types' */

/**
 * The share menu: a link, or the record as a file.
 * @param {{id: string, game: string, title: string, says: string, words: Words}} props
 */
export function Share({ id, game, title, says, words }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState('');
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  useCloseOutside(open, () => setOpen(false), root);
  const link = new URL(`/replay/${id}`, location.origin).href;
  const copyOut = (/** @type {() => Promise<string>} */ text) => async () => {
    await copy(await text());
    setDone(words('wait.copied'));
  };
  return html`<div class="share" ref=${root}>
    <button
      class="button plain icon-only"
      type="button"
      aria-label=${words('end.share')}
      title=${words('end.share')}
      aria-expanded=${open}
      onClick=${() => setOpen(!open)}
    >
      ${icon('share')}
    </button>
    ${
      open &&
      html`<div class="share-panel">
        <button class="button small" type="button" onClick=${copyOut(async () => `${title}: ${says} ${link}`)}>
          ${words('end.copy_link')}
        </button>
        <button class="button small" type="button" onClick=${copyOut(() => record(id))}>
          ${words('end.copy_record')}
        </button>
        <a class="button small" href=${`/api/tables/${id}/record`} download=${`${game}-${id}.txt`}>
          ${words('replay.download')}
        </a>
        <p class="quiet" role="status">${done}</p>
      </div>`
    }
  </div>`;
}
