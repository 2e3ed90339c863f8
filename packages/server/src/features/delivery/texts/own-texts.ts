import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../config/error.ts';
import { preferredLanguage } from '../../../lib/accept-language.ts';
import { LANGUAGES } from '../../../lib/languages.ts';
import { webFolder } from '../../../package.ts';
import { english, type MailTexts } from '../mail/texts/english.ts';
import { mailTextsIn } from '../mail/texts/languages.ts';
import { checkTexts, type KnownTexts, type ReplacedTexts } from './check-texts.ts';

/** The texts of pages and mails for end users, some of which an operator may have replaced. */
export interface OwnTexts {
  /** As BCP 47 tags in lower case; the first is the fallback. */
  languages: readonly [string, ...string[]];
  /** What replaces texts of the pages in a language; they fill in values by place, as `{0}`. */
  pages: (language: string) => ReplacedTexts | undefined;
  /** The texts of mails in the language that an `Accept-Language` header prefers. */
  mails: (acceptLanguage: string) => MailTexts;
}

const FILE = /^([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\.json$/;

/**
 * @param folder with a file for each language, such as `fr.json`; null: nothing is replaced
 * @throws ConfigError for a file that is not JSON, or that has an unknown key
 */
export function createOwnTexts(folder: string | null): OwnTexts {
  const pages = new Map<string, ReplacedTexts>();
  const mails = new Map<string, MailTexts>();
  for (const [language, file] of folder === null ? [] : filesIn(folder)) {
    const { mails: mailTexts = {}, ...pageTexts } = parsed(file);
    const place = { file, path: [] };
    pages.set(language, checkTexts(pageTexts, pageTextNames(), { ...place, byPlace: true }));
    const own = checkTexts(mailTexts, namesIn(english), { ...place, path: ['mails'], byPlace: false });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check has compared each key
    const replaced = replace(mailTextsIn(language), own) as MailTexts;
    mails.set(language, { ...replaced, language });
  }
  const [fallback, ...others] = LANGUAGES;
  const languages = [fallback, ...new Set([...others, ...pages.keys()])] as const;
  return {
    languages,
    pages: (language) => pages.get(language),
    mails(acceptLanguage) {
      const language = preferredLanguage(acceptLanguage, languages);
      return mails.get(language) ?? mailTextsIn(language);
    },
  };
}

function filesIn(folder: string): [language: string, file: string][] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => {
    const language = FILE.exec(name)?.[1];
    if (language !== undefined && isLanguage(language)) return [language, join(folder, name)];
    const file = JSON.stringify(join(folder, name));
    throw new ConfigError(
      `KEYWARD_TEXTS: ${file} is not named after a language; use a name such as fr.json.`,
    );
  });
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function parsed(file: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null) return { ...content };
  } catch {
    // Its message would quote the file.
  }
  throw new ConfigError(
    `KEYWARD_TEXTS: ${JSON.stringify(file)} cannot be read as a JSON object; correct it.`,
  );
}

/** The texts of the pages, as their build writes them. Where nothing has been built, there are no pages. */
function pageTextNames(): KnownTexts {
  const folder = webFolder();
  if (folder === null) return {};
  return JSON.parse(readFileSync(new URL('texts.json', folder), 'utf8'));
}

/** The names in braces of each text. A list is a group by place. */
function namesIn(texts: object): KnownTexts {
  // The language is not a text.
  const entries: [string, unknown][] = Object.entries(texts).filter(([key]) => key !== 'language');
  return Object.fromEntries(
    entries.map(([key, text]) => [
      key,
      typeof text === 'object' && text !== null
        ? namesIn(text)
        : [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ]),
  );
}

/** A text or a group of texts, where the operator's own replace some. */
export function replace(text: unknown, own: string | ReplacedTexts | undefined): unknown {
  if (own === undefined) return text;
  if (typeof own === 'string' || typeof text !== 'object' || text === null) return own;
  if (Array.isArray(text)) return text.map((one: unknown, place) => replace(one, own[place]));
  return Object.fromEntries(
    Object.entries(text).map(([key, one]: [string, unknown]) => [key, replace(one, own[key])]),
  );
}
