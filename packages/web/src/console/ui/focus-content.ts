/** Moves the focus to the content of the page, whose name screen readers then say. */
export function focusContent(): void {
  const content = document.getElementById('content');
  // It may have the focus from the page before.
  content?.blur();
  content?.focus({ preventScroll: true });
}

/** Whether no element has the focus, as after the one that had it is removed or disabled. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
