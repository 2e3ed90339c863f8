import type { Document } from './document.ts';

export interface Match {
  path: string;
  /** Counted from 1. */
  line: number;
  snippet: string;
}

const MAX_RESULTS = 100;
const SNIPPET_LENGTH = 200;

/** The weight of a line. A heading tells what a page or a section is about. */
const TITLE = 16;
const HEADING = 8;
const PHRASE = 4;
const WHOLE_WORD = 2;
const IN_PATH = 1;

/**
 * The lines that hold the query, or all of its words, in any case; at most 100. Most relevant first: titles, headings,
 * the words as they stand in the query, whole words.
 */
export function search(documents: Iterable<Document>, query: string): Match[] {
  const phrase = query.trim().toLowerCase();
  const words = [...new Set(phrase.split(/\s+/))];
  const found: (Match & { score: number })[] = [];
  for (const { path, text, lowerCase } of documents) {
    if (!words.every((word) => lowerCase.includes(word))) continue;
    const lines = text.split('\n');
    const inPath = path.toLowerCase().includes(phrase) ? IN_PATH : 0;
    let fenced = false;
    for (const [index, line] of lowerCase.split('\n').entries()) {
      if (line.startsWith('```')) fenced = !fenced;
      if (!words.every((word) => line.includes(word))) continue;
      const heading = fenced ? 0 : /^#+ /.exec(line)?.[0].length;
      const score =
        (heading === 2 ? TITLE : heading ? HEADING : 0) +
        (line.includes(phrase) ? PHRASE : 0) +
        (words.every((word) => isWholeWord(line, word)) ? WHOLE_WORD : 0) +
        inPath;
      found.push({
        path,
        line: index + 1,
        snippet: snippetOf(lines[index] ?? '', line.indexOf(words[0] ?? '')),
        score,
      });
    }
  }
  // The sort is stable: lines of equal weight stay in reading order.
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ path, line, snippet }) => ({ path, line, snippet }));
}

function isWholeWord(line: string, word: string): boolean {
  const at = line.indexOf(word);
  return !isWordCharacter(line[at - 1]) && !isWordCharacter(line[at + word.length]);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** The line; of a long line the part around the match, from the beginning of a word. */
function snippetOf(line: string, at: number): string {
  const near = line.length <= SNIPPET_LENGTH ? 0 : Math.max(0, at - SNIPPET_LENGTH / 4);
  const space = near === 0 ? -1 : line.slice(near, at).indexOf(' ');
  const start = near + space + 1;
  return line.slice(start, start + SNIPPET_LENGTH).trim();
}
