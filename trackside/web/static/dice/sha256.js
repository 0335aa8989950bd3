// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). The browser's own (crypto.subtle) is missing on pages from a plain address
// on the local network; this one works everywhere.

const BLOCK = 64;

/**
 * Return the first bits of the fractional parts of the roots of the first n primes.
 * @param {number} n
 * @param {number} root
 */
function primeRoots(n, root) {
  /** @type {number[]} */
  const primes = [];
  for (let one = 2; primes.length < n; one += 1) if (primes.every(prime => one % prime)) primes.push(one);
  return Uint32Array.from(primes, prime => {
    const part = prime ** (1 / root);
    return (part - Math.floor(part)) * 2 ** 32;
  });
}

const START = primeRoots(8, 2);
const ROUNDS = primeRoots(64, 3);

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** Mix a block into the state. @param {Uint32Array} state @param {DataView} bytes @param {number} at */
function mix(state, bytes, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = bytes.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [far, near] = [w[i - 15], w[i - 2]];
    const s0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/** @param {string} text */
export const utf8 = text => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
export const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length * 8);
  const state = START.slice();
  for (let at = 0; at < length; at += BLOCK) mix(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} */
export function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map(byte => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map(byte => byte ^ 0x5c),
      inner,
    ),
  );
}
