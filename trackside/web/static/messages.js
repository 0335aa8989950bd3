// What the page knows of a table, and how each message changes it. Pure functions: no socket, no page, no rule.

/**
 * @typedef {import('./types').Live} Live
 * @typedef {import('./types').Message} Message
 * @typedef {import('./types').Request} Request
 */

/** @type {Live} */
export const NOTHING = { table: null, log: [], pending: [], gap: false, error: null, hint: null };

/**
 * The log cut to where the news begin, and the news; null when something in between is missing.
 * @param {import('./types').Entry[]} log @param {number} from @param {import('./types').Entry[]} fresh
 */
export const mergeLog = (log, from, fresh) => (from > log.length ? null : [...log.slice(0, from), ...fresh]);

/** @param {Live} live @param {string} id */
const answered = (live, id) => live.pending.filter(one => one.id !== id);

/** What is known after a message. @param {Live} live @param {Message} message @returns {Live} */
export function receive(live, message) {
  switch (message.type) {
    case 'table': {
      const log = mergeLog(live.log, message.log_from, message.log);
      if (log === null) return { ...live, gap: true };
      const table = /** @type {import('./types').TableMessage} */ ({ ...live.table, ...message });
      const same =
        live.table !== null && live.table.number === table.number && live.table.eyes === table.eyes;
      return {
        ...live,
        table,
        log,
        gap: false,
        hint: same ? live.hint : null,
        error: same ? live.error : null,
      };
    }
    case 'answer': {
      if (!live.pending.some(one => one.id === message.id)) return live;
      return { ...live, pending: answered(live, message.id), error: message.ok ? null : message.error };
    }
    case 'hint':
      return { ...live, pending: answered(live, message.id), hint: message.moves };
    case 'online': {
      if (live.table === null) return live;
      const seats = live.table.seats.map((seat, i) => ({ ...seat, online: message.seats[i] ?? seat.online }));
      return { ...live, table: { ...live.table, seats } };
    }
    default:
      return live;
  }
}

/**
 * What a log looks like at its end: whether it has gone on shows by this.
 * @param {import('./types').Entry[]} log
 */
const mark = log => `${log.length} ${log.at(-1)?.seat} ${log.at(-1)?.text}`;

/**
 * A request that waits for its answer; it is sent again under the same id until there is one.
 * @param {Live} live
 * @param {Request} request
 * @returns {Live}
 */
export const ask = (live, request) => ({
  ...live,
  error: null,
  pending: [...live.pending, { ...request, seen: mark(live.log) }],
});

/** What goes over the line for a request. @param {import('./types').Pending} pending @returns {Request} */
export const sent = ({ seen, ...request }) => request;

/**
 * What is said again on a new line, once the table is known there: a server that began anew counts from another number,
 * so where nothing has happened since, a request gets the number of the view that it was made for.
 * @param {Live} live @returns {Request[]}
 */
export const saidAgain = live =>
  live.pending.map(one =>
    'number' in one && live.table && one.seen === mark(live.log)
      ? { ...sent(one), number: live.table.number }
      : sent(one),
  );

/** The refusal has been read. @param {Live} live @returns {Live} */
export const forgive = live => ({ ...live, error: null });

/** Whether a move or an undo is still on its way. @param {Live} live */
export const busy = live => live.pending.some(one => one.type === 'move' || one.type === 'undo');

/**
 * Milliseconds to wait before the next try: doubling, with some chance so that not all come at once.
 * @param {number} tries
 * @param {number} chance
 */
export const backoff = (tries, chance) =>
  Math.min(10_000, 250 * 2 ** Math.min(tries, 6)) * (0.5 + chance / 2);
