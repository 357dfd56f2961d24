import { LitElement } from '../vendor/lit.js';
import { onLanguage } from '../i18n/t.js';

/** The window's event when the service is heard again and what it said is drawn: what was asked for before may be out of date. */
export const LIVE = 'companion-live';

/**
 * Base of every component: light DOM (one stylesheet, one page for readers and tests), re-rendered when the language changes.
 */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }

  constructor() {
    super();
    /** @type {Array<() => void>} */
    this.undoers = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.undoers = [onLanguage(() => this.requestUpdate())];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.undoers.forEach((undo) => undo());
    this.undoers = [];
  }

  /** Until the component leaves the page. @param {() => void} undo */
  keep(undo) {
    this.undoers.push(undo);
  }

  /** Tell the parents. @param {string} name @param {any} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /**
   * Send a command; the app at the root does it and shows a refusal. Resolves to the reply, or null when it was refused.
   * @param {import('../core/api').Command} command
   * @returns {Promise<import('../core/api').CommandReply | null>}
   */
  send(command) {
    return new Promise((resolve) => this.tell('companion-command', { command, resolve }));
  }

  /** A command of this phone's own seat; otherwise as `send`. @param {object} seatCommand @returns {Promise<import('../core/api').CommandReply | null>} */
  sendAsSeat(seatCommand) {
    return new Promise((resolve) => this.tell('companion-seat-command', { seatCommand, resolve }));
  }

  /** POST to another route of the service, refusals shown as for `send`. @param {string} url @param {object} body @returns {Promise<any>} */
  post(url, body) {
    return new Promise((resolve) => this.tell('companion-post', { url, body, resolve }));
  }

  /** GET from the service; null when it cannot be had. @param {string} url @returns {Promise<any>} */
  load(url) {
    return new Promise((resolve) => this.tell('companion-get', { url, resolve }));
  }
}

/** @param {string} name @param {CustomElementConstructor} element */
export function define(name, element) {
  if (!customElements.get(name)) customElements.define(name, element);
}
