// The pause before something is tried again.

/**
 * Return the milliseconds until the next try: exponential backoff with jitter.
 * @param {number} tries
 * @param {number} chance
 */
export const backoff = (tries, chance) =>
  Math.min(10_000, 250 * 2 ** Math.min(tries, 6)) * (0.5 + chance / 2);
