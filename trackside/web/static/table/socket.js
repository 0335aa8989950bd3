// The WebSocket connection to one table: reconnects, resends unanswered requests and catches up.
import { backoff } from '../app/backoff.js';
import { EMPTY, addRequest, clearError, receive } from './live.js';

/**
 * @import { Command } from '../api'
 * @import { Live } from '../types'
 */

const STALE = 45_000; // milliseconds; a page that slept longer than this may have lost its socket unnoticed

/** Return a new id for a request. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(9))]
    .map(byte => byte.toString(36).padStart(2, '0'))
    .join('');
}

/** @param {string} path */
const address = path => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;

export class Connection {
  /**
   * @param {string} path
   * @param {(live: Live, connected: boolean) => void} onChange
   * @param {() => void} onUnreachable called when the first try fails
   */
  constructor(path, onChange, onUnreachable) {
    this.path = path;
    this.onChange = onChange;
    this.onUnreachable = onUnreachable;
    /** @type {Live} */
    this.live = EMPTY;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.connected = false;
    this.caughtUp = false;
    this.tries = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.hiddenAt = 0;
    this.wake = this.wake.bind(this);
    this.goOffline = this.goOffline.bind(this);
    addEventListener('online', this.wake);
    addEventListener('offline', this.goOffline);
    document.addEventListener('visibilitychange', this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(address(this.path));
    this.socket = socket;
    socket.onopen = () => {
      if (socket === this.socket) this.opened();
    };
    socket.onmessage = event => {
      if (socket === this.socket)
        event.data.split('\n').forEach((/** @type {string} */ line) => this.receive(line));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.closed();
    };
  }

  opened() {
    this.connected = true;
    this.caughtUp = false;
    this.update(this.live);
  }

  /** @param {string} text */
  receive(text) {
    this.tries = 0;
    const live = receive(this.live, JSON.parse(text));
    this.update(live);
    if (live.gap) this.reconnect();
    else if (!this.caughtUp && live.table !== null) {
      this.caughtUp = true;
      for (const request of live.pending) this.send(request);
    }
  }

  closed() {
    if (this.live.table === null && this.tries === 0) this.onUnreachable();
    this.socket = null;
    this.connected = false;
    this.update(this.live);
    this.timer = setTimeout(() => this.open(), backoff(this.tries++, Math.random()));
  }

  /** Drop the socket. */
  drop() {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  /** Drop the socket and load the whole table through a new one. */
  reconnect() {
    this.drop();
    this.connected = false;
    this.open();
  }

  wake() {
    if (document.visibilityState === 'hidden') {
      this.hiddenAt = Date.now();
      return;
    }
    const slept = this.hiddenAt > 0 && Date.now() - this.hiddenAt > STALE;
    this.hiddenAt = 0;
    if (!this.connected || slept) this.reconnect();
  }

  goOffline() {
    this.drop();
    this.closed();
  }

  /** @param {Live} live */
  update(live) {
    this.live = live;
    this.onChange(live, this.connected);
  }

  /** Send a request, now or once connected. @param {import('../types').Wish} wish */
  request(wish) {
    const request = { ...wish, id: freshId() };
    this.update(addRequest(this.live, request));
    if (this.caughtUp) this.send(request);
  }

  /** @param {Command} command */
  send(command) {
    if (this.connected) this.socket?.send(JSON.stringify(command));
  }

  /** Switch to the perspective of a seat; the address keeps it for the next socket. @param {number} seat */
  lookAs(seat) {
    const url = new URL(this.path, location.origin);
    url.searchParams.set('perspective', String(seat));
    this.path = url.pathname + url.search;
    this.send({ type: 'perspective', seat });
  }

  clearError() {
    this.update(clearError(this.live));
  }

  close() {
    clearTimeout(this.timer);
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.goOffline);
    document.removeEventListener('visibilitychange', this.wake);
    this.drop();
  }
}
