/**
 * The table key travels in the fragment (`#k=...`): taken once, stored, and taken out of the address.
 *
 * @typedef {{getItem(name: string): string | null, setItem(name: string, value: string): void}} Storage
 */

const NAME = 'companion.key';

/** What a part of the address says; null: nothing, or what no page of ours wrote. @param {string} part @returns {string | null} */
export function decoded(part) {
  try {
    return decodeURIComponent(part) || null;
  } catch (error) {
    return null;
  }
}

/** Split a fragment into the key it carries (or null) and the route that remains. @param {string} hash */
export function splitFragment(hash) {
  const parts = hash.replace(/^#/, '').split('&');
  const carried = parts.find((part) => part.startsWith('k='));
  const route = parts.filter((part) => part !== carried && part !== '').join('&');
  return { key: carried ? decoded(carried.slice(2)) : null, route: route ? `#${route}` : '#/table' };
}

/** Store a key found in the fragment and rewrite the address without it. @param {{hash: string}} location @param {Storage} storage @param {(hash: string) => void} rewrite */
export function takeKey(location, storage, rewrite) {
  const { key, route } = splitFragment(location.hash);
  if (key === null) return;
  try {
    storage.setItem(NAME, key);
  } finally {
    rewrite(route);
  }
}

/** @param {Storage} storage @returns {string | null} */
export function storedKey(storage) {
  try {
    return storage.getItem(NAME);
  } catch (error) {
    return null;
  }
}
