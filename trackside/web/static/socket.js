// One table's connection: it comes back by itself, says unanswered things again and catches up whole.
import { NOTHING, ask, backoff, forgive, receive, saidAgain } from './messages.js';

/** @typedef {import('./types').Live} Live */

const STALE = 45_000; // a page that slept longer than this may hold a dead line without knowing

/** A fresh name for a request. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(9))]
    .map(byte => byte.toString(36).padStart(2, '0'))
    .join('');
}

/** @param {string} path */
const address = path => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;

export class Connection {
  /**
   * @param {string} path @param {(live: Live, connected: boolean) => void} tell told of every change
   * @param {() => void} unreachable told when the first try fails
   */
  constructor(path, tell, unreachable) {
    this.path = path;
    this.tell = tell;
    this.unreachable = unreachable;
    /** @type {Live} */
    this.live = NOTHING;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.connected = false;
    this.caughtUp = false;
    this.tries = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.hiddenAt = 0;
    this.wake = this.wake.bind(this);
    this.offline = this.offline.bind(this);
    addEventListener('online', this.wake);
    addEventListener('offline', this.offline);
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
        event.data.split('\n').forEach((/** @type {string} */ line) => this.heard(line));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  opened() {
    this.connected = true;
    this.caughtUp = false;
    this.changed(this.live);
  }

  /** @param {string} data */
  heard(data) {
    this.tries = 0;
    const live = receive(this.live, JSON.parse(data));
    this.changed(live);
    if (live.gap) this.again();
    else if (!this.caughtUp && live.table !== null) {
      this.caughtUp = true;
      for (const request of saidAgain(live)) this.say(request);
    }
  }

  lost() {
    if (this.live.table === null && this.tries === 0) this.unreachable();
    this.socket = null;
    this.connected = false;
    this.changed(this.live);
    this.timer = setTimeout(() => this.open(), backoff(this.tries++, Math.random()));
  }

  /** Drop the line and catch up whole on a new one. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
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
    if (!this.connected || slept) this.again();
  }

  offline() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.lost();
  }

  /** @param {Live} live */
  changed(live) {
    this.live = live;
    this.tell(live, this.connected);
  }

  /** Ask for something that will be answered. @param {{type: string, [name: string]: unknown}} message */
  ask(message) {
    const request = { ...message, id: freshId() };
    this.changed(ask(this.live, request));
    if (this.caughtUp) this.say(request);
  }

  /** @param {object} message */
  say(message) {
    if (this.connected) this.socket?.send(JSON.stringify(message));
  }

  /** Choose whose eyes to look through; the address carries it over to the next line. @param {number} seat */
  eyes(seat) {
    const url = new URL(this.path, location.origin);
    url.searchParams.set('eyes', String(seat));
    this.path = url.pathname + url.search;
    this.say({ type: 'eyes', seat });
  }

  forgive() {
    this.changed(forgive(this.live));
  }

  close() {
    clearTimeout(this.timer);
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.wake);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }
}
