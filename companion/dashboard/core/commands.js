/**
 * Commands go up by POST. The same key goes with every try of the same command, so trying again is always safe.
 *
 * @typedef {import('./api').Command} Command
 * @typedef {import('./api').Problem} Problem
 * @typedef {import('./api').CommandReply} CommandReply
 */
import { systemClock } from './clock.js';

/** A refusal: `code` and `params` are worded by the catalogue, `detail` is the service's own line. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
    this.code = problem.code;
    this.params = problem.params || {};
  }
}

/** 128 random bits as hex; works without a secure context, where `crypto.randomUUID` is missing. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} code @param {number} status @param {string} detail @returns {Problem} */
const problemOf = (code, status, detail) => ({ type: 'about:blank', title: code, status, detail, code, params: {} });

/** @param {any} response @returns {Promise<Problem>} */
async function readProblem(response) {
  try {
    const body = await response.json();
    if (body && typeof body.code === 'string') return body;
    return problemOf('bad-request', response.status, JSON.stringify(body.detail || body));
  } catch (error) {
    return problemOf('server-error', response.status, String(error));
  }
}

/**
 * @typedef {object} Wire
 * @property {(url: string, init: any) => Promise<any>} fetch
 * @property {() => string | null} key
 * @property {import('./clock.js').Clock} [clock]
 * @property {() => string} [newKey]
 */

const TRIES = 4;
const FIRST_WAIT_MS = 300;
const WORTH_ANOTHER_TRY = new Set([502, 503, 504]);

export class Commands {
  /** @param {Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.clock = wire.clock || systemClock;
    this.newKey = wire.newKey || newKey;
  }

  /** @param {Command} command @returns {Promise<CommandReply>} */
  send(command) {
    return this.post('/api/commands', command);
  }

  /** POST anything of ours, with key and retries. @param {string} url @param {object} body @returns {Promise<any>} */
  async post(url, body) {
    const init = { method: 'POST', headers: this._headers({ 'Idempotency-Key': this.newKey() }), body: JSON.stringify(body) };
    const response = await this._try(url, init);
    if (!response.ok) throw new Refused(await readProblem(response));
    return response.status === 204 ? null : response.json();
  }

  /** @param {string} url @returns {Promise<any>} */
  async get(url) {
    const response = await this._try(url, { headers: this._headers({}) });
    if (!response.ok) throw new Refused(await readProblem(response));
    return response.json();
  }

  /** @param {Record<string, string>} extra @returns {Record<string, string>} */
  _headers(extra) {
    const key = this.wire.key();
    return { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}), ...extra };
  }

  /** @param {string} url @param {object} init */
  async _try(url, init) {
    let wait = FIRST_WAIT_MS;
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        const response = await this.wire.fetch(url, init);
        if (left === 1 || !WORTH_ANOTHER_TRY.has(response.status)) return response;
      } catch (error) {
        if (left === 1) throw new Refused(problemOf('no-connection', 0, String(error)));
      }
      await this._pause(wait);
      wait *= 2;
    }
    throw new Refused(problemOf('no-connection', 0, 'gave up'));
  }

  /** @param {number} ms @returns {Promise<void>} */
  _pause(ms) {
    return new Promise((resolve) => this.clock.setTimeout(resolve, ms));
  }
}
