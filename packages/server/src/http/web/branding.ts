import { createHash } from 'node:crypto';
import type { Services } from '../../services/services.ts';
import type { BrandingSettings } from '../../features/settings/settings.ts';
import { brandVariables } from '../../lib/brand-variables.ts';
import type { Boot } from './boot.ts';

/** The branding of the deployment on its pages. */
export function brandingOf({ settings }: Pick<Services, 'settings'>): Boot['branding'] {
  const { branding, email } = settings.current;
  return {
    name: branding.name.trim() || email.sender_name.trim() || 'Keyward',
    logoUrl: branding.logo_url || null,
    links: branding.links,
  };
}

const styles = new WeakMap<BrandingSettings, { css: string; version: string }>();

/** The style of the pages, as variables, and its version, which is a part of its address. */
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

function stylesheet(branding: BrandingSettings): string {
  const lines = Object.entries(brandVariables(branding)).map(
    ([name, value]) => `  --keyward-${name}: ${value};\n`,
  );
  return `:root {\n${lines.join('')}}\n`;
}

/** The origin of the logo; null: the page itself contains it. */
export function logoOrigin({ settings }: Pick<Services, 'settings'>): string | null {
  const { logo_url: address } = settings.current.branding;
  return /^https?:/i.test(address) ? (URL.parse(address)?.origin ?? null) : null;
}
