const isTruncated = ({ clientWidth, scrollWidth }: Element): boolean =>
  clientWidth > 0 && scrollWidth > clientWidth;

/** Gives the cell under the pointer its whole text as a tooltip, if its end is cut off and it has no tooltip. */
export function showTruncated({ target }: { target: EventTarget }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.kc-cell, [role="cell"]') : null;
  if (cell === null || (cell.title !== '' && cell.dataset['told'] === undefined)) return;
  if (isTruncated(cell) || [...cell.querySelectorAll('*')].some(isTruncated)) {
    cell.title = cell.textContent;
    cell.dataset['told'] = '';
  } else cell.removeAttribute('title');
}
