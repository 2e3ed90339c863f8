import { invalidConfig } from './section-kind.ts';

/**
 * Instructions that a pattern may compile to, about one for each character, with repeats written out. A match takes time
 * in proportion to text times instructions: with these about 40 ms in the longest line, during which nothing else runs.
 * What all patterns together take is bounded where they are used, in `features/logs/patterns.ts`.
 */
const MAX_INSTRUCTIONS = 150;

/**
 * The patterns must compile with RE2, which matches in linear time, whatever they say.
 * @throws KeywardError `InvalidConfigError` that names the first one that does not, or that is too large
 */
export async function checkPatterns(patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return;
  // Most instances have none, and it takes as long to load as the rest of the settings.
  const { RE2JS, RE2JSException } = await import('re2js');
  for (const [index, pattern] of patterns.entries()) {
    const path = `redact_patterns.${index}`;
    if (pattern === '') throw invalidConfig(path, 'must not be empty: it would match everywhere');
    let instructions: number;
    try {
      instructions = RE2JS.compile(pattern).programSize();
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      throw invalidConfig(path, `is not a regular expression of RE2: ${error.message}`);
    }
    // A text that stands for itself is searched for without any of them.
    if (instructions > MAX_INSTRUCTIONS && pattern !== RE2JS.quote(pattern))
      throw invalidConfig(
        path,
        'is too large: use * or + instead of large numbers of repeats, or make several patterns of it',
      );
  }
}
