/** The colours of all the service's own pages, light and dark, with a contrast of at least 4.5:1. */
export const COLOURS = `
  color-scheme: light dark;
  --page: light-dark(#f4f5f7, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --text: light-dark(#1a1d23, #e8eaee);
  --muted: light-dark(#575e6b, #a3abb9);
  --accent: light-dark(#1f4fbf, #8fb3ff);
  --on-accent: light-dark(#ffffff, #0e1a33);
  --bad: light-dark(#b3261e, #ff9d94);`;
