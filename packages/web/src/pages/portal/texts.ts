import type { Boot } from '../../../../server/src/http/web/boot.ts';
import type { PortalTexts } from './texts-en.ts';

let loaded: PortalTexts | undefined;

/** Loads the texts of the portal. */
export async function loadPortalTexts(language: Boot['language']): Promise<void> {
  loaded ??=
    language === 'de' ? (await import('./texts-de.ts')).portalDe : (await import('./texts-en.ts')).portalEn;
}

export function portalTexts(): PortalTexts {
  if (loaded === undefined) throw new Error('This page has not loaded the texts of the portal.');
  return loaded;
}
