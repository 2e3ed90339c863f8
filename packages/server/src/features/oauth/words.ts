/** A list of words in one text, as OAuth sends scopes and as rows keep them. */
export function wordsIn(text: string | null | undefined): string[] {
  return [...new Set((text ?? '').split(' ').filter((word) => word !== ''))];
}

/** Whether all words of a list are in another. */
export function areAmong(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}
