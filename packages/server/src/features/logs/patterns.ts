import type { RE2JS } from 're2js';

/** Replaces what the patterns of the settings find. */
export interface Patterns {
  /** Resolves when the patterns in force are compiled. No line is written before that. */
  ready(): Promise<void>;
  readonly any: boolean;
  /** All of a text goes that they would take too long for. */
  replace(text: string, by: string): string;
}

/** CPU time in microseconds for all patterns on one text. Every single match is linear; all those of `a.*x|a` are not. */
const BUDGET_US = 20_000;

/**
 * Characters times instructions up to which it is first looked whether there is a match at all. That takes next to
 * nothing, but for an automaton that is built on the way, which beyond this may take longer than the match itself.
 */
const MAX_LOOKED_AT = 400_000;

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
      const spent = stopwatch();
      let result = text;
      for (const pattern of compiled) {
        if (result.length * pattern.programSize() <= MAX_LOOKED_AT && !pattern.test(result)) continue;
        const matcher = pattern.matcher(result);
        let shown = '';
        let end = 0;
        while (matcher.find()) {
          if (spent() > BUDGET_US) return by;
          // A pattern that also matches nothing, such as `x*`, would else put the replacement between all characters.
          if (matcher.end() === matcher.start()) continue;
          shown += result.slice(end, matcher.start()) + by;
          end = matcher.end();
        }
        if (spent() > BUDGET_US) return by;
        result = shown + result.slice(end);
      }
      return result;
    },
  };
}

/** Of this thread's work alone: a busy machine must not blank the logs. */
function stopwatch(): () => number {
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    return user + system;
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
