import type { Texts } from '@keyward/react';
import type { Boot } from '../../../server/src/http/web/boot.ts';

let organizations: Texts['organizations'] | undefined;

/** Loads one language, without the texts of {@link loadOrganizationTexts}. */
export async function textsOf(language: Boot['language']): Promise<Texts> {
  const core =
    language === 'de'
      ? (await import('../../../react/src/texts/core-de.ts')).coreDe
      : (await import('../../../react/src/texts/core-en.ts')).coreEn;
  return {
    ...core,
    get organizations() {
      if (organizations === undefined)
        throw new Error('This page has not loaded the texts of organizations.');
      return organizations;
    },
  };
}

/** Loads the texts of organizations, which few pages show. */
export async function loadOrganizationTexts(language: Boot['language']): Promise<void> {
  organizations ??=
    language === 'de'
      ? (await import('../../../react/src/texts/organizations-de.ts')).organizationsDe
      : (await import('../../../react/src/texts/organizations-en.ts')).organizationsEn;
}
