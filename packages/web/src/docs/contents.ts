/** Marks the current section in the list of a page's headings. */
export function followReading(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  let current: HTMLAnchorElement | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting);
      const link = links.get(entered?.target.id ?? '');
      if (link === undefined) return;
      current?.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'location');
      link.scrollIntoView({ block: 'nearest' });
      current = link;
    },
    { rootMargin: '-56px 0px -66% 0px' },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(id);
    if (heading !== null) observer.observe(heading);
  }
}

const SCROLLS = '.table, pre';

/** Only boxes wider than the page are in the tab order, so that they can be scrolled. */
export function skipWhatFits(): void {
  const observer = new ResizeObserver((entries) => {
    for (const box of new Set(entries.map(({ target }) => target.closest(SCROLLS)))) {
      if (box === null) continue;
      if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
      else box.removeAttribute('tabindex');
    }
  });
  for (const box of document.querySelectorAll(SCROLLS)) {
    observer.observe(box);
    // Observed, because the text grows when its font has loaded.
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
  }
}
