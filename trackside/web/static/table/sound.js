// The sounds of the table, synthesised without files: wood, paper, a plucked reed.

/** @import { Sound } from '../types' */

/**
 * @typedef {object} Tone
 * @property {number} from hertz at its beginning
 * @property {number} [to] hertz at its end
 * @property {OscillatorType} [type]
 * @property {number} length seconds
 * @property {number} peak
 * @property {number} [attack] seconds until the peak
 *
 * @typedef {object} Grain
 * @property {number} from hertz of the filter at its beginning
 * @property {number} [to]
 * @property {number} [quality]
 * @property {number} length seconds
 * @property {number} peak
 * @property {BiquadFilterType} [filter]
 *
 * @typedef {{context: AudioContext, out: AudioNode}} Room
 */

const APART = 0.04; // seconds between two sounds, so that a quick pace stays quiet
const SILENT = 0.0004;
const SOFT = 5200; // hertz above which everything is damped

/**
 * Return a gain that rises to the peak and fades.
 * @param {Room} room
 * @param {number} at
 * @param {{peak: number, attack: number, length: number}} shape
 */
function envelope({ context }, at, { peak, attack, length }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak, at + attack);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + length);
  return gain;
}

/** @param {AudioParam} pitch @param {number} at @param {{from: number, to?: number, length: number}} way */
function glide(pitch, at, { from, to = from, length }) {
  pitch.setValueAtTime(from, at);
  if (to !== from) pitch.exponentialRampToValueAtTime(to, at + length);
}

/** @param {Room} room @param {number} at @param {Tone} tone */
function playTone(room, at, tone) {
  const source = room.context.createOscillator();
  source.type = tone.type ?? 'sine';
  glide(source.frequency, at, tone);
  source.connect(envelope(room, at, { attack: 0.004, ...tone })).connect(room.out);
  source.start(at);
  source.stop(at + tone.length + 0.02);
}

/** Return noise that is always the same. @param {AudioContext} context @param {number} seconds */
function noise(context, seconds) {
  const count = Math.ceil(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, count, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 7;
  for (let i = 0; i < count; i++) {
    state = (state * 16807) % 2147483647;
    samples[i] = state / 1073741823.5 - 1;
  }
  return buffer;
}

/** @param {Room} room @param {number} at @param {Grain} grain */
function playGrain(room, at, grain) {
  const source = room.context.createBufferSource();
  const filter = room.context.createBiquadFilter();
  source.buffer = noise(room.context, grain.length + 0.02);
  filter.type = grain.filter ?? 'bandpass';
  filter.Q.value = grain.quality ?? 1.2;
  glide(filter.frequency, at, grain);
  source
    .connect(filter)
    .connect(envelope(room, at, { attack: 0.003, ...grain }))
    .connect(room.out);
  source.start(at);
  source.stop(at + grain.length + 0.02);
}

/**
 * Play a tap on wood.
 * @param {Room} room
 * @param {number} at
 * @param {number} pitch
 * @param {number} peak
 * @param {number} length
 */
function wood(room, at, pitch, peak, length) {
  playTone(room, at, { from: pitch, to: pitch * 0.82, type: 'triangle', length, peak });
  playGrain(room, at, { from: pitch * 3.2, quality: 2, length: length * 0.5, peak: peak * 0.5 });
}

/**
 * Play a plucked reed.
 * @param {Room} room
 * @param {number} at
 * @param {number} pitch
 * @param {number} peak
 * @param {number} length
 */
function reed(room, at, pitch, peak, length) {
  playTone(room, at, { from: pitch, length, peak, attack: 0.012 });
  playTone(room, at, { from: pitch * 2, length: length * 0.6, peak: peak * 0.22, attack: 0.012 });
}

// The notes are on a pentatonic scale, so that any two harmonise.
const [G, D, G2, A2, D2] = [196, 293.66, 392, 440, 587.33];

/**
 * The synthesis of each sound; `n` is the number of a walk's steps, or of those tripped.
 * @type {{[name in Sound]: (room: Room, at: number, n: number) => void}}
 */
const SOUNDS = {
  roll: (room, at) => {
    [0, 0.07, 0.13, 0.22, 0.3].forEach((later, i) =>
      wood(room, at + later, 320 + (i % 2) * 60, 0.22 + i * 0.02, 0.05),
    );
    wood(room, at + 0.42, 240, 0.5, 0.11);
  },
  step: (room, at, n) => wood(room, at, G2 * 2 ** ((n % 6) / 24), 0.3, 0.07),
  take: (room, at) => {
    playGrain(room, at, { from: 1400, to: 2600, quality: 0.8, length: 0.14, peak: 0.26 });
    wood(room, at + 0.13, 300, 0.36, 0.08);
  },
  draw: (room, at) => playGrain(room, at, { from: 900, to: 2200, quality: 0.6, length: 0.16, peak: 0.2 }),
  line: (room, at) =>
    playGrain(room, at, { from: 3200, quality: 0.7, length: 0.1, peak: 0.16, filter: 'highpass' }),
  nine: (room, at) => [G2, A2, D2].forEach((note, i) => reed(room, at + i * 0.09, note, 0.24, 0.45)),
  minus: (room, at) => reed(room, at, G, 0.22, 0.4),
  trip: (room, at, n) => {
    for (let fall = 0; fall < Math.max(1, n); fall++) {
      const from = at + fall * 0.2;
      playTone(room, from, { from: 520 - 90 * fall, to: 170, type: 'triangle', length: 0.34, peak: 0.3 });
      wood(room, from + 0.34, 150, 0.5, 0.12);
    }
  },
  refused: (room, at) => [0, 0.1].forEach(later => wood(room, at + later, 150, 0.3, 0.08)),
  yours: (room, at) => {
    reed(room, at, A2, 0.24, 0.4);
    reed(room, at + 0.16, D2, 0.24, 0.6);
  },
  won: (room, at) => [D, G2, A2, D2].forEach((note, i) => reed(room, at + i * 0.13, note, 0.24, 0.9)),
  over: (room, at) => [A2, G2, D].forEach((note, i) => reed(room, at + i * 0.16, note, 0.2, 0.8)),
};

/** Sounds played at any pace: those that concern me rather than movements. @type {ReadonlySet<Sound>} */
const ALWAYS = new Set(/** @type {Sound[]} */ (['refused', 'yours', 'won', 'over']));

/** The page's audio context, opened by the first press as browsers require. */
class Sounds {
  constructor() {
    /** @type {Room & {volume: GainNode}|null} */
    this.room = null;
    this.volume = 0;
    this.last = -1;
  }

  /** Enable sound after the first press. */
  open() {
    if (this.room || typeof AudioContext === 'undefined' || this.volume === 0) return;
    const context = new AudioContext();
    const volume = context.createGain();
    const soft = context.createBiquadFilter();
    soft.type = 'lowpass';
    soft.frequency.value = SOFT;
    volume.connect(soft).connect(context.destination);
    volume.gain.value = this.volume ** 2;
    this.room = { context, out: volume, volume };
  }

  /** @param {number} volume from 0 (silent) to 1 */
  setVolume(volume) {
    this.volume = volume;
    this.room?.volume.gain.setTargetAtTime(volume ** 2, this.room.context.currentTime, 0.02);
  }

  /** @param {Sound} name @param {{n?: number, pace?: number}} [how] */
  play(name, { n = 0, pace = 1 } = {}) {
    if (!this.room || this.volume === 0 || (pace === 0 && !ALWAYS.has(name))) return;
    const now = this.room.context.currentTime;
    if (name !== 'yours' && now - this.last < APART) return;
    this.last = now;
    SOUNDS[name](this.room, now + 0.005, n);
  }
}

export const sounds = new Sounds();
