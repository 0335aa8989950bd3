// The fields for a game's options: seats, numbers, explained choices and custom texts.
import { Select, Stepper, TextField } from '../ui/fields.js';
import { isAllowed, valueOf } from './new-table.js';
import { html, useState } from '../vendor/view.js';

/**
 * @import { OptionCard, OptionChoice } from '../api'
 * @import { App } from '../types'
 * @import { Setup } from './new-table.js'
 */

/**
 * @typedef {object} FieldProps
 * @property {App} app
 * @property {import('../api').GameCard} game
 * @property {Setup} setup
 * @property {OptionCard} option
 * @property {(value: string) => void} put
 */

const USUAL = 12; // the first value of a number field

/** Return true if an option names a seat. @param {OptionCard} option @param {{[colour: string]: string}} names */
const isSeat = (option, names) => option.choices.some(choice => choice.value in names);

/**
 * The choice of a seat, by the name of its player.
 * @param {FieldProps & {names: {[colour: string]: string}}} props
 */
const SeatOption = ({ setup, option, names, put }) =>
  html`<div class="f-line">
    <h3>${option.label}</h3>
    <${Select}
      name=${option.name}
      label=${option.label}
      value=${valueOf(option, setup.options)}
      choices=${option.choices
        .filter(choice => choice.seats.includes(setup.seats.length))
        .map(choice => [choice.value, names[choice.value] ?? choice.label])}
      change=${put}
    />
  </div>`;

/** A number, or none. @param {FieldProps} props */
function NumberOption({ app, setup, option, put }) {
  const numbers = option.choices
    .map(choice => choice.value)
    .filter(value => value !== option.default)
    .map(Number);
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  const value = valueOf(option, setup.options);
  const on = value !== option.default;
  const [kept, keep] = useState(on ? Number(value) : Math.min(most, Math.max(least, USUAL)));
  const change = (/** @type {number} */ n) => {
    keep(n);
    put(String(n));
  };
  const toggle = (/** @type {any} */ event) => put(event.target.checked ? String(kept) : option.default);
  return html`<div class="f-line">
    <label class="check">
      <input type="checkbox" name=${option.name} checked=${on} onChange=${toggle} /><b>${option.label}</b>
    </label>
    <${Stepper}
      label=${option.label}
      value=${kept}
      least=${least}
      most=${most}
      disabled=${!on}
      unit=${option.unit}
      words=${app.words}
      change=${change}
    />
  </div>`;
}

/** Split a label into its part before the first colon and the explanation. @param {string} label */
function explained(label) {
  const at = label.indexOf(': ');
  return at < 0 ? [label, ''] : [label.slice(0, at), label.slice(at + 2)];
}

/**
 * A radio button with an explanation.
 * @param {{option: OptionCard, value: string, label: string, on: boolean, off?: boolean, put: (value: string) =>
 *   void}} props
 */
function Choice({ option, value, label, on, off, put }) {
  const [name, text] = explained(label);
  return html`<label class=${`choice${on ? ' on' : ''}${off ? ' off' : ''}`}>
    <input type="radio" name=${option.name} checked=${on} disabled=${off} onChange=${() => put(value)} />
    <span><b>${name}</b>${text && html`<span class="quiet">${text}</span>`}</span>
  </label>`;
}

/** Explained choices, and a free text if the game accepts one. @param {FieldProps} props */
function ChoiceOption({ app, game, setup, option, put }) {
  const { words } = app;
  const value = valueOf(option, setup.options);
  const named = option.choices.some(choice => choice.value === value);
  const own = `option.${option.name}.own`;
  const gameWords = app.gameWords(game.name);
  const other = gameWords.has(own) ? gameWords(own) : words('form.other');
  const allowed = (/** @type {OptionChoice} */ choice) =>
    isAllowed(game, choice, setup.options, setup.seats.length);
  const shown =
    option.choices.find(choice => choice.value === value && allowed(choice))?.value ?? option.default;
  return html`<fieldset class="choices">
    <legend>${option.label}</legend>
    ${option.choices.map(
      choice => html`<${Choice}
        key=${choice.value}
        option=${option}
        value=${choice.value}
        label=${choice.label}
        on=${named && shown === choice.value}
        off=${!allowed(choice)}
        put=${put}
      />`,
    )}
    ${option.free && html`<${Choice} option=${option} value=${''} label=${other} on=${!named} put=${put} />`}
    ${
      option.free &&
      !named &&
      html`<${TextField}
        stack
        label=${words('form.other_value', { option: option.label })}
        value=${value}
        longest=${app.hello.limits.option}
        change=${put}
      />`
    }
  </fieldset>`;
}

/**
 * All options of the game; those with custom texts come last, folded.
 * @param {Omit<FieldProps, 'option' | 'put'> & {names: {[colour: string]: string}, change: (part: Partial<Setup>) =>
 *   void}} props
 */
export function OptionFields({ names, change, ...rest }) {
  const { app, game, setup } = rest;
  const field = (/** @type {OptionCard} */ option) => {
    const put = (/** @type {string} */ value) =>
      change({ options: { ...setup.options, [option.name]: value } });
    const props = { ...rest, option, put, names };
    if (option.range) return html`<${NumberOption} key=${option.name} ...${props} />`;
    if (isSeat(option, names)) return html`<${SeatOption} key=${option.name} ...${props} />`;
    return html`<${ChoiceOption} key=${option.name} ...${props} />`;
  };
  const own = game.options.filter(option => option.free);
  return html`${game.options.filter(option => !option.free).map(field)}
    ${
      own.length > 0 &&
      html`<details class="more"><summary>${app.words('form.own')}</summary>${own.map(field)}</details>`
    }`;
}
