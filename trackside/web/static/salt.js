// The player's part of the dice.
const SALT_BYTES = 16;

/** Return a random salt for the dice of a table. */
export const newSalt = () =>
  [...crypto.getRandomValues(new Uint8Array(SALT_BYTES))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('');
