/** From the service's codes to words. Every code has a readable fall-back: nothing the service says is ever dropped. */
import { t, tFirst } from '../i18n/t.js';

/** @typedef {import('../core/api').EventView} EventView */

/** What happened, without the player's name. @param {EventView} event */
export function eventWords(event) {
  const params = flatParams(event.params);
  return tFirst(eventKeys(event), 'event.unknown', event.code, params);
}

/** A game's own words for an entry, then everybody's. @param {{game: string, code: string}} entry */
export const eventKeys = ({ game, code }) => [`event.${game}.${code}`, `event.${code}`];

/** Spots inside parameters become `ring` and `sector`, lists become their count, so that messages stay simple. @param {Record<string, any>} params @returns {Record<string, any>} */
export function flatParams(params) {
  /** @type {Record<string, any>} */
  const flat = {};
  Object.entries(params).forEach(([name, value]) => {
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')) {
      flat[`${name}_ring`] = value[0];
      flat[`${name}_sector`] = value[1];
      flat[name] = value.join(', ');
    } else flat[name] = Array.isArray(value) ? value.length : value;
  });
  return flat;
}

/** Odds in percent; nothing that was felt is ever wholly certain. @param {number} odds */
export const percentOf = (odds) => Math.min(99, Math.round(odds * 100));

/** Where an event came from. @param {import('../core/api').Source} source */
export function sourceWords(source) {
  const sure = source.odds === null ? 'no' : 'yes';
  return t(`source.${source.kind}`, { sure, percent: percentOf(source.odds || 0), name: source.name || '' });
}

/** @param {import('../core/api').Notice} notice */
export const noticeWords = (notice) => tFirst([`notice.${notice.code}`], 'notice.unknown', notice.code, flatParams(notice.params));

/** @param {string} action */
export const actionWords = (action) => tFirst([`action.${action}`], 'action.unknown', action, {});

/** @param {import('../core/api').Question} question */
export const questionWords = (question) => tFirst([`question.${question.code}.${question.params.why}`, `question.${question.code}`], 'question.unknown', question.code, flatParams(question.params));

/** @param {import('../core/api').Option} option */
export function optionWords(option) {
  const params = { ring: option.ring, sector: option.sector, ...flatParams(option.params) };
  return tFirst([`option.${option.code}`], 'option.unknown', option.code, params);
}

/** A device's fault: what it is and what to do. @param {import('../core/api').DeviceView} device */
export function faultWords(device) {
  const code = device.code || device.state;
  const name = t(`device.${device.kind}`);
  return tFirst([`fault.${code}`, `fault.state.${device.state}`], 'fault.unknown', code, { name, ...flatParams(device.params) });
}

/** A refusal, with the rule it rests on. @param {string} code @param {Record<string, any>} params @param {string} detail @param {string} [game] whose words go first */
export function problemWords(code, params, detail, game = '') {
  const what = tFirst([`problem.${game}.${code}`, `problem.${code}`], 'problem.unknown', code, { ...flatParams(params), detail });
  return params.rule ? `${what} ${ruleWords(String(params.rule))}` : what;
}

/** The rule by its title in the rulebook, or by its number among the game's decisions. @param {string} rule */
function ruleWords(rule) {
  const [book, title] = rule.split(': ');
  return book === 'rulebook' && title ? t('problem.rulebook', { title }) : t('problem.rule', { rule });
}
