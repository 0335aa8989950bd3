// What a new table will be: pure functions from a game's card to what the server is asked for.

/**
 * @typedef {import('./types').Game} Game
 * @typedef {{kind: string, level?: string, name?: string}} Place
 * @typedef {{seats: Place[], options: {[name: string]: string}, clock: number|null, minutes: number|null,
 *   watch: string, seed: string|null}} Setup
 */

export const CLOCKS = [null, 30, 60, 180, 600];
export const MINUTES = [null, 10, 15, 20, 30, 45, 60, 90, 120];
export const WATCH = ['anyone', 'link', 'nobody'];
const USUAL = 'club';

/** The level bots have unless told otherwise. @param {Game} game */
export const usualLevel = game =>
  game.levels.some(one => one.name === USUAL) ? USUAL : (game.levels[0]?.name ?? '');

/**
 * How many sit down when I play against bots: the usual number, or three where that is a game for one.
 * @param {Game} game
 */
export const usualSeats = game =>
  game.default_seats > 1 ? game.default_seats : Math.min(3, Math.max(...game.seats));

/** Me and bots. @param {Game} game @param {number} count @returns {Place[]} */
export const meAndBots = (game, count) =>
  Array.from({ length: count }, (_, i) =>
    i === 0 ? { kind: 'me' } : { kind: 'bot', level: usualLevel(game) },
  );

/**
 * What one click starts.
 * @param {Game} game
 * @param {number} count
 * @param {string|null} [seed]
 * @returns {Setup}
 */
export const usual = (game, count, seed = null) => ({
  seats: meAndBots(game, count),
  options: {},
  clock: null,
  minutes: null,
  watch: 'link',
  seed,
});

/** Me and free seats for friends. @param {Game} game @returns {Setup} */
export const friends = game => ({
  ...usual(game, usualSeats(game)),
  seats: meAndBots(game, usualSeats(game)).map((place, i) => (i === 0 ? place : { kind: 'open' })),
});

/** Bots among themselves. @param {Game} game @returns {Setup} */
export const onlyBots = game => ({
  ...usual(game, usualSeats(game)),
  seats: meAndBots(game, usualSeats(game)).map(() => ({ kind: 'bot', level: usualLevel(game) })),
});

/**
 * The same setup for another number of seats: those that stay keep who sits there.
 * @param {Game} game
 * @param {Place[]} seats
 * @param {number} count
 */
export const resize = (game, seats, count) =>
  [...seats.slice(0, count), ...meAndBots(game, count + 1).slice(seats.length + 1)].slice(0, count);

/**
 * The choices of an option that so many players have.
 * @param {import('./types').Option} option
 * @param {number} count
 */
export const choicesFor = (option, count) =>
  option.choices.filter(one => !one.seats || one.seats.includes(count));

/**
 * Options as the server wants them: only what differs from the default and is allowed.
 * @param {Game} game
 * @param {{[name: string]: string}} options
 * @param {number} count
 */
export function chosenOptions(game, options, count) {
  /** @type {{[name: string]: string}} */
  const kept = {};
  for (const option of game.options) {
    const value = (options[option.name] ?? option.default).trim();
    const allowed = option.free || choicesFor(option, count).some(one => one.value === value);
    if (value && value !== option.default && allowed) kept[option.name] = value;
  }
  return kept;
}

/** What is sent. @param {Game} game @param {Setup} setup */
export const request = (game, setup) => ({
  game: game.name,
  seats: setup.seats.map(place =>
    place.kind === 'bot'
      ? { kind: 'bot', level: place.level }
      : place.kind === 'here'
        ? { kind: 'here', name: place.name ?? '' }
        : { kind: place.kind },
  ),
  options: chosenOptions(game, setup.options, setup.seats.length),
  clock: setup.clock,
  minutes: game.timed ? setup.minutes : null,
  watch: setup.watch,
  seed: setup.seats.length === 1 && setup.seed ? setup.seed : null,
});
