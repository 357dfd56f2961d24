({
  /** Words that do not come from the catalogues: outside the pseudo-locale's brackets and not marked as somebody's own. */
  unworded() {
    const bare = (text) => {
      let before;
      let now = text;
      do {
        before = now;
        now = now.replace(/\u27e6[^\u27e6\u27e7]*\u27e7/g, '');
      } while (now !== before);
      return /\p{L}/u.test(now) ? now.trim() : '';
    };
    const found = [bare(document.title)];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.parentElement.closest('[translate="no"], script, style')) found.push(bare(node.textContent));
    }
    document.querySelectorAll('[aria-label], [placeholder], [title], [alt]').forEach((element) => {
      ['aria-label', 'placeholder', 'title', 'alt'].forEach((name) => found.push(bare(element.getAttribute(name) || '')));
    });
    return found.filter(Boolean);
  },

  /** Things to tap that are smaller than `least` pixels. */
  small(least) {
    const targets = 'a, button, input:not([type=radio]):not([type=checkbox]), select, summary, label.choice, [role=button]';
    return [...document.querySelectorAll(targets)]
      .filter((element) => element.checkVisibility() && !element.closest('.bench-board'))
      .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
      .map(({ box, name }) => `${box.width.toFixed(0)}x${box.height.toFixed(0)} ${name}`);
  },

  /** By how much the page is wider than the screen. */
  beside() {
    return Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
  },

  /** What does not fit the game page: scrolling, parts over parts, cut scores, a ship too small to read. */
  unfit() {
    const found = [];
    const parts = [...document.querySelectorAll('.table > section')].map((part) => [part.className, part.getBoundingClientRect()]);
    const over = (a, b) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    parts.forEach(([name, a], i) => parts.slice(i + 1).forEach(([other, b]) => over(a, b) && found.push(`${name} over ${other}`)));
    parts.forEach(([name, a]) => a.bottom > window.innerHeight + 1 && found.push(`${name} below the screen`));
    const scroll = document.documentElement.scrollHeight - window.innerHeight;
    if (scroll > 0) found.push(`scrolls by ${scroll}`);
    document.querySelectorAll('.score-card').forEach((card) => {
      const [inner, outer] = [card.querySelector('.score-number').getBoundingClientRect(), card.getBoundingClientRect()];
      if (inner.bottom > outer.bottom + 1 || inner.top < outer.top) found.push('a score is cut off');
    });
    const news = document.querySelector('.at-news');
    if (news && news.scrollHeight > news.clientHeight + 2) found.push(`news of ${news.scrollHeight} in ${news.clientHeight}`);
    const ship = document.querySelector('.at-ship .ship-stage');
    if (ship && ship.clientHeight < 220) found.push(`ship of ${ship.clientHeight}`);
    return found;
  },

  /** Contrast of every text colour on every ground. */
  contrasts() {
    const style = getComputedStyle(document.documentElement);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const light = (name) => {
      const hex = style.getPropertyValue(name).trim();
      const [r, g, b] = [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => {
      const [high, low] = [light(a), light(b)].sort((p, q) => q - p);
      return (high + 0.05) / (low + 0.05);
    };
    const grounds = ['--sky-deep', '--sky', '--panel', '--raised'];
    const pairs = grounds.flatMap((ground) => [['--text', ground], ['--text-soft', ground]]);
    pairs.push(['--on-paper', '--paper'], ['--on-moon', '--moon'], ['--disc-text', '--disc']);
    return pairs.map(([a, b]) => [`${a} on ${b}`, ratio(a, b)]);
  },
})
