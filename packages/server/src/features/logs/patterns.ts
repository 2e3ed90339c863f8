import type { RE2JS } from 're2js';

/** Replaces what the patterns of the settings find. */
export interface Patterns {
  /** Resolves when the patterns in force are compiled. No line is written before that. */
  ready(): Promise<void>;
  readonly any: boolean;
  replace(text: string, by: string): string;
}

/**
 * @param wanted the patterns in force; the same array for as long as they stay
 * @param report told of a pattern that does not compile, and is left out: the settings refuse those
 */
export function createPatterns(wanted: () => readonly string[], report: (error: unknown) => void): Patterns {
  let of: readonly string[] = [];
  let compiled: RE2JS[] = [];
  let compiling: Promise<void> = Promise.resolve();

  async function use(sources: readonly string[]): Promise<void> {
    const all = await compileAll(sources, report);
    if (sources === of) compiled = all;
  }

  return {
    ready() {
      const sources = wanted();
      if (sources !== of) {
        of = sources;
        compiling = use(sources);
      }
      return compiling;
    },
    get any() {
      return compiled.length > 0;
    },
    replace(text, by) {
      let result = text;
      for (const pattern of compiled) {
        if (!pattern.test(result)) continue;
        // A pattern that also matches nothing, such as `x*`, would else put the replacement between all characters.
        result = pattern.matcher(result).replaceAll((match: string) => (match === '' ? '' : by));
      }
      return result;
    },
  };
}

/** Linear-time matching: a pattern of a superadmin must not be able to stop the process. Loaded by those who have patterns. */
async function compileAll(sources: readonly string[], report: (error: unknown) => void): Promise<RE2JS[]> {
  if (sources.length === 0) return [];
  const { RE2JS: engine } = await import('re2js');
  return sources.flatMap((source) => {
    try {
      return [engine.compile(source)];
    } catch (error) {
      report(error);
      return [];
    }
  });
}
