/** Marks in the list of a page's headings which part the reader is at. */
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

/** What is wider than the page scrolls, by keyboard too. */
export function makeScrollable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const box of document.querySelectorAll('.table, .code pre')) observer.observe(box);
}
