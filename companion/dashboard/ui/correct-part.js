import { Part } from './part.js';

/** "On the table it is so": what the sheets of all games share. */
export class CorrectPart extends Part {
  static get properties() {
    return { table: { attribute: false }, told: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/api').TableView | null} */
    this.table = null;
    /** @type {Record<string, any>} what has been set here and not yet sent, by fact */
    this.told = {};
  }

  /** Tell the table one fact, citing the newest entry; false when it was refused. @param {string} fact @param {unknown} value @returns {Promise<boolean>} */
  async _correct(fact, value) {
    const table = /** @type {import('../core/api').TableView} */ (this.table);
    const seq = Math.max(0, ...table.events.map((event) => event.seq));
    const reply = await this.send({ type: 'correct', seq, fact, value });
    if (reply) this.told = {};
    return reply !== null;
  }
}
