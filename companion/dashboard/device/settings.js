/** What this tablet remembers for itself: theme and language. Storage may be refused; then nothing is remembered. */

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`companion.${name}`);
  } catch (error) {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`companion.${name}`, value);
  } catch (error) {
    /* a private window: the choice lasts as long as the page */
  }
}

/** @typedef {'dark'|'light'} Theme */

/** @returns {Theme} */
export const theme = () => (recall('theme') === 'light' ? 'light' : 'dark');

/** @param {Theme} value */
export function applyTheme(value) {
  document.documentElement.dataset.theme = value;
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', value === 'light' ? '#eef2fc' : '#0a1024');
}
