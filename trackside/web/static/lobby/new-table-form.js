// The form for a new table with all options.
import { BotFace, PersonFace } from '../ui/faces.js';
import { badge } from '../ui/pieces.js';
import { NumberField, Select, TextField } from '../ui/fields.js';
import { OptionFields } from './option-fields.js';
import { botName, defaultLevel, hasSeveralOpen, isAlone, isOpen, resize } from './new-table.js';
import { html, useState } from '../vendor/view.js';
import { clockLabel } from '../app/words.js';

/**
 * @import { GameCard } from '../api'
 * @import { App, Words } from '../types'
 * @import { Choices } from '../ui/fields.js'
 * @import { SeatSetup, Setup } from './new-table.js'
 */

/**
 * @typedef {{app: App, game: GameCard, setup: Setup, change: (part: Partial<Setup>) => void}} PartProps
 */

const COLOURS = ['red', 'purple', 'yellow', 'blue', 'green', 'white'];
const NONE = '';

/**
 * Return the possible players of a seat as options of a select element; bots have the names they would get.
 * @param {GameCard} game
 * @param {SeatSetup[]} seats
 * @param {number} index
 * @param {Words} words
 * @returns {Choices}
 */
const seatChoices = (game, seats, index, words) => [
  ['me', words('form.me')],
  ...game.levels.map(level => {
    const name = botName(game, seats.with(index, { kind: 'bot', level: level.name }), index);
    return choice(`bot ${level.name}`, words('form.bot', { name, level: level.label }));
  }),
  ['open', words('form.open')],
  ['here', words('form.here')],
];

/** @param {SeatSetup} seat */
const seatValue = seat => (seat.kind === 'bot' ? `bot ${seat.level}` : seat.kind);

/** @param {{seat: SeatSetup, colour: string}} props */
function SeatFace({ seat, colour }) {
  if (seat.kind === 'bot') return html`<${BotFace} level=${seat.level} colour=${colour} size=${36} />`;
  if (seat.kind === 'me') return badge(colour, 36);
  return html`<${PersonFace} name=${seat.name || '?'} colour=${colour} size=${36} />`;
}

/** Return a note on the player of a seat. @param {GameCard} game @param {SeatSetup} seat @param {Words} words */
function seatHint(game, seat, words) {
  if (seat.kind === 'bot') return game.levels.find(level => level.name === seat.level)?.plays ?? '';
  return seat.kind === 'open' ? words('form.open_hint') : '';
}

/** The players by seat. @param {PartProps} props */
function SeatRows({ app, game, setup, change }) {
  const { words, hello } = app;
  const { seats } = setup;
  const put = (/** @type {number} */ index, /** @type {SeatSetup} */ seat) =>
    change({
      seats: seats.map((other, i) => {
        if (i === index) return seat;
        return seat.kind === 'me' && other.kind === 'me' ? { kind: 'bot', level: defaultLevel(game) } : other;
      }),
    });
  const choose = (/** @type {number} */ index, /** @type {string} */ value) => {
    const [kind, level] = value.split(' ');
    put(index, { kind, level });
  };
  const hints = seats.map(seat => seatHint(game, seat, words)); // each is shown once
  return html`<ul class="seat-rows">
    ${seats.map(
      (seat, i) => html`<li key=${i}>
        <${SeatFace} seat=${seat} colour=${COLOURS[i]} />
        <${Select}
          name=${`seat-${i}`}
          label=${words(`seat.${COLOURS[i]}`)}
          value=${seatValue(seat)}
          choices=${seatChoices(game, seats, i, words)}
          change=${(/** @type {string} */ value) => choose(i, value)}
        />
        ${
          seat.kind === 'here'
            ? html`<${TextField}
                label=${words('form.their_name')}
                value=${seat.name ?? ''}
                longest=${hello.limits.name}
                change=${(/** @type {string} */ name) => put(i, { ...seat, name })}
              />`
            : html`<span class="quiet">${hints.indexOf(hints[i]) === i && hints[i]}</span>`
        }
      </li>`,
    )}
  </ul>`;
}

/** The number of players. @param {PartProps} props */
const PlayersField = ({ app, game, setup, change }) =>
  html`<${NumberField}
    label=${app.words('form.players')}
    name="players"
    value=${setup.seats.length}
    least=${Math.min(...game.seats)}
    most=${Math.max(...game.seats)}
    words=${app.words}
    change=${(/** @type {number} */ n) => change({ seats: resize(game, setup.seats, n) })}
  />`;

/**
 * The source of a solo game's cards: random, today's, or a custom seed.
 * @param {PartProps} props
 */
function SeedField({ app, setup, change }) {
  const { words, hello } = app;
  const [kind, setKind] = useState('chance');
  /** @type {{[kind: string]: string|null}} */
  const seeds = { chance: null, daily: hello.daily, own: '' };
  const choose = (/** @type {string} */ chosen) => {
    setKind(chosen);
    change({ seed: seeds[chosen] });
  };
  return html`<${Line} label=${words('form.seed')}>
      <${Select}
        name="seed"
        label=${words('form.seed')}
        value=${kind}
        choices=${Object.keys(seeds).map(one => [one, words(`form.seed_${one}`)])}
        change=${choose}
      />
    </${Line}>
    ${
      kind === 'own' &&
      html`<${TextField}
        label=${words('form.seed_text')}
        value=${setup.seed ?? ''}
        longest=${hello.limits.seed}
        change=${(/** @type {string} */ seed) => change({ seed })}
      />`
    }`;
}

/** @param {string} value @param {string} label @returns {[string, string]} */
const choice = (value, label) => [value, label];

/** @param {number[]} values @param {string} none @param {(n: number) => string} label @returns {Choices} */
const numberChoices = (values, none, label) => [
  [NONE, none],
  ...values.map(n => choice(String(n), label(n))),
];

/** @param {string} value */
const numberOrNull = value => (value === NONE ? null : Number(value));

/**
 * Return the choices for the time per turn.
 * @param {number[]} clocks
 * @param {Words} words
 */
export const clockChoices = (clocks, words) =>
  numberChoices(clocks, words('clock.none'), n => clockLabel(n, words));

/** A label with a field next to it. @param {{label: string, children?: any}} props */
const Line = ({ label, children }) => html`<div class="f-line"><h3>${label}</h3>${children}</div>`;

/** @param {{label: string, name: string, value: string, choices: Choices, change: (value: string) => void}} props */
const SelectLine = props => html`<${Line} label=${props.label}><${Select} ...${props} /></${Line}>`;

/** The fields for clocks and spectators and, at open tables, hints and seats per person. @param {PartProps} props */
function TableFields({ app, game, setup, change }) {
  const { words } = app;
  const { limits } = app.hello;
  return html`<${SelectLine}
      label=${words('form.clock')}
      name="clock"
      value=${String(setup.clock ?? NONE)}
      choices=${clockChoices(limits.clocks, words)}
      change=${(/** @type {string} */ value) => change({ clock: numberOrNull(value) })}
    />
    ${
      game.timed &&
      html`<${SelectLine}
        label=${words('form.minutes')}
        name="minutes"
        value=${String(setup.minutes ?? NONE)}
        choices=${numberChoices(limits.minutes, words('form.minutes_none'), n => words('form.minutes_n', { n }))}
        change=${(/** @type {string} */ value) => change({ minutes: numberOrNull(value) })}
      />`
    }
    <${SelectLine}
      label=${words('form.watch')}
      name="watch"
      value=${setup.watch}
      choices=${limits.watch.map(one => [one, words(`watch.${one}`)])}
      change=${(/** @type {string} */ watch) => change({ watch })}
    />
    ${
      isOpen(setup.seats) &&
      html`<${SelectLine}
        label=${words('form.hints')}
        name="hints"
        value=${setup.hints ? 'yes' : 'no'}
        choices=${['no', 'yes'].map(one => [one, words(`form.hints_${one}`)])}
        change=${(/** @type {string} */ value) => change({ hints: value === 'yes' })}
      />`
    }
    ${
      hasSeveralOpen(setup.seats) &&
      html`<${SelectLine}
        label=${words('form.several')}
        name="several"
        value=${setup.severalSeats ? 'yes' : 'no'}
        choices=${['no', 'yes'].map(one => [one, words(`form.several_${one}`)])}
        change=${(/** @type {string} */ value) => change({ severalSeats: value === 'yes' })}
      />`
    }`;
}

/**
 * Return the name of every seat's player, for options that name a seat.
 * @param {PartProps} props
 */
const seatNames = ({ app, game, setup }) =>
  Object.fromEntries(
    setup.seats.map((seat, i) => {
      if (seat.kind === 'me') return [COLOURS[i], app.words('form.me')];
      if (seat.kind === 'bot') return [COLOURS[i], botName(game, setup.seats, i)];
      return [COLOURS[i], seat.name || app.words(`seat.${COLOURS[i]}`)];
    }),
  );

/** The section with players and table settings. @param {PartProps} props */
export const PeoplePart = props =>
  html`<section>
    <${PlayersField} ...${props} />
    <${SeatRows} ...${props} />
    <${TableFields} ...${props} />
  </section>`;

/** The section with the options of the game. @param {PartProps} props */
export const RulesPart = props =>
  html`<section>
    <${OptionFields} ...${props} names=${seatNames(props)} />
    ${isAlone(props.setup.seats) && html`<${SeedField} ...${props} />`}
  </section>`;
