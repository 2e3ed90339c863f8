import { invalidConfig } from './section.ts';

/**
 * Instructions that all patterns together may compile to beyond one for each character: what repeats multiply. Matching
 * takes time in proportion to text times instructions, so `(x{1000}){…}` would be linear and slow all the same.
 */
const MAX_REPEATED = 2_000;

/**
 * The patterns must compile with RE2, which matches in linear time, whatever they say.
 * @throws KeywardError `InvalidConfigError` that names the first one that does not, or that is too large
 */
export async function checkPatterns(patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return;
  // Most instances have none, and it takes as long to load as the rest of the settings.
  const { RE2JS, RE2JSException } = await import('re2js');
  let repeated = 0;
  for (const [index, pattern] of patterns.entries()) {
    const path = `redact_patterns.${index}`;
    if (pattern === '') throw invalidConfig(path, 'must not be empty: it would match everywhere');
    try {
      repeated += Math.max(0, RE2JS.compile(pattern).programSize() - pattern.length);
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      throw invalidConfig(path, `is not a regular expression of RE2: ${error.message}`);
    }
    if (repeated > MAX_REPEATED)
      throw invalidConfig(path, 'repeats too much: use * or + instead of large numbers of repeats');
  }
}
