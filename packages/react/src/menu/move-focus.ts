/**
 * Moves the focus among the items of a menu.
 * @param key `first` or `last`, or the key that was pressed: an arrow, Home, End, or the first letter of an item
 * @returns whether the key moves the focus
 */
export function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const here = items.findIndex((item) => item === document.activeElement);
  const letter = key.length === 1 && key !== ' ' ? key.toLowerCase() : null;
  const target = (): HTMLElement | undefined => {
    if (key === 'first' || key === 'Home') return items[0];
    if (key === 'last' || key === 'End') return items.at(-1);
    if (key === 'ArrowDown') return items[(here + 1) % items.length];
    if (key === 'ArrowUp') return items.at(here < 1 ? -1 : here - 1);
    if (letter === null) return undefined;
    const following = [...items.slice(here + 1), ...items.slice(0, here + 1)];
    return following.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(letter));
  };
  const found = target();
  found?.focus();
  return found !== undefined;
}
