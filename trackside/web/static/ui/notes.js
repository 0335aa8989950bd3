// Notes: errors, information, no connection, and a button that confirms what it did.
import { isUnreachable, useReachable } from '../app/online.js';
import { html, useState } from '../vendor/view.js';

/** @import { Words } from '../types' */

/**
 * The note at the bottom of every page that the server is unreachable; a table has its own.
 * @param {{text: string}} props
 */
export function OfflineNote({ text }) {
  const reachable = useReachable();
  return html`<div class="offline" role="status">
    ${!reachable && html`<p><span class="sign" aria-hidden="true">⚠</span><span>${text}</span></p>`}
  </div>`;
}

/**
 * An error message; the one for an unreachable server disappears once it can be reached.
 * @param {{text: string, close?: () => void, words?: Words}} props
 */
export function ErrorNote({ text, close, words }) {
  const reachable = useReachable();
  if (reachable && isUnreachable(text)) return null;
  return html`<div class="note error" role="alert">
    <span class="sign" aria-hidden="true">✕</span><span>${text}</span>
    ${
      close && words
        ? html`<button class="button small" type="button" onClick=${close}>${words('page.ok')}</button>`
        : html`<span></span>`
    }
  </div>`;
}

/** An informative note. @param {{sign?: string, children?: any}} props */
export const Note = ({ sign = '…', children }) =>
  html`<div class="note" role="status">
    <span class="sign" aria-hidden="true">${sign}</span><span>${children}</span><span></span>
  </div>`;

/**
 * A button that confirms for a while that it has acted.
 * @param {{label: string, done: string, act: () => Promise<void>}} props
 */
export function CopyButton({ label, done, act }) {
  const [did, setDid] = useState(false);
  const click = async () => {
    await act();
    setDid(true);
    setTimeout(() => setDid(false), 2500);
  };
  return html`<button class="button small" type="button" onClick=${click}>${did ? done : label}</button>`;
}
