/**
 * The candidate most similar to `word`; undefined if none is close.
 * `common` is the length of the prefix that all candidates share: the longer the rest, the more typing errors are
 * tolerated.
 */
export function suggest(word: string, candidates: Iterable<string>, common: number): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.ceil((word.length - common) / 4)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const row = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (previous[j] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
