// The fairness panel: where dice and cards come from, so that everyone can check that no one chose them.
import { Dialog } from '../ui/dialog.js';
import { get } from '../app/http.js';
import { keepFirst, keptValue } from '../app/kept.js';
import { loadModule } from '../app/load.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { nameOf } from '../app/words.js';

/**
 * @import { Snapshot } from '../api'
 * @import { App, Words } from '../types'
 */

const SHOWN = 'digests';

/** Return the digest that this browser saw during a game, if it was there. @param {string} id */
export const shownDigest = id => keptValue(SHOWN, id);

/**
 * Store the first digest that a table shows: the server cannot claim another commitment later.
 * @param {Snapshot['table']} table
 */
export function useShownDigest({ id, status, commitment }) {
  useEffect(() => {
    if (status !== 'over' && commitment) keepFirst(SHOWN, id, commitment);
  }, [id, status, commitment]);
}

/**
 * Return the known sources of chance, with their labels.
 * @param {Snapshot} message
 * @param {Words} words
 * @returns {[label: string, value: string][]}
 */
export function sources({ table, seats, result }, words) {
  /** @type {[string, string|null|undefined][]} */
  const known = [
    [words('fair.commitment'), table.commitment],
    ...seats.flatMap(seat => {
      const about = (/** @type {string} */ key) =>
        seat.mine ? words(`fair.my_${key}`) : words(`fair.${key}`, { who: nameOf(seat, words) });
      return /** @type {[string, string|null][]} */ ([
        [about('salt_digest'), seat.commitment],
        [about('salt'), seat.salt],
      ]);
    }),
    [words('fair.secret'), result?.secret],
    [words('fair.seed'), result?.seed],
  ];
  return known.flatMap(([label, value]) => (value ? [/** @type {[string, string]} */ ([label, value])] : []));
}

/**
 * Return the explanation why chance is fair at a table.
 * @param {Pick<Snapshot, 'table' | 'seats'>} message
 * @param {Words} words
 */
function reason({ table, seats }, words) {
  const shared = seats.some(seat => seat.kind === 'open' || seat.salt || seat.commitment || seat.asks);
  const alone = table.commitment ? 'fair.alone' : 'fair.short';
  return words(shared ? 'fair.shared' : alone);
}

/** The known sources of chance. @param {{known: [string, string][]}} props */
const Known = ({ known }) =>
  known.length > 0 &&
  html`<dl>
    ${known.map(
      ([label, value]) =>
        html`<dt key=${label}>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

/**
 * The explanation why chance is fair, shown while people take their seats.
 * @param {{message: Snapshot, words: Words}} props
 */
export const FairDice = ({ message, words }) =>
  html`<details class="more fair">
    <summary>${words('fair.title')}</summary>
    <p>${reason(message, words)}</p>
    <${Known} known=${sources(message, words)} />
    <p>${words('fair.verify')}</p>
  </details>`;

/** Return the component that verifies a finished game, loaded on demand. @returns {((props: any) => any)|null} */
function useVerify() {
  const [found, setFound] = useState(/** @type {{Verify: (props: any) => any}|null} */ (null));
  useEffect(() => {
    loadModule('verify', () => import('./verify.js')).then(setFound);
  }, []);
  return found?.Verify ?? null;
}

/**
 * The dialog that verifies every roll and draw of a finished game; during a game it explains what can be verified
 * later.
 * @param {object} props
 * @param {App} props.app
 * @param {string} props.id
 * @param {Snapshot|null} props.message the table, if it is loaded
 * @param {boolean} props.running
 * @param {boolean} props.secrets true if the game has hidden information
 * @param {Words} props.words
 * @param {() => void} props.close
 */
export function VerifyDialog({ app, id, message, running, secrets, words, close }) {
  const Verify = useVerify();
  const [table, setTable] = useState(message);
  useEffect(() => {
    if (!message) get(`/api/tables/${id}`, { language: app.language }).then(setTable, () => null);
  }, [id]);
  const own = table !== null && table.table.origin !== 'imported';
  const part = running
    ? html`<p><b>${words('fair.running')}</b> ${secrets && words('fair.running_hidden')}</p>`
    : Verify && html`<${Verify} app=${app} id=${id} secrets=${secrets} words=${words} close=${close} />`;
  return html`<${Dialog} title=${words('fair.open')} words=${words} close=${close}>
    <div class="dialog-body one verify">
      ${part}
      <details class="more fair" open=${running}>
        <summary>${words('fair.title')}</summary>
        ${own && html`<p>${reason(table, words)}</p>`} ${own && html`<${Known} known=${sources(table, words)} />`}
        <p>${words('fair.how')}</p>
      </details>
    </div>
  </${Dialog}>`;
}
