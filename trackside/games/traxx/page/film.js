// The film of a change: lines grow, numbers fill, a card is turned up. Plain data.

/**
 * @import { Effect, Scene } from './api'
 * @import { Cue } from '/static/types'
 */

const FIELD = 90; // milliseconds for a field of the player's own line
const ROUND = 600; // for what the others drew, simultaneously
const POINTS = 300;
const TURN = 220;

/**
 * Return the cues for a growing line and its casing.
 * @param {string} name
 * @param {number} seat
 * @param {number} at
 * @param {number} ms
 * @param {Cue['sound']} [sound]
 * @returns {Cue[]}
 */
const grow = (name, seat, at, ms, sound) => [
  { at, ms, kind: 'grow', key: `case-${name}`, seat },
  { at, ms, kind: 'grow', key: `line-${name}`, seat, sound },
];

/**
 * @param {Effect[]} effects
 * @param {Scene} before
 * @param {Scene} after
 * @returns {Cue[]}
 */
export function film(effects, before, after) {
  const drawn = effects.filter(effect => effect.kind === 'draw');
  const mine = drawn.filter(effect => effect.seat === after.perspective);
  /** @type {Cue[]} */
  const cues = mine.flatMap(({ seat, field }, step) =>
    grow(`${seat}-${field}`, seat, step * FIELD, FIELD, 'line'),
  );
  const others = [
    ...new Set(drawn.filter(effect => effect.seat !== after.perspective).map(effect => effect.seat)),
  ];
  const shown = mine.length * FIELD;
  others.forEach((seat, i) => cues.push(...grow(`${seat}`, seat, shown, ROUND, i ? undefined : 'line')));
  for (const { seat, field, value, state } of drawn.filter(effect => effect.value)) {
    const at =
      seat === after.perspective
        ? (1 + mine.findIndex(effect => effect.field === field)) * FIELD
        : shown + ROUND;
    const sound = seat !== after.perspective ? undefined : state === 'full' ? 'nine' : 'take';
    cues.push({ at, ms: POINTS, kind: 'appear', key: `number-${seat}-${value}`, seat, sound });
  }
  if (effects.some(effect => effect.kind === 'card')) {
    const at = Math.max(0, ...cues.map(cue => cue.at + cue.ms));
    cues.push({ at, ms: TURN, kind: 'turn', key: 'card', sound: 'draw' });
  }
  return cues;
}
