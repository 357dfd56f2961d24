/** The cards of the E.T. card game, drawn; their names as printed, in Dutch, with what they mean beside them in English. */
import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';

export const ADVENTURES = ['ssst', 'au', 'opbellen', 'bluf'];
export const KINDS = [...ADVENTURES, 'vlieg', 'gevaar'];

/** Line drawings on a 24 grid. @type {Record<string, string>} */
const SIGNS = {
  ssst: 'M12 3v9M9 12h6M9 12v6a3 3 0 0 0 6 0v-6M5 6q-2 4 0 9M19 6q2 4 0 9',
  au: 'M12 20V9M9.5 9h5l-1-5h-3zM12 3V1.500M7 5 5.5 3.500M17 5l1.5-1.500M6 9H4M20 9h-2',
  opbellen: 'M6 3h4l2 5-2.5 2a11 11 0 0 0 5 5l2-2.5 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2zM14 4a6 6 0 0 1 6 6',
  bluf: 'M3 8q9-6 18 0v3q0 6-6 6-2 0-3-2-1 2-3 2-6 0-6-6zM7 11h3M14 11h3',
  vlieg: 'M6 18a4 4 0 1 0 0-.1M18 18a4 4 0 1 0 0-.1M6 18l4-8h6l2 8M10 10 9 7H7M16 10l1-3h2M3 5q9-4 18 0',
  gevaar: 'M12 3 22 20H2zM12 9v6M12 17.500v.2',
};

/** @param {string} kind */
export const signOf = (kind) => html`<svg class="icon ec-sign" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SIGNS[kind]}></path>`}</svg>`;

/** A card's printed name, and in English what it means. @param {string} kind */
export function nameOf(kind) {
  const meaning = t(`et-cards.means.${kind}`);
  return html`<span class="ec-name">${t(`et-cards.card.${kind}`)}</span>${meaning ? html`<span class="ec-means">${meaning}</span>` : nothing}`;
}

/** A place in a lay-out: the card, or where it is still missing. @param {string} kind @param {boolean} there */
export function card(kind, there) {
  return html`<li class=${`ec-card ec-${kind} ${there ? '' : 'missing'}`} data-card=${there ? kind : ''}>${signOf(kind)}${nameOf(kind)}${there ? nothing : html`<span class="off-screen">${t('et-cards.missing')}</span>`}</li>`;
}
