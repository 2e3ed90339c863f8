import type { PortalTexts } from '../texts/en/portal.ts';

let loaded: PortalTexts | undefined;

/** Supplies the texts of the portal, before it is rendered. */
export function takePortalTexts(texts: PortalTexts): void {
  loaded = texts;
}

export function portalTexts(): PortalTexts {
  if (loaded === undefined) throw new Error('This page has not loaded the texts of the portal.');
  return loaded;
}
