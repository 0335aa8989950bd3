// What a new table will be: pure functions from a game's card to what the server is asked for.

/**
 * @typedef {import('../api').GameCard} GameCard
 * @typedef {import('../api').OptionCard} OptionCard
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

/** The level of bots unless somebody chooses another. @param {GameCard} game */
export const defaultLevel = game =>
  game.levels.some(level => level.name === LEVEL) ? LEVEL : (game.levels[0]?.name ?? '');

/**
 * How many play when I play against bots: the card's number, or three where that is one.
 * @param {GameCard} game
 */
export const defaultCount = game =>
  game.default_seats > 1 ? game.default_seats : Math.min(3, Math.max(...game.seats));

/** @param {GameCard} game @returns {SeatSetup} */
const bot = game => ({ kind: 'bot', level: defaultLevel(game) });

/** Me and bots. @param {GameCard} game @param {number} count @returns {SeatSetup[]} */
export const meAndBots = (game, count) =>
  Array.from({ length: count }, (_, i) => (i === 0 ? { kind: 'me' } : bot(game)));

/**
 * What one click starts.
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

/** Me against one bot of a level. @param {GameCard} game @param {string} level @returns {Setup} */
export function against(game, level) {
  const count = Math.max(2, Math.min(...game.seats));
  const { seats, ...setup } = defaultSetup(game, count);
  return { ...setup, seats: seats.map(seat => (seat.kind === 'bot' ? { ...seat, level } : seat)) };
}

/** Me against one bot of the lowest level. @param {GameCard} game @returns {Setup} */
export const firstGame = game => against(game, game.levels[0]?.name ?? '');

/** Me and open seats for friends. @param {GameCard} game @returns {Setup} */
export function withFriends(game) {
  const setup = defaultSetup(game);
  return { ...setup, seats: setup.seats.map((seat, i) => (i === 0 ? seat : { kind: 'open' })) };
}

/** Bots among themselves. @param {GameCard} game @returns {Setup} */
export function botsOnly(game) {
  const setup = defaultSetup(game);
  return { ...setup, seats: setup.seats.map(() => bot(game)) };
}

/**
 * The same setup for another number of seats: those that stay keep who sits there.
 * @param {GameCard} game
 * @param {SeatSetup[]} seats
 * @param {number} count
 */
export const resize = (game, seats, count) =>
  [...seats.slice(0, count), ...meAndBots(game, count + 1).slice(seats.length + 1)].slice(0, count);

/**
 * What a bot will be called: as the server does it, a second bot of a level takes the next name.
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

/** What an option is now. @param {OptionCard} option @param {OptionValues} options */
export const valueOf = (option, options) => options[option.name] ?? option.default;

/**
 * Whether a choice goes with so many players and with the other options.
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
 * Options as the server wants them: only what differs from the default and is allowed.
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

/** A seat as the server wants it. @param {SeatSetup} seat */
function seatForm({ kind, level, name = '' }) {
  if (kind === 'bot') return { kind, level };
  if (kind === 'here') return { kind, name };
  return { kind };
}

/** Whether it is a game for one, with nobody invited: only then a seed can be chosen. @param {SeatSetup[]} seats */
export const isAlone = seats => seats.length === 1 && seats[0].kind !== 'open';

/** Whether other people can come. @param {SeatSetup[]} seats */
export const isOpen = seats => seats.some(seat => seat.kind === 'open');

/** Whether there are several open seats, which one person could take. @param {SeatSetup[]} seats */
export const hasSeveralOpen = seats => seats.filter(seat => seat.kind === 'open').length > 1;

/** What is sent to make a table. @param {GameCard} game @param {Setup} setup */
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
