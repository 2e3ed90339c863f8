import type { Document } from './document.ts';

export interface Match {
  path: string;
  /** Counted from 1. */
  line: number;
  snippet: string;
}

const MAX_RESULTS = 100;
const SNIPPET_LENGTH = 200;

/** The weights of lines. A heading describes a page or a section. */
const TITLE = 16;
const HEADING = 8;
const PHRASE = 4;
const WHOLE_WORD = 2;
const IN_PATH = 1;
const MOST_SCORE = TITLE + PHRASE + WHOLE_WORD + IN_PATH;

/** A document, prepared for searching, because a search blocks other requests. */
export interface Searchable {
  path: string;
  pathInLowerCase: string;
  lowerCase: string;
  lines: readonly { text: string; lowerCase: string; weight: number }[];
}

export function searchable({ path, text }: Document): Searchable {
  let fenced = false;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) fenced = !fenced;
    const marks = fenced ? undefined : /^#+ /.exec(line)?.[0].length;
    const weight = marks === undefined ? 0 : marks === 2 ? TITLE : HEADING;
    return { text: line, lowerCase: line.toLowerCase(), weight };
  });
  return { path, pathInLowerCase: path.toLowerCase(), lowerCase: text.toLowerCase(), lines };
}

/**
 * The lines that contain the query, or all of its words, case-insensitive; at most 100. Most relevant first: titles,
 * headings, the exact query, whole words. Lines of equal weight come in reading order.
 */
export function search(documents: Iterable<Searchable>, query: string): Match[] {
  const phrase = query.trim().toLowerCase();
  // The longest word first, because the fewest lines contain it.
  const words = [...new Set(phrase.split(/\s+/))].sort((a, b) => b.length - a.length);
  const [first = ''] = phrase.split(/\s+/);
  /** For each score, up to as many lines as the answer has. */
  const best = Array.from(
    { length: MOST_SCORE + 1 },
    (): { path: string; line: number; text: string }[] => [],
  );
  for (const { path, pathInLowerCase, lowerCase, lines } of documents) {
    if (!holdsAll(lowerCase, words)) continue;
    const inPath = pathInLowerCase.includes(phrase) ? IN_PATH : 0;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index];
      if (line === undefined || !holdsAll(line.lowerCase, words)) continue;
      const score =
        line.weight +
        (line.lowerCase.includes(phrase) ? PHRASE : 0) +
        (words.every((word) => isWholeWord(line.lowerCase, word)) ? WHOLE_WORD : 0) +
        inPath;
      const alike = best[score];
      if (alike !== undefined && alike.length < MAX_RESULTS)
        alike.push({ path, line: index + 1, text: line.text });
    }
  }
  return best
    .toReversed()
    .flat()
    .slice(0, MAX_RESULTS)
    .map(({ path, line, text }) => ({
      path,
      line,
      snippet: snippetOf(text, text.toLowerCase().indexOf(first)),
    }));
}

function holdsAll(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

function isWholeWord(line: string, word: string): boolean {
  const at = line.indexOf(word);
  return !isWordCharacter(line[at - 1]) && !isWordCharacter(line[at + word.length]);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** The line, or the part of a long line around the match, from the beginning of a word. */
function snippetOf(line: string, at: number): string {
  const near = line.length <= SNIPPET_LENGTH ? 0 : Math.max(0, at - SNIPPET_LENGTH / 4);
  const space = near === 0 ? -1 : line.slice(near, at).indexOf(' ');
  const start = near + space + 1;
  return line.slice(start, start + SNIPPET_LENGTH).trim();
}
