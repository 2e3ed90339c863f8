import type { Texts } from '@keyward/react';
import type { Boot } from '../../../server/src/http/web/boot.ts';

type Language = Boot['language'];

/** The texts in parts, because most pages show few of them. */
const PARTS = {
  core: {
    en: async () => (await import('../../../react/src/texts/core-en.ts')).coreEn,
    de: async () => (await import('../../../react/src/texts/core-de.ts')).coreDe,
  },
  account: {
    en: async () => (await import('../../../react/src/texts/account-en.ts')).accountEn,
    de: async () => (await import('../../../react/src/texts/account-de.ts')).accountDe,
  },
  oauth: {
    en: async () => (await import('../../../react/src/texts/oauth-en.ts')).oauthEn,
    de: async () => (await import('../../../react/src/texts/oauth-de.ts')).oauthDe,
  },
  organizations: {
    en: async () => (await import('../../../react/src/texts/organizations-en.ts')).organizationsEn,
    de: async () => (await import('../../../react/src/texts/organizations-de.ts')).organizationsDe,
  },
} satisfies Record<string, Record<Language, () => Promise<object>>>;

const texts: Partial<Texts> = {};

/** Loads the texts of a part into the object that {@link textsOf} returns. */
export async function loadTexts(
  part: Exclude<keyof typeof PARTS, 'core'>,
  language: Language,
): Promise<void> {
  if (part === 'organizations') texts.organizations = await PARTS.organizations[language]();
  else Object.assign(texts, await PARTS[part][language]());
}

/** Loads the texts of every page. A page loads those of its parts before it is drawn: see {@link loadTexts}. */
export async function textsOf(language: Language): Promise<Texts> {
  Object.assign(texts, await PARTS.core[language]());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the pages see what is missing
  return texts as Texts;
}
