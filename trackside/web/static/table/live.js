// The page's state of a table, and how each message changes it. Pure functions without socket, page or rules.

/**
 * @import { Message, Snapshot } from '../api'
 * @import { Live, Request } from '../types'
 */

/** The state before the first message. @type {Live} */
export const EMPTY = { table: null, log: [], story: [], pending: [], gap: false, error: null, hint: null };

/**
 * Append new parts to a list at `from`; return null if some in between are missing.
 * @template Part
 * @param {Part[]} known
 * @param {number} from
 * @param {Part[]} fresh
 */
export const merge = (known, from, fresh) =>
  from > known.length ? null : [...known.slice(0, from), ...fresh];

/** @param {Live} live @param {string|null} id */
const without = (live, id) => live.pending.filter(request => request.id !== id);

/** Return the state after a message. @param {Live} live @param {Message} message @returns {Live} */
export function receive(live, message) {
  switch (message.type) {
    case 'table': {
      const log = merge(live.log, message.log_from, message.log);
      const story = merge(live.story, message.story_from, message.story);
      if (log === null || story === null) return { ...live, gap: true };
      const table = /** @type {Snapshot} */ ({ ...live.table, ...message });
      const same = live.table?.version === table.version && live.table.perspective === table.perspective;
      return {
        ...live,
        table,
        log,
        story,
        gap: false,
        pending: same ? live.pending : live.pending.filter(request => request.type !== 'hint'),
        hint: same ? live.hint : null,
        error: same ? live.error : null,
      };
    }
    case 'answer': {
      if (!live.pending.some(request => request.id === message.id)) return live;
      return { ...live, pending: without(live, message.id), error: message.ok ? null : message.error };
    }
    case 'hint':
      if (!live.pending.some(request => request.id === message.id)) return live;
      return { ...live, pending: message.final ? without(live, message.id) : live.pending, hint: message };
    default:
      return live;
  }
}

/**
 * Add a request; it is sent again with the same id until it is answered.
 * @param {Live} live
 * @param {Request} request
 * @returns {Live}
 */
export const addRequest = (live, request) => ({ ...live, error: null, pending: [...live.pending, request] });

/** Clear the error. @param {Live} live @returns {Live} */
export const clearError = live => ({ ...live, error: null });

const DEEDS = ['move', 'undo', 'roll'];

/** Return true if a move, an undo or a roll is still unanswered. @param {Live} live */
export const busy = live => live.pending.some(request => DEEDS.includes(request.type));
