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
  undo: {
    en: async () => (await import('../../../react/src/texts/undo-en.ts')).undoEn,
    de: async () => (await import('../../../react/src/texts/undo-de.ts')).undoDe,
  },
  organizationErrors: {
    en: async () => (await import('../../../react/src/texts/organization-errors-en.ts')).organizationErrorsEn,
    de: async () => (await import('../../../react/src/texts/organization-errors-de.ts')).organizationErrorsDe,
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
  else if (part === 'organizationErrors') addErrors(await PARTS.organizationErrors[language]());
  else Object.assign(texts, await PARTS[part][language]());
}

/** Loads the texts of every page. A page loads those of its parts before it is drawn: see {@link loadTexts}. */
export async function textsOf(language: Language): Promise<Texts> {
  const { errors, ...core } = await PARTS.core[language]();
  Object.assign(texts, core);
  addErrors(errors);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the pages see what is missing
  return texts as Texts;
}

/** The texts of errors come in two parts, in any order. */
function addErrors(errors: object): void {
  Object.assign(texts, { errors: { ...texts.errors, ...errors } });
}
