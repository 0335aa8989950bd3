// Where dice and cards come from, so that everybody can check that nobody chose them.
import { html } from './vendor/view.js';
import { nameOf } from './words.js';

/** @typedef {import('./types').Words} Words @typedef {import('./api').Snapshot} Snapshot */

const SALT_BYTES = 16;

/** What I add to the dice of a table: nobody can guess it. */
export const newSalt = () =>
  [...crypto.getRandomValues(new Uint8Array(SALT_BYTES))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * What is known now of where chance comes from, each with its label.
 * @param {Snapshot} message
 * @param {Words} words
 * @returns {[label: string, value: string][]}
 */
export function sources({ table, seats, result }, words) {
  /** @type {[string, string|null|undefined][]} */
  const known = [
    [words('fair.commitment'), table.commitment],
    ...seats.map(
      seat =>
        /** @type {[string, string|null]} */ ([
          seat.mine ? words('fair.my_salt') : words('fair.salt', { who: nameOf(seat, words) }),
          seat.salt,
        ]),
    ),
    [words('fair.secret'), result?.secret],
    [words('fair.seed'), result?.seed],
  ];
  return known.flatMap(([label, value]) => (value ? [/** @type {[string, string]} */ ([label, value])] : []));
}

/** Why chance is fair here, and how to check it. @param {{message: Snapshot, words: Words}} props */
export function FairDice({ message, words }) {
  const { table, seats } = message;
  const shared = seats.some(seat => seat.kind === 'open' || seat.salt);
  const alone = table.commitment ? 'fair.alone' : 'fair.short';
  const keepOpen = (/** @type {Event} */ event) => event.stopPropagation();
  return html`<details class="more fair" onClick=${keepOpen}>
    <summary>${words('fair.title')}</summary>
    <p>${words(shared ? 'fair.shared' : alone)}</p>
    <dl>
      ${sources(message, words).map(
        ([label, value]) =>
          html`<dt key=${label}>${label}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <p>${words('fair.verify')}</p>
  </details>`;
}
