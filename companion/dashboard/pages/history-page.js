import { html, nothing } from '../vendor/lit.js';
import { dayAndTime, t } from '../i18n/t.js';
import { connectionBanner } from '../ui/connection.js';
import { eventLine } from '../ui/event-list.js';
import { icon } from '../ui/icons.js';
import { markOf } from '../ui/mark.js';
import { Part, define } from '../ui/part.js';

/** @typedef {import('../core/api').PastGame} PastGame */

/** Finished games, and one of them with its whole log (`#/history/7`). */
export class HistoryPage extends Part {
  static get properties() {
    return { known: { attribute: false }, route: { attribute: false }, games: { state: true }, more: { state: true }, one: { state: true } };
  }

  constructor() {
    super();
    /** @type {import('../core/store.js').Known | null} */
    this.known = null;
    this.route = '#/history';
    /** @type {PastGame[] | null} */
    this.games = null;
    this.more = false;
    /** @type {import('../core/api').PastGameView | null} */
    this.one = null;
  }

  /** @param {Map<string, any>} changed */
  updated(changed) {
    if (changed.has('route')) this._fetch();
  }

  async _fetch() {
    const number = Number(this.route.split('/')[2]);
    this.one = null;
    if (number) this.one = await this.load(`/api/games/${number}`);
    else {
      this.games = null;
      await this._older('/api/games');
    }
  }

  /** The next page of games, below those that are there. @param {string} url */
  async _older(url) {
    const found = await this.load(url);
    this.games = [...(this.games || []), ...(found ? found.games : [])];
    this.more = Boolean(found && found.more);
  }

  async _resume(/** @type {number} */ number) {
    const reply = await this.send({ type: 'resume', number });
    if (reply) location.hash = '#/table';
  }

  _line(/** @type {PastGame} */ game) {
    const winners = game.outcome ? game.outcome.ranking[0] : [];
    return html`<li><a class="button game-link" href=${`#/history/${game.number}`}>
      <b>${t('history.game', { number: game.number })}</b>${game.clock_set ? html`<span class="soft" translate="no">${dayAndTime(game.started_at)}</span>` : html`<span class="soft" data-undated>${t('history.undated')}</span>`}
      ${game.names.map((name, seat) => html`<span class="row tight">${markOf(seat)}<span translate="no">${name}</span> <b>${game.scores[seat]}</b>${winners.includes(seat) ? html`<span class="tag">${t('history.won')}</span>` : nothing}</span>`)}
      ${game.state === 'over' ? nothing : html`<span class="tag">${t(`history.${game.state}`)}</span>`}</a></li>`;
  }

  _list() {
    if (!this.games) return html`<p class="loading">${t('connection.first')}</p>`;
    if (!this.games.length) return html`<p class="panel">${t('history.none')}</p>`;
    const last = this.games[this.games.length - 1];
    return html`<ul>${this.games.map((game) => this._line(game))}</ul>
      ${this.more ? html`<p class="menu-group"><button class="button tall" data-older @click=${() => this._older(`/api/games?before=${last.number}`)}>${icon('history')}${t('history.older')}</button></p>` : nothing}`;
  }

  _whole() {
    if (!this.one) return html`<p class="loading">${t('connection.first')}</p>`;
    const { game, events, table } = this.one;
    const control = this.known && this.known.role === 'control';
    return html`<ul>${this._line(game)}</ul>
      <div class="row menu-group"><a class="button" href="#/history">${icon('undo')}${t('history.back')}</a>
        <a class="button" href=${`/api/games/${game.number}/journal`} download=${`game-${game.number}.jsonl`}>${icon('drop')}${t('history.export')}</a>
        ${game.state !== 'over' && control ? html`<button class="button" data-resume=${game.number} @click=${() => this._resume(game.number)}>${icon('play')}${t('welcome.resume', { number: game.number })}</button>` : nothing}</div>
      <section class="panel menu-group"><h2>${t('history.log')}</h2><ol class="events">${events.map((event) => eventLine(event, table.seats, null))}</ol></section>`;
  }

  render() {
    const single = Boolean(Number(this.route.split('/')[2]));
    return html`<div class="page"><h1>${t('menu.history')}</h1>${this.known ? connectionBanner(this.known) : nothing}${single ? this._whole() : this._list()}</div>`;
  }
}

define('history-page', HistoryPage);
