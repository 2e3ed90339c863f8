/** Translates reasons, which the service gives as English sentences, by patterns. */
export function inWords(
  effect: string,
  words: readonly (readonly [sentence: RegExp, own: string])[],
): string {
  for (const [sentence, own] of words) if (sentence.test(effect)) return effect.replace(sentence, own);
  return effect;
}
