/** Colours as `#rrggbb`, and their contrast (WCAG 2.2 §1.4.3). */

/** The minimum contrast of text with its background. */
const READABLE = 4.5;
const STEPS = 50;

/** White if it is readable on the colour, otherwise black, which is readable then. */
export function readableOn(colour: string): string {
  return contrast(colour, '#ffffff') >= READABLE ? '#ffffff' : '#000000';
}

/** The colour, mixed with enough white to be readable on a dark background. */
export function lightenedFor(dark: string, colour: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = withWhite(colour, step / STEPS);
    if (contrast(mixed, dark) >= READABLE) return mixed;
  }
  return '#ffffff';
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function withWhite(colour: string, share: number): string {
  const mixed = channels(colour).map((channel) => Math.round(channel + (255 - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
