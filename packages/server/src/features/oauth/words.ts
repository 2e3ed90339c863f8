/** A list of words as one text, in the form of scopes in OAuth and in rows. */
export function wordsIn(text: string | null | undefined): string[] {
  return [...new Set((text ?? '').split(' ').filter((word) => word !== ''))];
}

/** Whether one list of words contains all words of another. */
export function areAmong(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}
