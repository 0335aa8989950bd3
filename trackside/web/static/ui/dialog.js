// A modal dialog, on a phone a sheet from below: traps the focus, closes on Escape and restores the focus.
import { html, useEffect, useRef } from '../vendor/view.js';

const CLOSE = html`<svg class="icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
  <path d="M6 6 18 18M18 6 6 18" />
</svg>`;

/** A close button with a cross. @param {{label: string, close: () => void}} props */
export const CloseButton = ({ label, close }) =>
  html`<button class="button plain icon-only" type="button" aria-label=${label} title=${label} onClick=${close}>
    ${CLOSE}
  </button>`;

/**
 * @param {object} props
 * @param {string} props.title
 * @param {import('../types').Words} props.words
 * @param {() => void} props.close
 * @param {boolean} [props.small] for a few lines or fields
 * @param {any} [props.children]
 */
export function Dialog({ title, words, close, small, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const press = (/** @type {Event} */ event) => {
    if (event.target === dialog.current) close(); // outside the dialog
  };
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog
    class=${small ? 'dialog small' : 'dialog'}
    ref=${dialog}
    aria-labelledby="dialog-title"
    onCancel=${cancel}
    onMouseDown=${press}
  >
    <header>
      <h2 id="dialog-title">${title}</h2>
      <${CloseButton} label=${words('page.close')} close=${close} />
    </header>
    ${children}
  </dialog>`;
}
