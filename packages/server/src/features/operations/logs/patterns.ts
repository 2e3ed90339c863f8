import type { RE2JS } from 're2js';

/** Replaces matches of the patterns in the settings. */
export interface Patterns {
  /** Resolves when the patterns in force are compiled. No line is written before that. */
  ready(): Promise<void>;
  readonly any: boolean;
  /** Replaces matches. If the patterns would take too long, it replaces the whole text. */
  replace(text: string, by: string): string;
}

/**
 * CPU time in microseconds for all patterns on one text. A single match is linear in time; all matches of `a.*x|a` are
 * not.
 */
const BUDGET_US = 20_000;

/**
 * Up to this product of characters and instructions, a first test looks for any match. The test is cheap but builds
 * an automaton, which may take longer than the match itself beyond this bound.
 */
const MAX_LOOKED_AT = 400_000;

/**
 * @param wanted the patterns in force; the same array until they change
 * @param report receives a pattern that does not compile and is left out; the settings refuse such patterns
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
          // Otherwise a pattern that matches the empty text, such as `x*`, would put the replacement between all
          // characters.
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

/**
 * Measures only the CPU time of this thread, so that logs are not blanked on a busy machine. Node.js 22 can only
 * measure the whole process.
 */
function stopwatch(): () => number {
  const usage = (since?: NodeJS.CpuUsage) =>
    Reflect.has(process, 'threadCpuUsage') ? process.threadCpuUsage(since) : process.cpuUsage(since);
  const began = usage();
  return () => {
    const { user, system } = usage(began);
    return user + system;
  };
}

/**
 * RE2 matches in linear time: a superadmin's pattern must not be able to stop the process. Loaded only if there
 * are patterns.
 */
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
