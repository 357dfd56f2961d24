import { html } from '../vendor/lit.js';

/** Two off-screen regions, made once. Milestones are said, never readings; what comes in the same second is said as one. */
export const liveRegions = () => html`<p class="off-screen" id="say-polite" role="status" aria-live="polite"></p><p class="off-screen" id="say-assertive" role="alert" aria-live="assertive"></p>`;

const GATHER_MS = 1000;

/** @type {Record<string, string[]>} */
const waiting = {};

/** @param {string} text @param {'polite'|'assertive'} how */
export function announce(text, how) {
  if (waiting[how]) {
    waiting[how].push(text);
    return;
  }
  waiting[how] = [text];
  setTimeout(() => {
    const region = document.getElementById(`say-${how}`);
    if (region) region.textContent = [...new Set(waiting[how])].join(' · ');
    delete waiting[how];
  }, GATHER_MS);
}
