/**
 * Our own sounds, made from a few sine waves. Silent until somebody taps the sound button: only then may a page make noise.
 * @typedef {'off'|'on'|'blocked'|'missing'} SoundState
 * @typedef {[frequency_hz: number, start_s: number, length_s: number, loudness: number]} Note
 */

/** The mystery tune of Close Encounters, a melody of our own. */
export const TUNE_HZ = [493.88, 392, 587.33, 440, 739.99];
const BEAT_S = 0.42;

/** One note of the tune, with its octave above as a shimmer. @param {number} hz @param {number} start @param {number} length @returns {Note[]} */
const chime = (hz, start, length) => [[hz, start, length, 0.5], [2 * hz, start, length * 0.7, 0.12]];

/** All five, and the first again under the last, which is held. @returns {Note[]} */
const tune = () => [...TUNE_HZ.flatMap((hz, i) => chime(hz, i * BEAT_S, i === 4 ? 1.6 : 0.5)), [TUNE_HZ[0], 4 * BEAT_S, 1.6, 0.3]];

/** @type {Record<string, Note[]>} */
const CUES = {
  tune: tune(),
  ...Object.fromEntries(TUNE_HZ.map((hz, i) => [`note-${i + 1}`, chime(hz, 0, 0.9)])),
  place: [[523, 0, 0.12, 0.5], [784, 0.07, 0.22, 0.4]],
  remove: [[784, 0, 0.12, 0.4], [523, 0.07, 0.22, 0.4]],
  fall: [[440, 0, 0.16, 0.5], [330, 0.13, 0.18, 0.5], [196, 0.28, 0.4, 0.6]],
  die: [[1180, 0, 0.05, 0.3], [1320, 0.07, 0.05, 0.3]],
  tick: [[660, 0, 0.06, 0.3]],
  question: [[587, 0, 0.16, 0.5], [880, 0.2, 0.3, 0.5]],
  win: [[523, 0, 0.18, 0.5], [659, 0.15, 0.18, 0.5], [784, 0.3, 0.18, 0.5], [1047, 0.45, 0.5, 0.5]],
};

export class Sounds {
  /** @param {(state: SoundState) => void} onState */
  constructor(onState) {
    this.onState = onState;
    /** @type {SoundState} */
    this.state = 'off';
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** Called from a tap. A tablet that was locked leaves the context interrupted: every later tap resumes it. */
  async toggle() {
    if (this.state === 'on') {
      this._become('off');
      return;
    }
    await this._unlock();
    this.play('tick');
  }

  async _unlock() {
    const Context = window.AudioContext || /** @type {any} */ (window).webkitAudioContext;
    if (!Context) {
      this._become('missing');
      return;
    }
    this.context = this.context || new Context();
    try {
      await this.context.resume();
    } catch (error) {
      this._become('blocked');
      return;
    }
    this._become(this.context.state === 'running' ? 'on' : 'blocked');
  }

  /** Any tap on the page: bring an interrupted context back. */
  touched() {
    if (this.state === 'on' && this.context && this.context.state !== 'running') this._unlock();
  }

  /** @param {string} cue @param {number} [after_s] */
  play(cue, after_s = 0) {
    const context = this.context;
    if (this.state !== 'on' || !context || context.state !== 'running') return;
    (CUES[cue] || []).forEach(([hz, start, length, loudness]) => tone(context, hz, context.currentTime + after_s + start, length, loudness));
  }

  /** @param {SoundState} state */
  _become(state) {
    this.state = state;
    this.onState(state);
  }
}

/** @param {AudioContext} context @param {number} hz @param {number} at_s @param {number} length_s @param {number} loudness */
function tone(context, hz, at_s, length_s, loudness) {
  const wave = context.createOscillator();
  const level = context.createGain();
  wave.type = 'triangle';
  wave.frequency.value = hz;
  level.gain.setValueAtTime(0.0001, at_s);
  level.gain.exponentialRampToValueAtTime(loudness * 0.4, at_s + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0001, at_s + length_s);
  wave.connect(level);
  level.connect(context.destination);
  wave.start(at_s);
  wave.stop(at_s + length_s + 0.02);
}
