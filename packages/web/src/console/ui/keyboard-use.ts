/**
 * Marks the page while a person uses the keyboard. Browsers show the ring of an element that a script focuses, also
 * after a click; a panel that opens by a mouse needs none.
 */
export function markKeyboardUse(): void {
  const { documentElement: root } = document;
  document.addEventListener('keydown', () => root.setAttribute('data-keyboard', ''), true);
  document.addEventListener('pointerdown', () => root.removeAttribute('data-keyboard'), true);
}
