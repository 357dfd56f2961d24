/** Enter and Space act, as on a button, and do not scroll the page. @param {KeyboardEvent} event @param {() => void} act */
export function pressed(event, act) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  act();
}
