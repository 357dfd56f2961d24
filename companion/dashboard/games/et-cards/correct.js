import { html, nothing } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { CorrectPart } from '../../ui/correct-part.js';
import { markOf } from '../../ui/mark.js';
import { define } from '../../ui/part.js';
import { KINDS, nameOf, signOf } from './cards.js';
import { stateOf } from './read.js';

/** @typedef {import('../../core/api').TableView} TableView */

/** "On the table it is so" for the E.T. card game: what lies before each player, and whose turn it is. */
export class EtCardsCorrect extends CorrectPart {
  /** A card is put there or taken away; VLIEG and GEVAAR never lie together. @param {import('../../core/api').SeatView} seat @param {string[]} laid @param {string} kind */
  _toggle(seat, laid, kind) {
    const rival = { vlieg: 'gevaar', gevaar: 'vlieg' }[kind];
    const next = laid.includes(kind) ? laid.filter((one) => one !== kind) : [...laid.filter((one) => one !== rival), kind];
    return this._correct('laid', [seat.seat, next]);
  }

  render() {
    const table = this.table;
    if (!table || !table.game) return nothing;
    return html`${table.seats.map((seat) => {
        const laid = /** @type {string[]} */ (stateOf(table).seats[seat.seat].laid);
        return html`<section class="menu-group"><h3>${markOf(seat.mark)} <span translate="no">${seat.name}</span></h3><div class="row tight">
          ${KINDS.map((kind) => html`<button class="button tall" data-laid=${`${seat.seat}-${kind}`} aria-pressed=${laid.includes(kind) ? 'true' : 'false'} @click=${() => this._toggle(seat, laid, kind)}>${signOf(kind)}<span>${nameOf(kind)}</span></button>`)}</div></section>`;
      })}
      ${stateOf(table).phase === 'play'
        ? html`<section class="menu-group"><h3>${t('correct.turn')}</h3><div class="row tight">
          ${table.seats.filter((seat) => seat.present).map((seat) => html`<button class="button tall" aria-pressed=${seat.turn ? 'true' : 'false'} data-turn=${seat.seat} @click=${() => this._correct('turn', seat.seat)}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div></section>`
        : nothing}`;
  }
}

define('et-cards-correct', EtCardsCorrect);
