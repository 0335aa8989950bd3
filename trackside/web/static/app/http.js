// The client of the server's API; errors carry messages for the user.
import { backoff } from './backoff.js';
import { Unreachable, pause, reach, whenReachable } from './online.js';

/** A request that the server refused, with its message. */
export class Refused extends Error {
  /** @param {string} text @param {number} status */
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/** @param {Response} answer */
async function body(answer) {
  const text = await answer.text();
  /** @type {any} */
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    /* not JSON: perhaps a proxy's page */
  }
  if (!answer.ok) throw new Refused(found?.error ?? `${answer.status} ${answer.statusText}`, answer.status);
  return found;
}

/**
 * Send a GET request. Without a connection, wait and retry until the server is reachable.
 * @param {string} path
 * @param {{[name: string]: string|number}} [query]
 * @returns {Promise<any>}
 */
export async function get(path, query = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const address = search.size ? `${path}?${search}` : path;
  for (let tries = 0; ; tries++) {
    try {
      return await body(await reach(address, { headers: { accept: 'application/json' } }));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    await whenReachable();
    if (tries > 0) await pause(backoff(tries, Math.random()));
  }
}

/** @type {Promise<any>} */
let last = Promise.resolve();

/**
 * Send a POST request. Requests run one after the other, so a name typed just before sitting down is sent first.
 * @param {string} path
 * @param {object} [content]
 * @param {string} [language]
 * @returns {Promise<any>}
 */
export function post(path, content = {}, language = '') {
  const send = async () =>
    body(
      await reach(language ? `${path}?language=${language}` : path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(content),
      }),
    );
  const answer = last.then(send);
  last = answer.catch(() => null);
  return answer;
}

/**
 * Send a DELETE request.
 * @param {string} path
 * @param {{[name: string]: string}} query
 * @returns {Promise<any>}
 */
export const remove = async (path, query) =>
  body(await reach(`${path}?${new URLSearchParams(query)}`, { method: 'DELETE' }));

/** Return the game record as a string. @param {string} id */
export async function record(id) {
  const answer = await reach(`/api/tables/${id}/record`);
  if (!answer.ok) await body(answer);
  return answer.text();
}

/**
 * Copy text to the clipboard, even on an insecure origin (a plain address on the local network).
 * @param {string} text
 */
export async function copy(text) {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden-text';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
