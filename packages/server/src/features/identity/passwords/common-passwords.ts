import { readFileSync } from 'node:fs';
import { PACKAGE } from '../../../package.ts';

/** Whether the password is one common word, possibly disguised, with only digits and punctuation around it. */
export function isCommonPassword(password: string): boolean {
  const { known, longest } = (words ??= readWords());
  const characters = Array.from(password.toLowerCase());
  const isLetter = (character: string): boolean => /\p{L}/u.test(character);
  const first = characters.findIndex(isLetter);
  const last = characters.findLastIndex(isLetter);
  if (first === -1) return false;
  // A digit at the edge may belong to the word (`4dmin`, `hell0`), so every part that contains all letters is tried.
  for (let start = Math.max(0, last + 1 - longest); start <= first; start += 1) {
    for (let end = last + 1; end <= Math.min(characters.length, start + longest); end += 1) {
      const stretch = characters.slice(start, end);
      const isCommon = READINGS.some((signs) =>
        known.has(stretch.map((character) => signs.get(character) ?? character).join('')),
      );
      if (isCommon) return true;
    }
  }
  return false;
}

/** The letters that digits and signs stand for within a word. */
const SIGNS = [
  ['0', 'o'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['9', 'g'],
  ['@', 'a'],
  ['$', 's'],
  ['+', 't'],
] as const;

/**
 * The part unchanged (`1q2w3e4r` is a word here), and with `1` and `!` replaced by each of the letters that
 * they resemble.
 */
const READINGS: readonly ReadonlyMap<string, string>[] = [
  new Map(),
  new Map([...SIGNS, ['1', 'i'], ['!', 'i']]),
  new Map([...SIGNS, ['1', 'l'], ['!', 'l']]),
];

/**
 * The words behind the most common passwords, one per line. Each covers all its variants: in upper case, with digits
 * and punctuation around it, with digits and signs in place of letters. Only the strict profile reads them.
 */
const COMMON_WORDS = new URL('data/common-passwords.txt', PACKAGE);

interface Words {
  known: ReadonlySet<string>;
  /** The length of the longest word. */
  longest: number;
}

let words: Words | undefined;

function readWords(): Words {
  const lines = readFileSync(COMMON_WORDS, 'utf8').trimEnd().split(/\r?\n/);
  return { known: new Set(lines), longest: Math.max(...lines.map((line) => line.length)) };
}
