// The form for everything one click does not say.
import { badge } from './kit.js';
import { CLOCKS, MINUTES, WATCH, choicesFor, resize, usual, usualLevel, usualSeats } from './setup.js';
import { html, useState } from './vendor/view.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Game} Game
 * @typedef {import('./setup.js').Setup} Setup
 */

const COLOURS = ['red', 'purple', 'yellow', 'blue', 'green', 'white'];
const OTHER = '\u0000other';

/**
 * A choice with its label before it.
 * @param {{label: string, value: string, choices: [string, string][], change: (value: string) => void, name?:
 *   string}} props
 */
const Select = ({
  label,
  value,
  choices,
  change,
  name,
}) => html`<label class="field stack"><span>${label}</span><select name=${name} value=${value} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
  ${choices.map(([one, says]) => html`<option key=${one} value=${one} selected=${one === value}>${says}</option>`)}</select></label>`;

/**
 * Who sits where.
 * @param {{app: App, game: Game, setup: Setup, change: (seats: import('./setup.js').Place[]) => void}} props
 */
function Places({ app, game, setup, change }) {
  const { words } = app;
  /** @type {[string, string][]} */
  const choices = [
    ['me', words('form.me')],
    ...game.levels.map(
      level =>
        /** @type {[string, string]} */ ([`bot ${level.name}`, words('form.bot', { level: level.label })]),
    ),
    ['open', words('form.open')],
    ['here', words('form.here')],
  ];
  const put = (/** @type {number} */ seat, /** @type {import('./setup.js').Place} */ place) =>
    change(
      setup.seats.map((one, i) =>
        i === seat
          ? place
          : place.kind === 'me' && one.kind === 'me'
            ? { kind: 'bot', level: usualLevel(game) }
            : one,
      ),
    );
  return html`<fieldset class="places"><legend>${words('form.seats')}</legend>
    ${setup.seats.map(
      (place, i) => html`<div class="place" key=${i}>
      <label class="field"><span class="colour">${badge(COLOURS[i])}${words(`seat.${COLOURS[i]}`)}</span><select name=${`seat-${i}`} onChange=${(
        /** @type {any} */ event,
      ) => {
        const [kind, level] = event.target.value.split(' ');
        put(i, { kind, level });
      }}>
        ${choices.map(([value, says]) => html`<option key=${value} value=${value} selected=${value === (place.kind === 'bot' ? `bot ${place.level}` : place.kind)}>${says}</option>`)}</select></label>
      ${place.kind === 'here' && html`<label class="field"><span>${words('form.their_name')}</span><input class="text" maxlength="32" value=${place.name ?? ''} onInput=${(/** @type {any} */ event) => put(i, { ...place, name: event.target.value })} /></label>`}
    </div>`,
    )}</fieldset>`;
}

/**
 * One option of the game: its choices in words, or any text where the game understands more.
 * @param {{app: App, option: import('./types').Option, count: number, value: string, change: (value: string) =>
 *   void}} props
 */
function OptionField({ app, option, count, value, change }) {
  const choices = choicesFor(option, count);
  const named = choices.some(one => one.value === value);
  const [other, setOther] = useState(!named && option.free);
  /** @type {[string, string][]} */
  const all = choices.map(one => [one.value, one.label]);
  if (option.free) all.push([OTHER, app.words('form.other')]);
  return html`<${Select} label=${option.label} name=${option.name} value=${other ? OTHER : named ? value : option.default} choices=${all}
      change=${(/** @type {string} */ one) => {
        setOther(one === OTHER);
        change(one === OTHER ? '' : one);
      }} />
    ${other && html`<label class="field stack"><span>${app.words('form.other_value', { option: option.label })}</span><input class="text" maxlength="4000" value=${value} onInput=${(/** @type {any} */ event) => change(event.target.value)} /></label>`}`;
}

/**
 * The seed of a game for one: by chance, today's, or one's own.
 * @param {{app: App, seed: string|null, change: (seed: string|null) => void}} props
 */
function SeedField({ app, seed, change }) {
  const { words, hello } = app;
  const [kind, setKind] = useState('chance');
  return html`<${Select} label=${words('form.seed')} name="seed" value=${kind} choices=${['chance', 'daily', 'own'].map(one => [one, words(`form.seed_${one}`, { daily: hello.daily })])}
      change=${(/** @type {string} */ one) => {
        setKind(one);
        change(one === 'daily' ? hello.daily : one === 'own' ? '' : null);
      }} />
    ${kind === 'own' && html`<label class="field stack"><span>${words('form.seed_text')}</span><input class="text" maxlength="100" value=${seed ?? ''} onInput=${(/** @type {any} */ event) => change(event.target.value)} /></label>`}`;
}

/** @param {{app: App, game: Game, start: (setup: Setup) => void, busy: boolean}} props */
export function TableForm({ app, game, start, busy }) {
  const { words } = app;
  const [setup, setSetup] = useState(() => usual(game, usualSeats(game)));
  const change = (/** @type {Partial<Setup>} */ part) => setSetup(before => ({ ...before, ...part }));
  const count = setup.seats.length;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(setup);
  };
  return html`<form class="options" onSubmit=${submit}>
    <${Select} label=${words('form.players')} name="players" value=${String(count)} choices=${game.seats.map(n => [String(n), n === 1 ? words('form.solo') : String(n)])}
      change=${(/** @type {string} */ n) => change({ seats: resize(game, setup.seats, Number(n)) })} />
    <${Places} app=${app} game=${game} setup=${setup} change=${(/** @type {Setup['seats']} */ seats) => change({ seats })} />
    ${game.options.map(
      option => html`<${OptionField} key=${option.name} app=${app} option=${option} count=${count} value=${setup.options[option.name] ?? option.default}
      change=${(/** @type {string} */ value) => change({ options: { ...setup.options, [option.name]: value } })} />`,
    )}
    ${count === 1 && html`<${SeedField} app=${app} seed=${setup.seed} change=${(/** @type {string|null} */ seed) => change({ seed })} />`}
    <${Select} label=${words('form.clock')} name="clock" value=${String(setup.clock)} choices=${CLOCKS.map(one => [String(one), words(`clock.${one ?? 'none'}`)])}
      change=${(/** @type {string} */ one) => change({ clock: one === 'null' ? null : Number(one) })} />
    ${
      game.timed &&
      html`<${Select} label=${words('form.minutes')} name="minutes" value=${String(setup.minutes)} choices=${MINUTES.map(one => [String(one), one === null ? words('form.minutes_none') : words('form.minutes_n', { n: one })])}
      change=${(/** @type {string} */ one) => change({ minutes: one === 'null' ? null : Number(one) })} />`
    }
    <${Select} label=${words('form.watch')} name="watch" value=${setup.watch} choices=${WATCH.map(one => [one, words(`watch.${one}`)])} change=${(/** @type {string} */ watch) => change({ watch })} />
    <button class="button primary" type="submit" disabled=${busy}>${words('form.start')}</button>
  </form>`;
}
