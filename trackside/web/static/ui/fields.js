// Form fields: a select, a text, a number, my name.
import { ErrorNote } from './notes.js';
import { html, useState } from '../vendor/view.js';

/** @import { App, Words } from '../types' */

/**
 * @typedef {[value: string, label: string][]} Choices
 */

/**
 * @param {object} props
 * @param {string} [props.name]
 * @param {string} [props.label] a description, if there is no label next to it
 * @param {string} props.value
 * @param {Choices} props.choices
 * @param {(value: string) => void} props.change
 */
export const Select = ({ name, label, value, choices, change }) =>
  html`<select
    name=${name}
    aria-label=${label}
    value=${value}
    onChange=${(/** @type {any} */ event) => change(event.target.value)}
  >
    ${choices.map(([one, said]) => html`<option key=${one} value=${one} selected=${one === value}>${said}</option>`)}
  </select>`;

/**
 * A select with its label before or above it.
 * @param {Parameters<typeof Select>[0] & {label: string, stack?: boolean}} props
 */
export const SelectField = ({ label, stack, ...select }) =>
  html`<label class=${stack ? 'field stack' : 'field'}><span>${label}</span><${Select} ...${select} /></label>`;

/**
 * A text input with its label.
 * @param {{label: string, value: string, longest: number, stack?: boolean, change: (value: string) =>
 *   void}} props
 */
export const TextField = ({ label, value, longest, stack, change }) =>
  html`<label class=${stack ? 'field stack' : 'field'}>
    <span>${label}</span>
    <input
      class="text"
      maxlength=${longest}
      value=${value}
      onInput=${(/** @type {any} */ event) => change(event.target.value)}
    />
  </label>`;

/**
 * A number within a range, typed or stepped.
 * @param {object} props
 * @param {string} props.label
 * @param {string} [props.name]
 * @param {number} props.value
 * @param {number} props.least
 * @param {number} props.most
 * @param {boolean} [props.disabled]
 * @param {string|null} [props.unit]
 * @param {Words} props.words
 * @param {(n: number) => void} props.change
 */
export function Stepper({ label, name, value, least, most, disabled, unit, words, change }) {
  // The typed text until it is committed, so that a redraw does not replace it with the old value.
  const [typed, setTyped] = useState(/** @type {string|null} */ (null));
  const put = (/** @type {number} */ n) => {
    setTyped(null);
    if (Number.isInteger(n)) change(Math.min(most, Math.max(least, n)));
  };
  const step = (/** @type {string} */ sign, /** @type {number} */ by, /** @type {string} */ key) =>
    html`<button
      type="button"
      aria-label=${words(key, { label })}
      disabled=${disabled || value + by < least || value + by > most}
      onClick=${() => put(value + by)}
    >
      ${sign}
    </button>`;
  return html`<span class="stepper">
    ${step('−', -1, 'form.fewer')}
    <input
      type="number"
      name=${name}
      aria-label=${unit ? `${label}: ${unit}` : label}
      min=${least}
      max=${most}
      value=${typed ?? value}
      disabled=${disabled}
      onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}
      onChange=${(/** @type {any} */ event) => put(event.target.valueAsNumber)}
    />
    ${step('+', 1, 'form.more')}
    ${unit && html`<span class="quiet" aria-hidden="true">${unit}</span>`}
  </span>`;
}

/** A number input with its label. @param {Parameters<typeof Stepper>[0]} props */
export const NumberField = props =>
  html`<div class="f-line"><h3>${props.label}</h3><${Stepper} ...${props} /></div>`;

/** The field for my name at every table. @param {{app: App}} props */
export function NameField({ app }) {
  const [error, setError] = useState('');
  const save = async (/** @type {any} */ event) => {
    const name = event.target.value.trim();
    if (name === app.hello.name) return;
    try {
      await app.setName(name);
      setError('');
    } catch (refusal) {
      setError(String(/** @type {Error} */ (refusal).message));
    }
  };
  return html`<label class="field">
      <span>${app.words('settings.name')}</span>
      <input
        class="text"
        name="name"
        maxlength=${app.hello.limits.name}
        autocomplete="nickname"
        value=${app.hello.name}
        placeholder=${app.words('settings.nobody')}
        onChange=${save}
      />
    </label>
    ${error && html`<${ErrorNote} text=${error} />`}`;
}
