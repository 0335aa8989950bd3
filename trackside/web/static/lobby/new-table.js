// The setup of a new table: pure functions from a game's card to the request for the server.

/** @import { GameCard, OptionCard } from '../api' */

/**
 * @typedef {{kind: string, level?: string, name?: string}} SeatSetup
 * @typedef {{[name: string]: string}} OptionValues
 * @typedef {object} Setup
 * @property {SeatSetup[]} seats
 * @property {OptionValues} options
 * @property {number|null} clock
 * @property {number|null} minutes
 * @property {string} watch
 * @property {boolean} hints whether people who play against each other may ask for hints
 * @property {boolean} severalSeats whether one person may take several of the open seats
 * @property {string|null} seed
 */

const LEVEL = 'club';

/** Return the default level of bots. @param {GameCard} game */
export const defaultLevel = game =>
  game.levels.some(level => level.name === LEVEL) ? LEVEL : (game.levels[0]?.name ?? '');

/**
 * Return the default number of players against bots: the card's number, or three if that is one.
 * @param {GameCard} game
 */
export const defaultCount = game =>
  game.default_seats > 1 ? game.default_seats : Math.min(3, Math.max(...game.seats));

/** @param {GameCard} game @returns {SeatSetup} */
const bot = game => ({ kind: 'bot', level: defaultLevel(game) });

/** Return seats for me and bots. @param {GameCard} game @param {number} count @returns {SeatSetup[]} */
export const meAndBots = (game, count) =>
  Array.from({ length: count }, (_, i) => (i === 0 ? { kind: 'me' } : bot(game)));

/**
 * Return the setup of a one-click start.
 * @param {GameCard} game
 * @param {number} [count]
 * @param {string|null} [seed]
 * @returns {Setup}
 */
export const defaultSetup = (game, count = defaultCount(game), seed = null) => ({
  seats: meAndBots(game, count),
  options: {},
  clock: null,
  minutes: null,
  watch: 'link',
  hints: false,
  severalSeats: false,
  seed,
});

/** Return a setup with me against one bot of a level. @param {GameCard} game @param {string} level @returns {Setup} */
export function against(game, level) {
  const count = Math.max(2, Math.min(...game.seats));
  const { seats, ...setup } = defaultSetup(game, count);
  return { ...setup, seats: seats.map(seat => (seat.kind === 'bot' ? { ...seat, level } : seat)) };
}

/** Return a setup with me against one bot of the lowest level. @param {GameCard} game @returns {Setup} */
export const firstGame = game => against(game, game.levels[0]?.name ?? '');

/** Return a setup with me and open seats for friends. @param {GameCard} game @returns {Setup} */
export function withFriends(game) {
  const setup = defaultSetup(game);
  return { ...setup, seats: setup.seats.map((seat, i) => (i === 0 ? seat : { kind: 'open' })) };
}

/** Return a setup with bots only. @param {GameCard} game @returns {Setup} */
export function botsOnly(game) {
  const setup = defaultSetup(game);
  return { ...setup, seats: setup.seats.map(() => bot(game)) };
}

/**
 * Return the seats for another number of players; those that stay keep their players.
 * @param {GameCard} game
 * @param {SeatSetup[]} seats
 * @param {number} count
 */
export const resize = (game, seats, count) =>
  [...seats.slice(0, count), ...meAndBots(game, count + 1).slice(seats.length + 1)].slice(0, count);

/**
 * Return a bot's future name. As on the server, a second bot of a level takes the next name.
 * @param {GameCard} game
 * @param {SeatSetup[]} seats
 * @param {number} index
 */
export function botName(game, seats, index) {
  const { level } = seats[index];
  const before = seats.slice(0, index).filter(seat => seat.kind === 'bot' && seat.level === level).length;
  const names = game.levels.find(one => one.name === level)?.names ?? [];
  return names[before] ?? `${names[before % names.length]} ${1 + Math.floor(before / names.length)}`;
}

/** Return the current value of an option. @param {OptionCard} option @param {OptionValues} options */
export const valueOf = (option, options) => options[option.name] ?? option.default;

/**
 * Return true if a choice is allowed with `count` players and the other options.
 * @param {GameCard} game
 * @param {import('../api').OptionChoice} choice
 * @param {OptionValues} options
 * @param {number} count
 */
export const isAllowed = (game, choice, options, count) =>
  choice.seats.includes(count) &&
  game.options.every(
    other => (choice.needs[other.name] ?? valueOf(other, options)) === valueOf(other, options),
  );

/**
 * Return the options to send: those that are allowed and differ from the default.
 * @param {GameCard} game
 * @param {OptionValues} options
 * @param {number} count
 */
export function chosenOptions(game, options, count) {
  /** @type {OptionValues} */
  const kept = {};
  for (const option of game.options) {
    const value = valueOf(option, options).trim();
    const chosen = option.choices.find(choice => choice.value === value);
    const allowed = chosen ? isAllowed(game, chosen, options, count) : option.free;
    if (value && value !== option.default && allowed) kept[option.name] = value;
  }
  return kept;
}

/** Return a seat in the form that the server expects. @param {SeatSetup} seat */
function seatForm({ kind, level, name = '' }) {
  if (kind === 'bot') return { kind, level };
  if (kind === 'here') return { kind, name };
  return { kind };
}

/** Return true for a solo game without invitations, which alone allows a chosen seed. @param {SeatSetup[]} seats */
export const isAlone = seats => seats.length === 1 && seats[0].kind !== 'open';

/** Return true if other people can join. @param {SeatSetup[]} seats */
export const isOpen = seats => seats.some(seat => seat.kind === 'open');

/** Return true if there are several open seats, which one person could take. @param {SeatSetup[]} seats */
export const hasSeveralOpen = seats => seats.filter(seat => seat.kind === 'open').length > 1;

/** Return the request for a new table. @param {GameCard} game @param {Setup} setup */
export const tableForm = (game, setup) => ({
  game: game.name,
  seats: setup.seats.map(seatForm),
  options: chosenOptions(game, setup.options, setup.seats.length),
  clock: setup.clock,
  minutes: game.timed ? setup.minutes : null,
  watch: setup.watch,
  hints: setup.hints && isOpen(setup.seats),
  several_seats: setup.severalSeats && hasSeveralOpen(setup.seats),
  seed: isAlone(setup.seats) && setup.seed ? setup.seed : null,
});
