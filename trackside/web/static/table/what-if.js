// The link from a what-if table back to the game that it continues.
import { icon } from '../ui/icons.js';
import { html } from '../vendor/view.js';

/** @param {{from: import('../api').WhatIf, words: import('../types').Words}} props */
export function WhatIfLink({ from: { table, at, turn, step }, words }) {
  const href = step === null ? `/replay/${table}#${at}` : `/table/${table}/review#${step}`;
  const says = words('table.what_if', { turn });
  const back = words(step === null ? 'table.to_replay' : 'table.to_review');
  return html`<a class="what-if" href=${href} aria-label=${`${says}. ${back}`} title=${back}>
    ${icon('back')}<span class="chip only-wide">${says}</span>
    <span class="chip only-tall">${words('table.what_if_short')}</span>
    <span class="quiet" aria-hidden="true">${back}</span>
  </a>`;
}
