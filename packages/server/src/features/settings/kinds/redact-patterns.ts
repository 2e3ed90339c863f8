import { invalidConfig } from './section-kind.ts';

/**
 * The instructions that a pattern may compile to: about one per character, with repeats written out. The time of a
 * match is proportional to text times instructions. This many take about 40 ms in the longest line, during which
 * nothing else runs. `features/operations/logs/patterns.ts` limits the time of all patterns together.
 */
const MAX_INSTRUCTIONS = 150;

/**
 * Checks that the patterns compile with RE2, which matches every pattern in linear time.
 * @throws KeywardError `InvalidConfigError` that names the first pattern that does not compile or is too large
 */
export async function checkPatterns(patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return;
  // Most instances have no patterns, and this takes as long to load as the rest of the settings.
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
    // A literal text needs none of them.
    if (instructions > MAX_INSTRUCTIONS && pattern !== RE2JS.quote(pattern))
      throw invalidConfig(
        path,
        'is too large: use * or + instead of large numbers of repeats, or make several patterns of it',
      );
  }
}
