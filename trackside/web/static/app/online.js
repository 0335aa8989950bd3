// Server reachability: a failed request starts probing, which stops when the server answers.
import { backoff } from './backoff.js';
import { useEffect, useState } from '../vendor/view.js';

const PROBE = '/static/app/theme.js'; // small, and served without the database
const GATEWAY = [502, 503, 504]; // a proxy's answers when its server does not respond

let reachable = true;
/** @type {Set<(reachable: boolean) => void>} */
const listeners = new Set();
/** @type {Promise<void>|null} */
let probing = null;
/** The message for a request that did not reach the server, in the page's language. */
let sentence = '';

/** A request that did not reach the server. */
export class Unreachable extends Error {
  constructor() {
    super(sentence);
  }
}

/** Set the message of requests that fail. @param {string} text */
export function sayUnreachable(text) {
  sentence = text;
}

/** Return true if a text is that message. @param {string} text */
export const isUnreachable = text => text !== '' && text === sentence;

/** @param {boolean} now */
function note(now) {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener(now);
}

/** Return true if an answer comes from a proxy that cannot reach its server. @param {Response} answer */
const isFromGateway = answer =>
  GATEWAY.includes(answer.status) && !answer.headers.get('content-type')?.includes('json');

/**
 * Fetch; throw Unreachable if the server does not answer.
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

/** Wait, at most until the browser is online again. @param {number} ms @returns {Promise<void>} */
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

/** Return true if the server answers now. */
export async function answers() {
  const answer = await fetch(PROBE, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  note(answer?.ok ?? false);
  return reachable;
}

async function probe() {
  for (let tries = 0; !(await answers()); tries++) await pause(backoff(tries, Math.random()));
}

/** Resolve once the server answers. */
export function whenReachable() {
  probing ??= probe().finally(() => {
    probing = null;
  });
  return probing;
}

/** Return true if the server is reachable; redraw when that changes. */
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

// A server on this machine may answer even without a network.
if (typeof addEventListener === 'function') addEventListener('offline', whenReachable);
