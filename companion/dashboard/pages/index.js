/** The pages by hash route. */
import { html } from '../vendor/lit.js';
import '../games/close-encounters/survey-page.js';
import '../games/et-board/survey-page.js';
import '../games/lift-off/survey-page.js';
import './bench-page.js';
import './calibrate-page.js';
import './diagnostics-page.js';
import './history-page.js';
import './seat-page.js';
import './setup-page.js';
import './styleguide-page.js';
import './survey-page.js';
import './table-page.js';

/**
 * @typedef {object} Shared what every page may use
 * @property {import('../core/store.js').Known} known
 * @property {import('../core/store.js').Store} store
 * @property {import('../device/wakelock.js').WakeState} wake
 * @property {import('../device/audio.js').Sounds} sounds
 * @property {string} route
 * @property {import('../core/seat.js').SeatState} seat
 */
/** @typedef {{title: string, fits: string, view: (shared: Shared) => unknown}} Page */

/** @type {Record<string, Page>} */
const PAGES = {
  '#/table': { title: 'menu.table', fits: 'fits', view: ({ known, store }) => html`<table-page .known=${known} .store=${store}></table-page>` },
  '#/seat': { title: 'seat.title', fits: '', view: ({ known, seat }) => html`<seat-page .known=${known} .seat=${seat}></seat-page>` },
  '#/setup': { title: 'menu.setup', fits: '', view: ({ known }) => html`<setup-page .known=${known}></setup-page>` },
  '#/survey': { title: 'menu.survey', fits: '', view: ({ known, route }) => html`<survey-page .known=${known} .route=${route}></survey-page>` },
  '#/survey-lift-off': { title: 'lift-off.survey.title', fits: '', view: ({ known, route }) => html`<lift-off-survey .known=${known} .route=${route}></lift-off-survey>` },
  '#/survey-close-encounters': { title: 'close-encounters.survey.title', fits: '', view: ({ known, route }) => html`<close-encounters-survey .known=${known} .route=${route}></close-encounters-survey>` },
  '#/survey-et': { title: 'et-board.survey.title', fits: '', view: ({ known, route }) => html`<et-board-survey .known=${known} .route=${route}></et-board-survey>` },
  '#/calibrate': { title: 'menu.calibrate', fits: '', view: ({ known }) => html`<calibrate-page .known=${known}></calibrate-page>` },
  '#/history': { title: 'menu.history', fits: '', view: ({ known, route }) => html`<history-page .known=${known} .route=${route}></history-page>` },
  '#/bench': { title: 'menu.bench', fits: 'fits-wide', view: ({ known, store }) => html`<bench-page .known=${known} .store=${store}></bench-page>` },
  '#/styleguide': { title: 'menu.styleguide', fits: '', view: ({ known }) => html`<styleguide-page .known=${known}></styleguide-page>` },
  '#/diagnostics': {
    title: 'menu.diagnostics',
    fits: '',
    view: ({ known, store, wake, sounds }) => html`<diagnostics-page .known=${known} .store=${store} .wake=${wake} .sounds=${sounds}></diagnostics-page>`,
  },
};

/** The page of a route; routes may carry more after their name (`#/history/7`). @param {string} route */
export function pageFor(route) {
  const name = route.split('/').slice(0, 2).join('/');
  return PAGES[name] || PAGES['#/table'];
}
