// What the page knows of a table, and how each message changes it. Pure functions: no socket, no page, no rule.

/**
 * @typedef {import('./api').LogEntry} LogEntry
 * @typedef {import('./api').Message} Message
 * @typedef {import('./api').Snapshot} Snapshot
 * @typedef {import('./types').Live} Live
 * @typedef {import('./types').Pending} Pending
 * @typedef {import('./types').Request} Request
 */

/** Nothing is known yet. @type {Live} */
export const EMPTY = { table: null, log: [], pending: [], gap: false, error: null, hint: null };

/**
 * The log up to where the new entries begin, and those; null when some in between are missing.
 * @param {LogEntry[]} log
 * @param {number} from
 * @param {LogEntry[]} fresh
 */
export const mergeLog = (log, from, fresh) => (from > log.length ? null : [...log.slice(0, from), ...fresh]);

/** @param {Live} live @param {string|null} id */
const without = (live, id) => live.pending.filter(request => request.id !== id);

/** What is known after a message. @param {Live} live @param {Message} message @returns {Live} */
export function receive(live, message) {
  switch (message.type) {
    case 'table': {
      const log = mergeLog(live.log, message.log_from, message.log);
      if (log === null) return { ...live, gap: true };
      const table = /** @type {Snapshot} */ ({ ...live.table, ...message });
      const same = live.table?.number === table.number && live.table.eyes === table.eyes;
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
      const request = live.pending.find(one => one.id === message.id);
      if (!request) return live;
      const pending = without(live, message.id);
      // a hint for a position that is past: nobody misses it
      if (request.type === 'hint' && request.seen !== endOf(live.log)) return { ...live, pending };
      return { ...live, pending, error: message.ok ? null : message.error };
    }
    case 'hint':
      return { ...live, pending: without(live, message.id), hint: message.moves };
    default:
      return live;
  }
}

/** The end of a log, to tell later whether it has grown. @param {LogEntry[]} log */
const endOf = log => `${log.length} ${log.at(-1)?.seat} ${log.at(-1)?.text}`;

/**
 * A request waits for its answer; it is sent again with the same id until it has one.
 * @param {Live} live
 * @param {Request} request
 * @returns {Live}
 */
export const addRequest = (live, request) => ({
  ...live,
  error: null,
  pending: [...live.pending, { ...request, seen: endOf(live.log) }],
});

/** @param {Pending} pending @returns {Request} */
const requestOf = ({ seen, ...request }) => request;

/**
 * The requests to send again after reconnecting. A restarted server counts from another number: where nothing has
 * happened since, a request gets the number of the view that it was made for.
 * @param {Live} live
 * @returns {Request[]}
 */
export const requestsToResend = live =>
  live.pending.map(one =>
    'number' in one && live.table && one.seen === endOf(live.log)
      ? { ...requestOf(one), number: live.table.number }
      : requestOf(one),
  );

/** The error has been read. @param {Live} live @returns {Live} */
export const clearError = live => ({ ...live, error: null });

/** Whether a move or an undo has no answer yet. @param {Live} live */
export const busy = live => live.pending.some(request => request.type === 'move' || request.type === 'undo');

/**
 * Milliseconds until the next try: doubling, with some chance so that not everybody tries at once.
 * @param {number} tries
 * @param {number} chance
 */
export const backoff = (tries, chance) =>
  Math.min(10_000, 250 * 2 ** Math.min(tries, 6)) * (0.5 + chance / 2);
