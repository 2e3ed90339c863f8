import assert from 'node:assert/strict';
import type { Texts } from '../../../react/src/texts/en.ts';
import type { PortalRolesTexts } from '../../src/pages/texts/en/portal-roles.ts';
import type { PortalTexts } from '../../src/pages/texts/en/portal.ts';

/** The texts of the components in one of the languages. */
export async function textsIn(language: string): Promise<Texts> {
  const file: Readonly<Record<string, Texts>> = await import(`../../../react/src/texts/${language}.ts`);
  return file[language] ?? assert.fail(language);
}

/** The texts of the portal in one of the languages. */
export async function portalTextsIn(language: string): Promise<PortalTexts> {
  const file: { texts: PortalTexts } = await import(`../../src/pages/texts/${language}/portal.ts`);
  return file.texts;
}

/** The texts of the portal's step for roles in one of the languages. */
export async function portalRolesTextsIn(language: string): Promise<PortalRolesTexts> {
  const file: { texts: PortalRolesTexts } = await import(`../../src/pages/texts/${language}/portal-roles.ts`);
  return file.texts;
}
