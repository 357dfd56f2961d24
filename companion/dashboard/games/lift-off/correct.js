import { html, nothing } from '../../vendor/lit.js';
import { awaiting } from '../../core/prompt.js';
import { t } from '../../i18n/t.js';
import { CorrectPart } from '../../ui/correct-part.js';
import { icon } from '../../ui/icons.js';
import { markOf } from '../../ui/mark.js';
import { define } from '../../ui/part.js';
import { stepper } from '../../ui/stepper.js';
import { domainOf, PLACES, POINTS, RESOURCES, stateOf } from './read.js';

/** @typedef {import('../../core/api').TableView} TableView */

const KINDS = ['bonfire', 'satellite', 'rocket-ship', 'jetpack', 'trampoline', 'miracle', 'ufo', 'teleport', 'slingshot', 'stargate'];
const ALIENS = 10;
/** As many cards as anybody could hold. */
const HAND = 99;
const ENDING = ['tie-break', 'over'];

/** "On the table it is so" for Lift Off: every fact of the game, each with its own button. */
export class LiftOffCorrect extends CorrectPart {
  static get properties() {
    return { ...super.properties, seat: { state: true }, point: { state: true } };
  }

  constructor() {
    super();
    this.seat = 0;
    this.point = 'p1';
  }

  /** @param {string} key @param {any} value */
  _tell(key, value) {
    this.told = { ...this.told, [key]: value };
  }

  /** What is shown for a fact: what was told here, else what the table says. @param {string} key @param {any} now */
  _value(key, now) {
    return key in this.told ? this.told[key] : now;
  }

  /** @param {string} key @param {string} fact @param {any} value @param {boolean} same */
  _set(key, fact, value, same) {
    return html`<button class="button" data-set=${key} ?disabled=${same} @click=${() => this._correct(fact, value)}>${icon('check')}${t('correct.save')}</button>`;
  }

  /** @param {string} fact @param {string} label @param {number} now @param {number} most */
  _number(fact, label, now, most) {
    const value = this._value(fact, now === null ? 0 : now);
    return html`<div class="row correct-row"><b class="grow">${label}</b>${stepper({ label, value, most, change: (next) => this._tell(fact, next) })} ${this._set(fact, fact, value, value === now)}</div>`;
  }

  /** A number of each player that nobody may have told yet. @param {string} fact @param {string} title @param {string} label @param {TableView} table @param {(seat: any) => number | null} now @param {number} most */
  _each(fact, title, label, table, now, most = HAND) {
    return html`<section class="menu-group"><h3>${t(title)}</h3>${table.seats.map((seat) => {
      const key = `${fact}-${seat.seat}`;
      const known = now(stateOf(table).seats[seat.seat]);
      const value = this._value(key, known === null ? 0 : known);
      return html`<div class="row correct-row">${markOf(seat.mark)}<b class="grow" translate="no">${seat.name}</b>
        ${stepper({ label: t(label, { name: seat.name }), value, most, change: (next) => this._tell(key, next) })} ${this._set(key, fact, [seat.seat, value], value === known)}</div>`;
    })}</section>`;
  }

  /** @param {TableView} table */
  _detail(table) {
    const task = awaiting(table, 'detail');
    if (!task) return nothing;
    const go = () => this.send({ type: 'act', await_id: task.id, action: { type: 'detail', value: domainOf(task).value[0] } });
    return html`<section class="menu-group"><h3>${t('lift-off.detail')}</h3><p class="soft">${t(`lift-off.detail.${stateOf(table).detail}.how`)}</p>
      <p class="row tight"><button class="button tall" data-detail=${domainOf(task).value[0]} @click=${go}>${icon('turn')}${t(`lift-off.detail.to.${domainOf(task).value[0]}`)}</button></p></section>`;
  }

  /** @param {string} fact @param {string} title @param {Array<[any, unknown]>} values @param {any} now */
  _choice(fact, title, values, now) {
    return html`<section class="menu-group"><h3>${title}</h3><div class="row tight">
      ${values.map(([value, words]) => html`<button class="button tall" data-fact=${`${fact}-${value}`} aria-pressed=${value === now ? 'true' : 'false'} @click=${() => this._correct(fact, value)}>${words}</button>`)}</div></section>`;
  }

  /** @param {TableView} table */
  _turn(table) {
    const state = stateOf(table);
    const turn = /** @type {Array<[any, unknown]>} */ (table.seats.filter((seat) => seat.present).map((seat) => [seat.seat, html`${markOf(seat.mark)}<span translate="no">${seat.name}</span>`]));
    return this._choice('turn', t('correct.turn'), turn, state.turn);
  }

  /** @param {TableView} table */
  _sky(table) {
    const state = stateOf(table);
    const beast = /** @type {Array<[any, unknown]>} */ ([...POINTS, 'pool'].map((place) => [place, t(`lift-off.place.${place}`)]));
    const forced = /** @type {Array<[any, unknown]>} */ ([null, 'full', 'new'].map((value) => [value, t(`lift-off.forced.${value || 'none'}`)]));
    const playing = state.phase === 'play';
    return html`<section class="menu-group"><h3>${t('lift-off.correct.sky')}</h3>
        ${this._number('moon', t('lift-off.correct.moon'), state.moon, state.moon_spots - 1)}
        ${this._number('sun', t('lift-off.correct.sun'), state.sun, state.day_spots - 1)}
        <p class="row tight"><button class="button tall" data-fact="sun-null" aria-pressed=${state.sun === null ? 'true' : 'false'} @click=${() => this._correct('sun', null)}>${t('lift-off.correct.sun.unknown')}</button></p>
        ${playing && state.detail === 'full' ? this._number('moves', t('lift-off.correct.moves'), state.moves, 2) : nothing}</section>
      ${state.garglore === null ? nothing : this._choice('garglore', t('lift-off.correct.garglore'), beast, state.garglore)} ${playing ? this._choice('forced', t('lift-off.correct.forced'), forced, state.forced) : nothing}`;
  }

  /** @param {TableView} table */
  _point(table) {
    const tile = stateOf(table).points[this.point];
    if (!POINTS.every((point) => stateOf(table).points[point])) return nothing;
    const playing = stateOf(table).phase === 'play';
    const standing = /** @type {number[]} */ (this._value('standing', tile.standing));
    const paid = this._value('paid', tile.paid);
    const others = POINTS.filter((point) => point !== this.point).map((point) => (stateOf(table).points[point] || {}).kind);
    const kinds = (/** @type {string} */ kind) => POINTS.map((point) => (point === this.point ? kind : stateOf(table).points[point].kind));
    return html`<section class="menu-group"><h3>${t('lift-off.correct.point')}</h3>
      <div class="row tight">${POINTS.map((point) => html`<button class="button tall" data-look=${point} aria-pressed=${point === this.point ? 'true' : 'false'} @click=${() => this._look(point)}>${t(`lift-off.place.${point}`)}</button>`)}</div>
      <div class="row tight menu-group">${KINDS.filter((kind) => !others.includes(kind)).map((kind) => html`<button class="button" data-fact=${`kind-${kind}`} aria-pressed=${kind === tile.kind ? 'true' : 'false'} @click=${() => this._correct('points', kinds(kind))}>${t(`lift-off.tile.${kind}`)}</button>`)}</div>
      ${playing ? this._onPoint(table, standing, paid) : nothing}</section>`;
  }

  /** Who stands there, and what is paid. @param {TableView} table @param {number[]} standing @param {Record<string, number>} paid */
  _onPoint(table, standing, paid) {
    return html`${table.seats.map((seat) => {
        const label = t('lift-off.correct.standing', { name: seat.name });
        const count = standing.filter((one) => one === seat.seat).length;
        const set = (/** @type {number} */ n) => this._tell('standing', [...standing.filter((one) => one !== seat.seat), ...Array(n).fill(seat.seat)]);
        return html`<div class="row correct-row">${markOf(seat.mark)}<span class="grow">${label}</span>${stepper({ label, value: count, most: ALIENS, change: set })}</div>`;
      })}
      <div class="row correct-row"><span class="grow"></span>${this._set('standing', 'standing', [this.point, standing], !('standing' in this.told))}</div>
      ${RESOURCES.map((kind) => {
        const label = t('lift-off.correct.paid', { kind });
        return html`<div class="row correct-row"><span class="grow">${label}</span>${stepper({ label, value: paid[kind], most: 24, change: (n) => this._tell('paid', { ...paid, [kind]: n }) })}</div>`;
      })}
      <div class="row correct-row"><span class="grow"></span>${this._set('paid', 'paid', [this.point, paid], !('paid' in this.told))}</div>`;
  }

  /** @param {string} point */
  _look(point) {
    this.point = point;
    this.told = {};
  }

  /** @param {TableView} table */
  _lying(table) {
    const now = Object.fromEntries(PLACES.map((place) => [place, stateOf(table).aliens[place][this.seat]]));
    const lying = this._value('lying', now);
    const choose = (/** @type {number} */ seat) => {
      this.seat = seat;
      this.told = {};
    };
    return html`<section class="menu-group"><h3>${t('lift-off.correct.lying')}</h3>
      <div class="row tight">${table.seats.map((seat) => html`<button class="button tall" data-seat=${seat.seat} aria-pressed=${seat.seat === this.seat ? 'true' : 'false'} @click=${() => choose(seat.seat)}>${markOf(seat.mark)}<span translate="no">${seat.name}</span></button>`)}</div>
      ${PLACES.slice(1).map((place) => html`<div class="row correct-row"><span class="grow">${t(`lift-off.place.${place}`)}</span>
        ${stepper({ label: t(`lift-off.place.${place}`), value: lying[place], most: ALIENS, change: (n) => this._tell('lying', { ...lying, [place]: n }) })}</div>`)}
      <div class="row correct-row"><span class="grow soft">${t('lift-off.correct.rest')}</span>${this._set('lying', 'lying', [this.seat, without(lying, 'core')], !('lying' in this.told))}</div></section>`;
  }

  /** Hands are secret, so what is counted is not shown: it is only set. @param {TableView} table */
  _hands(table) {
    const counted = table.game && table.game.options['liftoff.count_cards'];
    return counted ? this._each('cards', 'lift-off.correct.cards', 'lift-off.correct.cards.of', table, () => null) : nothing;
  }

  /** A tie and the end: Resource cards, and going on after all. @param {TableView} table */
  _end(table) {
    if (!ENDING.includes(stateOf(table).phase)) return nothing;
    return html`${this._each('resources', 'lift-off.correct.resources', 'lift-off.correct.resources.of', table, (seat) => seat.resources)}
      <p class="row tight menu-group"><button class="button tall" data-fact="phase-play" @click=${() => this._correct('phase', 'play')}>${icon('play')}${t('lift-off.correct.go-on')}</button></p>`;
  }

  render() {
    const table = this.table;
    if (!table || !table.game) return nothing;
    const { phase } = stateOf(table);
    const scores = this._each('score', 'lift-off.correct.saved', 'lift-off.saved.of', table, (seat) => seat.score, ALIENS);
    if (ENDING.includes(phase)) return html`${scores} ${this._end(table)}`;
    return html`${this._detail(table)} ${phase === 'play' ? this._turn(table) : nothing} ${scores} ${this._sky(table)} ${this._lying(table)} ${this._point(table)} ${this._hands(table)}`;
  }
}

/** @param {Record<string, number>} counts @param {string} name */
function without(counts, name) {
  const { [name]: _, ...rest } = counts;
  return rest;
}

define('lift-off-correct', LiftOffCorrect);
