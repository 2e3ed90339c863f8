import type { OperatorLanguage } from '../../../../server/src/lib/languages.ts';
import type { PortalTexts } from './texts-en.ts';

let loaded: PortalTexts | undefined;

/** @param language of the page */
export function portalLanguage(language: string): OperatorLanguage {
  return language === 'de' ? 'de' : 'en';
}

/** Loads the texts of the portal. */
export async function loadPortalTexts(language: string): Promise<void> {
  loaded ??=
    portalLanguage(language) === 'de'
      ? (await import('./texts-de.ts')).portalDe
      : (await import('./texts-en.ts')).portalEn;
}

export function portalTexts(): PortalTexts {
  if (loaded === undefined) throw new Error('This page has not loaded the texts of the portal.');
  return loaded;
}
