/**
 * Keyward's mark: a shield with a keyhole, through which the background shows. It has the colour of the text.
 * @param size in pixels
 */
export function logoSvg(size: number): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1.75 20.5 5v6.6c0 5-3.4 8.9-8.5 10.65C6.9 20.5 3.5 16.6 3.5 11.6V5L12 1.75Zm0 5.45a2.7 2.7 0 0 0-1.35 5.04L9.9 16.6h4.2l-.75-4.36A2.7 2.7 0 0 0 12 7.2Z" fill="currentColor" fill-rule="evenodd"/></svg>`;
}
