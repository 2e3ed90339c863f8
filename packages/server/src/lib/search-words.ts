import { parseEmail } from './email.ts';
import { searchKey } from './text.ts';

/** PostgreSQL indexes letters and digits alone, three at a time. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Whether an index leads to the texts that contain this one. */
export function isIndexed(text: string): boolean {
  return INDEXED.test(text);
}

/**
 * The words of a search for parts of names and emails, in the form of their keys. Null if no word is long enough for an
 * index.
 */
export function searchWords(search: string): string[] | null {
  const words = search
    .trim()
    .split(/\s+/u)
    .map((word) => parseEmail(word)?.key ?? searchKey(word));
  return words.some(isIndexed) ? [...new Set(words)] : null;
}
