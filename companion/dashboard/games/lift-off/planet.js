/** The planet from above: core, exits, Lift Off Points, the Moon on its way round, aliens where they lie. A pure function of the table. */
import { html, nothing, svg } from '../../vendor/lit.js';
import { t } from '../../i18n/t.js';
import { pressed } from '../../ui/pressed.js';
import { lyingAt, moveByCard, onCircle, PLACES, RING, stateOf, steps } from './read.js';
import { alien, garglore, moon } from './signs.js';

/** @typedef {import('../../core/api').TableView} TableView */
/** @typedef {import('../index.js').Hands} Hands */

const SURFACE = 258;
const SPOT = 96;
const CORE = 140;
const TRACK = 448;
const MOON = 0.95;

/** @param {string} place @returns {[number, number]} */
const at = (place) => (place === 'core' ? [0, 0] : onCircle(RING.indexOf(place), RING.length, SURFACE));

/** @param {[number, number]} spot */
const moved = ([x, y]) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

/** Aliens of up to five colours in a circle: each colour once, with its number. @param {TableView} table @param {string} place */
function crowd(table, place) {
  const here = lyingAt(table, place);
  const core = place === 'core';
  const columns = here.length > (core ? 1 : 2) ? 2 : 1;
  const rows = Math.ceil(here.length / columns);
  const scale = columns === 1 ? 1.4 : core ? 1.25 : here.length > 4 ? 0.78 : 0.86;
  const down = core ? 0 : 12;
  return here.map(([seat, count], i) => {
    const inRow = Math.min(columns, here.length - Math.floor(i / columns) * columns);
    const x = ((i % columns) - (inRow - 1) / 2) * 92 * scale;
    const y = (Math.floor(i / columns) - (rows - 1) / 2) * 50 * scale + down;
    return svg`<g transform=${`${moved([x, y])} scale(${scale})`}><g transform="translate(-20 0) rotate(-90) scale(.8)">${alien(seat)}</g><text class="lo-count" x="6" y="2">${count}</text></g>`;
  });
}

/** What a tap on a place does: take an alien up, put it down, or, for a card, one after the other. @param {TableView} table @param {Hands} hands @param {string} place */
function tap(table, hands, place) {
  const { picked } = hands;
  const card = picked && picked.card === 'move-your-alien' ? { card: picked.card, owner: picked.owner, by: picked.by } : null;
  if (picked && picked.was === place) hands.pick(card);
  else if (picked && picked.was && card) hands.act(table.awaits.find((one) => one.kind === 'card') || null, moveByCard(table, card, picked.was, place));
  else if (picked && picked.was) hands.act(table.awaits.find((one) => one.kind === 'move') || null, { type: 'move', was: picked.was, now: place });
  else hands.pick({ ...card, was: place });
}

/** The places that glow: where to take up, or where to put down. @param {TableView} table @param {Hands | null} hands */
function glowing(table, hands) {
  const picked = hands && hands.picked;
  if (picked && picked.was) return new Set(steps(table).filter(([was]) => was === picked.was).map(([, now]) => now));
  return new Set(steps(table).map(([was]) => was));
}

/** @param {TableView} table @param {Hands | null} hands @param {string} place @param {Set<string>} glow */
function spot(table, hands, place, glow) {
  const names = lyingAt(table, place).map(([seat, count]) => t('lift-off.lying', { name: table.seats[seat].name, count }));
  const label = t('lift-off.place.label', { place, aliens: names.join(', ') || t('lift-off.nobody') });
  const picked = hands && hands.picked && hands.picked.was === place;
  const free = hands && stateOf(table).detail === 'full' && stateOf(table).phase === 'play';
  const act = () => hands && tap(table, hands, place);
  const look = `lo-place ${place === 'core' ? 'core' : place[0] === 'p' ? 'point' : 'exit'} ${glow.has(place) ? 'open' : ''} ${picked ? 'picked' : ''}`;
  const inside = svg`<circle class="lo-ground" r=${place === 'core' ? CORE : SPOT}></circle>
    ${place === 'core' ? nothing : svg`<text class="lo-name" y=${-SPOT + 24}>${t(`lift-off.short.${place}`)}</text>`}${crowd(table, place)}`;
  if (!free) return svg`<g class=${look} transform=${moved(at(place))} role="img" aria-label=${label}>${inside}</g>`;
  return svg`<g class=${look} transform=${moved(at(place))} role="button" tabindex="0" aria-label=${label} aria-pressed=${picked ? 'true' : 'false'} data-place=${place}
    @click=${act} @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, act)}>${inside}</g>`;
}

/** The way round: its spots, the Star, and the Moon. @param {TableView} table */
function track(table) {
  const { moon: now, moon_spots: spots, forced } = stateOf(table);
  const star = 'M0-30 8-10 29-9 12 4 18 25 0 13-18 25-12 4-29-9-8-10z';
  return svg`<circle class="lo-track" r=${TRACK}></circle>
    ${Array.from({ length: spots }, (_, n) => svg`<g transform=${moved(onCircle(n, spots, TRACK))}>${n ? svg`<circle class="lo-spot" r="10"></circle>` : svg`<path class="lo-star" d=${star}></path>`}</g>`)}
    <path class="lo-way" d="M-188-458a495 495 0 0 0-90 46l22 2M-278-412l6-22"></path>
    <g transform=${`${moved(onCircle(now, spots, TRACK))} scale(${MOON})`}>${moon(forced || 'full')}</g>`;
}

/** @param {TableView} table */
function beast(table) {
  const where = stateOf(table).garglore;
  const place = RING.includes(where) ? onCircle(RING.indexOf(where), RING.length, SURFACE + 66) : null;
  return place ? svg`<g transform=${`${moved(place)} scale(.85)`}>${garglore()}</g>` : nothing;
}

/** @param {TableView} table @param {Hands | null} hands */
export function planet(table, hands) {
  const glow = glowing(table, hands);
  const roads = ['e1', 'e2', 'e3', 'e4'].map((place) => svg`<line class="lo-road" x1="0" y1="0" x2=${at(place)[0]} y2=${at(place)[1]}></line>`);
  return html`<svg class="lo-planet" viewBox="-490 -490 980 980" role="group" aria-label=${t('lift-off.planet', { moon: stateOf(table).moon, of: stateOf(table).moon_spots })}>
    <circle class="lo-globe" r="372"></circle><circle class="lo-surface" r=${SURFACE}></circle>${roads} ${track(table)}
    ${PLACES.map((place) => spot(table, hands, place, glow))} ${beast(table)}</svg>`;
}
