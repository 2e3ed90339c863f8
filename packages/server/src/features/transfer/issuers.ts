import { PRESETS } from '../providers/presets.ts';

/** The issuer by which links name a provider: an address is one, names are looked up. Null for an unknown name. */
export function issuerOf(provider: string, issuers: ReadonlyMap<string, string>): string | null {
  const issuer = issuers.get(provider) ?? (isAddress(provider) ? provider : PRESETS[provider]?.issuer);
  // As the service compares them: without the slash at the end.
  return issuer === undefined || issuer === '' ? null : issuer.replace(/\/$/, '');
}

export function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
