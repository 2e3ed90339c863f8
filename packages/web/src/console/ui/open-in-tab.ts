interface Opening {
  metaKey: boolean;
  ctrlKey: boolean;
  /** Of the mouse. */
  button?: number;
  currentTarget: Element;
  target: EventTarget;
}

/**
 * Opens the link of a row in a new tab, if the event asks for one.
 * @param row the element with the link. Default: the element with the listener
 * @returns whether it did
 */
export function openInTab(event: Opening, row: Element | null = event.currentTarget): boolean {
  const link = row?.querySelector<HTMLAnchorElement>('a.kc-row-link');
  if (!link || !(event.metaKey || event.ctrlKey || event.button === 1)) return false;
  window.open(link.href, '_blank', 'noopener');
  return true;
}
