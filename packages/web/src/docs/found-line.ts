const LINE = /^#L(\d+)$/;

/**
 * Shows the line of the document that the address names, as results of the search do: `#L42`. The address then names
 * the heading above it, because lines move with every change of a document.
 */
export function showLine(): void {
  const wanted = Number(LINE.exec(location.hash)?.[1]);
  if (!(wanted > 0)) return;
  const found = [...document.querySelectorAll<HTMLElement>('[data-line]')].findLast(
    ({ dataset }) => Number(dataset['line']) <= wanted,
  );
  if (found === undefined) return;
  const headings = [...document.querySelectorAll<HTMLElement>('article :is(h1, h2, h3, h4)[id]')];
  const heading = headings.findLast(
    (one) => one === found || one.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  history.replaceState(history.state, '', `#${heading?.id ?? ''}`);
  for (const before of document.querySelectorAll('.found')) before.classList.remove('found');
  if (found === heading) {
    found.scrollIntoView();
    return;
  }
  found.classList.add('found');
  found.scrollIntoView({ block: 'center' });
}
