/** All text of the page: `<language>.json`, and for each game of `GAME_TEXTS` a file of its own. `t(key, params)` words it in the chosen language; every language has every key (a test holds that). */
import { format, parse } from '../core/message.js';

export const LANGUAGES = ['en', 'nl'];
/** Games with texts of their own, in `games/<game>.<language>.json`. */
export const GAME_TEXTS = ['aliens-dance', 'close-encounters', 'et-board', 'et-cards', 'lift-off'];
/** The pseudo-locale: every text in brackets, so text that does not come from here is easy to find. */
export const PSEUDO = 'xx';

/** @type {{language: string, messages: Record<string, string>, compiled: Map<string, any>, listeners: Set<() => void>}} */
const catalogue = { language: 'en', messages: {}, compiled: new Map(), listeners: new Set() };

/** @param {string} language */
async function fetchMessages(language) {
  const files = [`./${language}.json`, ...GAME_TEXTS.map((game) => `./games/${game}.${language}.json`)];
  const responses = await Promise.all(files.map((file) => fetch(new URL(file, import.meta.url).href)));
  return Object.assign({}, ...(await Promise.all(responses.map((response) => response.json()))));
}

/** The language asked for by the address, else the stored one, else the browser's, else English. @param {string} search @param {string | null} stored @param {readonly string[]} wanted */
export function pickLanguage(search, stored, wanted) {
  const asked = new URLSearchParams(search).get('lang');
  const known = [...LANGUAGES, PSEUDO];
  const candidates = [asked, stored, ...wanted.map((tag) => tag.slice(0, 2).toLowerCase())];
  return candidates.find((candidate) => candidate !== null && known.includes(candidate)) || 'en';
}

/** @param {string} language */
export async function useLanguage(language) {
  catalogue.messages = await fetchMessages(language === PSEUDO ? 'en' : language);
  catalogue.language = language;
  catalogue.compiled = new Map();
  catalogue.listeners.forEach((listener) => listener());
}

export const language = () => catalogue.language;
/** The language tag for `Intl` and the `lang` attribute. */
export const tag = () => (catalogue.language === PSEUDO ? 'en' : catalogue.language);

/** @param {() => void} listener */
export function onLanguage(listener) {
  catalogue.listeners.add(listener);
  return () => catalogue.listeners.delete(listener);
}

export const has = (/** @type {string} */ key) => key in catalogue.messages;

/** A text without parameters, for use inside another. @param {string} key */
const plain = (key) => (has(key) ? catalogue.messages[key] : key.slice(key.lastIndexOf('.') + 1));

/** Word `key`; an unknown key is shown as it is, so that nothing is ever silent. @param {string} key @param {Record<string, any>} [params] */
export function t(key, params = {}) {
  let pieces = catalogue.compiled.get(key);
  if (!pieces) {
    pieces = has(key) ? parse(catalogue.messages[key]) : [key];
    catalogue.compiled.set(key, pieces);
  }
  const text = format(pieces, params, tag(), plain);
  return catalogue.language === PSEUDO ? `⟦${text}⟧` : text;
}

/** The first of the keys that exists; otherwise `fallback` worded with the code and its parameters, so it stays readable. @param {string[]} keys @param {string} fallback @param {string} code @param {Record<string, any>} params */
export function tFirst(keys, fallback, code, params) {
  const key = keys.find(has);
  if (key) return t(key, params);
  const details = Object.entries(params).map(([name, value]) => `${name.replace(/_/g, ' ')} ${JSON.stringify(value)}`);
  return t(fallback, { code: code.replace(/[-_.]/g, ' '), details: details.join(', '), many: details.length ? 'yes' : 'no' });
}

export const clockTime = (/** @type {number} */ ms) =>
  new Intl.DateTimeFormat(tag(), { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(ms));
export const dayAndTime = (/** @type {string} */ iso) =>
  new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
