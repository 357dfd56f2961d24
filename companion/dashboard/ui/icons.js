import { svg, html, nothing } from '../vendor/lit.js';

/** Line drawings on a 24 grid. @type {Record<string, string>} */
const PATHS = {
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3',
  redo: 'M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  pen: 'M4 20l1-5L16 4l4 4L9 19l-5 1zM13 7l4 4',
  sound: 'M4 9v6h4l5 4V5L8 9H4zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9v6h4l5 4V5L8 9H4zM17 9.5l5 5M22 9.5l-5 5',
  awake: 'M12 3v2M12 19v2M3 12h2M19 12h2M6 6l1.4 1.4M16.6 16.6 18 18M18 6l-1.4 1.4M7.4 16.6 6 18M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  asleep: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
  bell: 'M12 4v9M12 18.5v.5M3 21 12 3l9 18z',
  fall: 'M12 4v14M6 12l6 6 6-6M4 21h16',
  pass: 'M5 12h13M13 6l6 6-6 6',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5a3 3 0 0 1 0 6M18 14.5c2.5.7 3.5 2.6 3.5 5.5',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  ruler: 'M3 16 16 3l5 5L8 21zM7 12l2 2M10 9l2 2M13 6l2 2',
  power: 'M12 3v9M7 6a8 8 0 1 0 10 0',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  hand: 'M7 12V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v9a6 6 0 0 1-6 6c-3 0-4.5-2-6-5l-1-2a1.5 1.5 0 0 1 2.5-1.5z',
  turn: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  play: 'M7 4v16l13-8z',
  check: 'M4 12.5 10 18 20 6',
  phone: 'M8 2.5h8q1.5 0 1.5 1.5v16q0 1.5-1.5 1.5H8q-1.5 0-1.5-1.5V4q0-1.5 1.5-1.5zM10.5 18.5h3',
  flag: 'M5 21V4M5 5h13l-3 4 3 4H5',
  lift: 'M12 14V4M7 9l5-5 5 5M4 20h16',
  drop: 'M12 4v10M7 9l5 5 5-5M4 20h16',
  nudge: 'M3 12h6M6 9l3 3-3 3M14 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12z',
  bump: 'M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.5 15.5 18 18M18 6l-2.5 2.5M8.5 15.5 6 18',
  lean: 'M3 18 21 12M8 21l4-4 4 4',
  gauge: 'M4 18a9 9 0 1 1 16 0M12 15l4-5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9M12 3c-3 3-3.5 6-3.5 9s.5 6 3.5 9',
  scale: 'M12 4v16M6 20h12M5 8h14M5 8l-3 6h6zM19 8l-3 6h6z',
};

/** A decorative icon; the text beside it (or the button's label) names it. @param {string} name */
export function icon(name) {
  const path = PATHS[name];
  return path ? html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${path}></path>`}</svg>` : nothing;
}
