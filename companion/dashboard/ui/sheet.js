import { html, nothing } from '../vendor/lit.js';
import { t } from '../i18n/t.js';
import { icon } from './icons.js';
import { Part, define } from './part.js';

/** A modal sheet. `heading` and `body` (a function giving a template) come from the owner; closing tells `sheet-closed`. */
export class ModalSheet extends Part {
  static get properties() {
    return { open: { type: Boolean }, heading: { attribute: false }, body: { attribute: false } };
  }

  constructor() {
    super();
    this.open = false;
    this.heading = '';
    /** @type {(() => unknown) | null} */
    this.body = null;
  }

  updated() {
    const dialog = /** @type {HTMLDialogElement | null} */ (this.querySelector('dialog'));
    if (!dialog) return;
    if (this.open && !dialog.open) dialog.showModal();
    if (!this.open && dialog.open) dialog.close();
  }

  _closed() {
    if (this.open) this.tell('sheet-closed');
  }

  render() {
    if (!this.open) return nothing;
    return html`<dialog class="sheet" aria-labelledby="sheet-title" @close=${this._closed}>
      <div class="sheet-head">
        <h2 id="sheet-title">${this.heading}</h2>
        <button class="button icon quiet" aria-label=${t('sheet.close')} @click=${this._closed}>${icon('close')}</button>
      </div>
      <div class="sheet-body">${this.body ? this.body() : nothing}</div>
    </dialog>`;
  }
}

define('modal-sheet', ModalSheet);
