import type { ApiKeyRow } from '../../../store/engine/schema.ts';

/** The prefix of every API key; see `lib/checked-secret.ts`. */
export const KEY_PREFIX = 'kw_live_';

/** A column that holds words, separated by spaces. */
export function wordsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

/** A key as events show it. */
export function shownKey({ id, name, scopes }: ApiKeyRow) {
  return { id, name, scopes: wordsOf(scopes) };
}
