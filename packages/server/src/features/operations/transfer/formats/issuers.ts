import { PRESETS } from '../../../sign-in/provider/presets.ts';

/**
 * The issuer that names a provider in links. An address is its own issuer; names are looked up. Null for an unknown
 * name.
 */
export function issuerOf(provider: string, issuers: ReadonlyMap<string, string>): string | null {
  const issuer = issuers.get(provider) ?? (isAddress(provider) ? provider : PRESETS[provider]?.issuer);
  // Without the final slash, as the service compares issuers.
  return issuer === undefined || issuer === '' ? null : issuer.replace(/\/$/, '');
}

export function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
