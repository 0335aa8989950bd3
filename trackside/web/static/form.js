// The form for a table with more choices than one click has.
import { badge } from './kit.js';
import { Select, SelectField } from './parts.js';
import { choicesFor, defaultLevel, defaultSetup, isAlone, isOpen, resize } from './setup.js';
import { html, useState } from './vendor/view.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').GameCard} GameCard
 * @typedef {import('./api').Limits} Limits
 * @typedef {import('./setup.js').Setup} Setup
 * @typedef {import('./setup.js').SeatSetup} SeatSetup
 * @typedef {import('./parts.js').Choices} Choices
 */

const COLOURS = ['red', 'purple', 'yellow', 'blue', 'green', 'white'];
const OTHER = '\u0000other';
const NONE = '';

/**
 * A line of text with its label.
 * @param {{label: string, value: string, longest: number, stack?: boolean, change: (value: string) =>
 *   void}} props
 */
const TextField = ({ label, value, longest, stack, change }) =>
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
 * Who may sit on a seat, as values of a select element.
 * @param {GameCard} game
 * @param {Words} words
 * @returns {Choices}
 */
const seatChoices = (game, words) => [
  ['me', words('form.me')],
  ...game.levels.map(
    level =>
      /** @type {[string, string]} */ ([`bot ${level.name}`, words('form.bot', { level: level.label })]),
  ),
  ['open', words('form.open')],
  ['here', words('form.here')],
];

/** @param {SeatSetup} seat */
const seatValue = seat => (seat.kind === 'bot' ? `bot ${seat.level}` : seat.kind);

/**
 * Who sits where.
 * @param {{app: App, game: GameCard, setup: Setup, change: (seats: SeatSetup[]) => void}} props
 */
function SeatFields({ app, game, setup, change }) {
  const { words, hello } = app;
  const choices = seatChoices(game, words);
  const put = (/** @type {number} */ index, /** @type {SeatSetup} */ seat) =>
    change(
      setup.seats.map((other, i) => {
        if (i === index) return seat;
        return seat.kind === 'me' && other.kind === 'me' ? { kind: 'bot', level: defaultLevel(game) } : other;
      }),
    );
  const choose = (/** @type {number} */ index, /** @type {string} */ value) => {
    const [kind, level] = value.split(' ');
    put(index, { kind, level });
  };
  return html`<fieldset class="places">
    <legend>${words('form.seats')}</legend>
    ${setup.seats.map(
      (seat, i) => html`<div class="place" key=${i}>
        <label class="field">
          <span class="colour">${badge(COLOURS[i])}${words(`seat.${COLOURS[i]}`)}</span>
          <${Select}
            name=${`seat-${i}`}
            value=${seatValue(seat)}
            choices=${choices}
            change=${(/** @type {string} */ value) => choose(i, value)}
          />
        </label>
        ${
          seat.kind === 'here' &&
          html`<${TextField}
            label=${words('form.their_name')}
            value=${seat.name ?? ''}
            longest=${hello.limits.name}
            change=${(/** @type {string} */ name) => put(i, { ...seat, name })}
          />`
        }
      </div>`,
    )}
  </fieldset>`;
}

/**
 * One option of the game: its choices in words, or any text where the game understands more.
 * @param {object} props
 * @param {App} props.app
 * @param {import('./api').OptionCard} props.option
 * @param {number} props.count
 * @param {string} props.value
 * @param {(value: string) => void} props.change
 */
function OptionField({ app, option, count, value, change }) {
  const offered = choicesFor(option, count);
  const named = offered.some(choice => choice.value === value);
  const [other, setOther] = useState(!named && option.free);
  /** @type {Choices} */
  const choices = offered.map(choice => [choice.value, choice.label]);
  if (option.free) choices.push([OTHER, app.words('form.other')]);
  const choose = (/** @type {string} */ chosen) => {
    setOther(chosen === OTHER);
    change(chosen === OTHER ? '' : chosen);
  };
  const shown = named ? value : option.default;
  return html`<${SelectField}
      stack
      label=${option.label}
      name=${option.name}
      value=${other ? OTHER : shown}
      choices=${choices}
      change=${choose}
    />
    ${
      other &&
      html`<${TextField}
        stack
        label=${app.words('form.other_value', { option: option.label })}
        value=${value}
        longest=${app.hello.limits.option}
        change=${change}
      />`
    }`;
}

/**
 * The seed of a game for one: by chance, today's, or one's own.
 * @param {{app: App, seed: string|null, change: (seed: string|null) => void}} props
 */
function SeedField({ app, seed, change }) {
  const { words, hello } = app;
  const [kind, setKind] = useState('chance');
  /** @type {{[kind: string]: string|null}} */
  const seeds = { chance: null, daily: hello.daily, own: '' };
  const choose = (/** @type {string} */ chosen) => {
    setKind(chosen);
    change(seeds[chosen]);
  };
  return html`<${SelectField}
      stack
      label=${words('form.seed')}
      name="seed"
      value=${kind}
      choices=${Object.keys(seeds).map(one => [one, words(`form.seed_${one}`, { daily: hello.daily })])}
      change=${choose}
    />
    ${
      kind === 'own' &&
      html`<${TextField}
        stack
        label=${words('form.seed_text')}
        value=${seed ?? ''}
        longest=${hello.limits.seed}
        change=${change}
      />`
    }`;
}

/** @param {number[]} values @param {string} none @param {(n: number) => string} label @returns {Choices} */
const numberChoices = (values, none, label) => [
  [NONE, none],
  ...values.map(n => choice(String(n), label(n))),
];

/** @param {string} value @param {string} label @returns {[string, string]} */
const choice = (value, label) => [value, label];

/** @param {string} value */
const numberOrNull = value => (value === NONE ? null : Number(value));

/**
 * The time for a turn; a clock without words of its own is said in seconds.
 * @param {number[]} clocks
 * @param {Words} words
 */
export const clockChoices = (clocks, words) =>
  numberChoices(clocks, words('clock.none'), n =>
    words.has(`clock.${n}`) ? words(`clock.${n}`) : words('clock.seconds', { n }),
  );

/**
 * Clocks, who may watch, and whether there are hints where other people can come.
 * @param {{app: App, game: GameCard, setup: Setup, change: (part: Partial<Setup>) => void}} props
 */
function TableFields({ app, game, setup, change }) {
  const { words } = app;
  const { limits } = app.hello;
  return html`<${SelectField}
      stack
      label=${words('form.clock')}
      name="clock"
      value=${String(setup.clock ?? NONE)}
      choices=${clockChoices(limits.clocks, words)}
      change=${(/** @type {string} */ value) => change({ clock: numberOrNull(value) })}
    />
    ${
      game.timed &&
      html`<${SelectField}
        stack
        label=${words('form.minutes')}
        name="minutes"
        value=${String(setup.minutes ?? NONE)}
        choices=${numberChoices(limits.minutes, words('form.minutes_none'), n => words('form.minutes_n', { n }))}
        change=${(/** @type {string} */ value) => change({ minutes: numberOrNull(value) })}
      />`
    }
    <${SelectField}
      stack
      label=${words('form.watch')}
      name="watch"
      value=${setup.watch}
      choices=${limits.watch.map(one => [one, words(`watch.${one}`)])}
      change=${(/** @type {string} */ watch) => change({ watch })}
    />
    ${
      isOpen(setup.seats) &&
      html`<${SelectField}
        stack
        label=${words('form.hints')}
        name="hints"
        value=${setup.hints ? 'yes' : 'no'}
        choices=${['no', 'yes'].map(one => [one, words(`form.hints_${one}`)])}
        change=${(/** @type {string} */ value) => change({ hints: value === 'yes' })}
      />`
    }`;
}

/** @param {{app: App, game: GameCard, start: (setup: Setup) => void, busy: boolean}} props */
export function TableForm({ app, game, start, busy }) {
  const { words } = app;
  const [setup, setSetup] = useState(() => defaultSetup(game));
  const change = (/** @type {Partial<Setup>} */ part) => setSetup(before => ({ ...before, ...part }));
  const count = setup.seats.length;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(setup);
  };
  const setOption = (/** @type {string} */ name, /** @type {string} */ value) =>
    change({ options: { ...setup.options, [name]: value } });
  return html`<form class="options" onSubmit=${submit}>
    <${SelectField}
      stack
      label=${words('form.players')}
      name="players"
      value=${String(count)}
      choices=${game.seats.map(n => [String(n), n === 1 ? words('form.solo') : String(n)])}
      change=${(/** @type {string} */ n) => change({ seats: resize(game, setup.seats, Number(n)) })}
    />
    <${SeatFields}
      app=${app}
      game=${game}
      setup=${setup}
      change=${(/** @type {SeatSetup[]} */ seats) => change({ seats })}
    />
    ${game.options.map(
      option => html`<${OptionField}
        key=${option.name}
        app=${app}
        option=${option}
        count=${count}
        value=${setup.options[option.name] ?? option.default}
        change=${(/** @type {string} */ value) => setOption(option.name, value)}
      />`,
    )}
    ${
      isAlone(setup.seats) &&
      html`<${SeedField}
        app=${app}
        seed=${setup.seed}
        change=${(/** @type {string|null} */ seed) => change({ seed })}
      />`
    }
    <${TableFields} app=${app} game=${game} setup=${setup} change=${change} />
    <button class="button primary" type="submit" disabled=${busy}>${words('form.start')}</button>
  </form>`;
}
