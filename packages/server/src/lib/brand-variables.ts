import { lightenedFor, readableOn } from './contrast.ts';

/** The branding of a deployment's pages. */
export interface BrandStyle {
  /** As `#rrggbb`; empty: the default of the pages. */
  colour: string;
  /** In pixels. */
  radius: number;
  font: keyof typeof FONT_STACKS;
}

/** The lightest background of dark pages. */
const DARK_GROUND = '#18191c';

/** Null: the typeface that comes with the pages. */
export const FONT_STACKS = {
  geist: null,
  system: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif",
  rounded:
    "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT Bold', Calibri, source-sans-pro, sans-serif",
  serif: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, Georgia, serif",
  mono: "ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
} as const satisfies Record<string, string | null>;

/** The variables of the components' style, without their prefix `--keyward-`. The console's preview uses the same. */
export function brandVariables({ colour, radius, font }: BrandStyle): Record<string, string> {
  const stack = FONT_STACKS[font];
  return {
    ...(colour !== '' && coloursOf(colour)),
    radius: `${radius}px`,
    ...(stack !== null && { font: stack }),
  };
}

function coloursOf(colour: string): Record<string, string> {
  const dark = lightenedFor(DARK_GROUND, colour);
  return {
    colour,
    'on-colour': readableOn(colour),
    'colour-dark': dark,
    'on-colour-dark': readableOn(dark),
  };
}
