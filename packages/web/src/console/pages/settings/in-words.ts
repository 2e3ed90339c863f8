/** The service tells reasons in English sentences, whose parts a language puts into its own. */
export function inWords(
  effect: string,
  words: readonly (readonly [sentence: RegExp, own: string])[],
): string {
  for (const [sentence, own] of words) if (sentence.test(effect)) return effect.replace(sentence, own);
  return effect;
}
