import { createHash } from 'node:crypto';
import type { Services } from '../../features/services.ts';
import type { BrandingSettings } from '../../features/settings/settings.ts';
import { lightenedFor, readableOn } from '../../lib/contrast.ts';
import type { Boot } from './boot.ts';

/** Behind dark pages: the lightest ground that the pages have there. */
const DARK_GROUND = '#18191c';

/** Null: what the pages come with. */
const FONTS: Record<BrandingSettings['font'], string | null> = {
  geist: null,
  system: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif",
  rounded:
    "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT Bold', Calibri, source-sans-pro, sans-serif",
  serif: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, Georgia, serif",
  mono: "ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

/** What the pages say of the deployment. */
export function brandingOf({ settings }: Pick<Services, 'settings'>): Boot['branding'] {
  const { branding, email } = settings.current;
  return {
    name: branding.name.trim() || email.sender_name.trim() || 'Keyward',
    logoUrl: branding.logo_url || null,
    links: branding.links,
  };
}

const styles = new WeakMap<BrandingSettings, { css: string; version: string }>();

/** The style of the pages, as variables, and what its address changes by. */
export function brandingStyle({ settings }: Pick<Services, 'settings'>): { css: string; version: string } {
  const { branding } = settings.current;
  let style = styles.get(branding);
  if (style === undefined) {
    const css = stylesheet(branding);
    style = { css, version: createHash('sha256').update(css).digest('base64url').slice(0, 12) };
    styles.set(branding, style);
  }
  return style;
}

function stylesheet({ colour, radius, font }: BrandingSettings): string {
  const stack = FONTS[font];
  const variables = {
    ...(colour !== '' && coloursOf(colour)),
    radius: `${radius}px`,
    ...(stack !== null && { font: stack }),
  };
  const lines = Object.entries(variables).map(([name, value]) => `  --keyward-${name}: ${value};\n`);
  return `:root {\n${lines.join('')}}\n`;
}

function coloursOf(colour: string) {
  const dark = lightenedFor(DARK_GROUND, colour);
  return {
    colour,
    'on-colour': readableOn(colour),
    'colour-dark': dark,
    'on-colour-dark': readableOn(dark),
  };
}

/** The origin that the logo comes from; null: the page itself has it. */
export function logoOrigin({ settings }: Pick<Services, 'settings'>): string | null {
  const { logo_url: address } = settings.current.branding;
  return /^https?:/i.test(address) ? (URL.parse(address)?.origin ?? null) : null;
}
