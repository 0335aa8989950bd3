// Whether the server can be reached: every request notices when it cannot, then it is probed until it answers.
import { backoff } from '../table/live.js';
import { useEffect, useState } from '../vendor/view.js';

const PROBE = '/static/app/theme.js'; // small, and served without the database
const GATEWAY = [502, 503, 504]; // what a proxy answers for a server that does not

let reachable = true;
/** @type {Set<(reachable: boolean) => void>} */
const listeners = new Set();
/** @type {Promise<void>|null} */
let probing = null;
/** The sentence for a request that did not arrive, in the page's language. */
let sentence = '';

/** A request did not reach the server. */
export class Unreachable extends Error {
  constructor() {
    super(sentence);
  }
}

/** Set the sentence that such a request fails with. @param {string} text */
export function sayUnreachable(text) {
  sentence = text;
}

/** Whether a text is that sentence. @param {string} text */
export const isUnreachable = text => text !== '' && text === sentence;

/** @param {boolean} now */
function note(now) {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener(now);
}

/** Whether an answer comes from a proxy whose server is gone. @param {Response} answer */
const isFromGateway = answer =>
  GATEWAY.includes(answer.status) && !answer.headers.get('content-type')?.includes('json');

/**
 * Fetch; throw Unreachable where there is no answer of the server.
 * @param {string} path
 * @param {RequestInit} [init]
 */
export async function reach(path, init) {
  const answer = await fetch(path, init).catch(() => null);
  if (!answer || isFromGateway(answer)) {
    whenReachable();
    throw new Unreachable();
  }
  note(true);
  return answer;
}

/** Wait, but no longer than until the browser is online again. @param {number} ms @returns {Promise<void>} */
export const pause = ms =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });

/** Whether the server answers now. */
export async function answers() {
  const answer = await fetch(PROBE, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  note(answer?.ok ?? false);
  return reachable;
}

async function probe() {
  for (let tries = 0; !(await answers()); tries++) await pause(backoff(tries, Math.random()));
}

/** Resolves once the server answers. */
export function whenReachable() {
  probing ??= probe().finally(() => {
    probing = null;
  });
  return probing;
}

/** Whether the server can be reached; the page is drawn again when that changes. */
export function useReachable() {
  const [now, setNow] = useState(reachable);
  useEffect(() => {
    setNow(reachable);
    listeners.add(setNow);
    return () => {
      listeners.delete(setNow);
    };
  }, []);
  return now;
}

// Without a network a server on this machine may still answer.
if (typeof addEventListener === 'function') addEventListener('offline', whenReachable);
