/** Consecutive lines of a log. */
export interface NumberedLines {
  /** The run of the process that numbered them. */
  run: string;
  /** The number of the first line. */
  first: number;
  lines: readonly string[];
}

/** The last lines of a log, for subscribers that join or reconnect. */
export interface Memory {
  /** @returns the lines with their numbers */
  add(lines: readonly string[]): NumberedLines;
  /** Replaces the remembered lines, for example by those from before this process began. */
  replace(lines: readonly string[]): void;
  /**
   * @param lastId the last event that a subscriber has seen
   * @returns all lines after it if they are remembered, otherwise the last ten
   */
  since(lastId: string | undefined): NumberedLines;
}

export const BACKLOG = 10;
const REMEMBERED_LINES = 1_000;
const REMEMBERED_CHARACTERS = 512 * 1024;

/** The id of a line, as streams carry it: unique, and rising within a run of the process. */
export function idOf(run: string, number: number): string {
  return `${run}-${number}`;
}

export function createMemory(startedAt: number): Memory {
  const run = startedAt.toString(36);
  let held: string[] = [];
  let characters = 0;
  let count = 0;

  /** The last lines, numbered. */
  function numbered(lines: readonly string[]): NumberedLines {
    return { run, first: count - lines.length + 1, lines };
  }

  /** Called from time to time. Reduces the memory to half of its maximum. */
  function forgetOldest(): void {
    let from = Math.max(0, held.length - REMEMBERED_LINES);
    characters = held.slice(from).reduce((sum, { length }) => sum + length, 0);
    for (; characters > REMEMBERED_CHARACTERS; from += 1) characters -= held[from]?.length ?? 0;
    held = held.slice(from);
  }

  function add(lines: readonly string[]): NumberedLines {
    count += lines.length;
    for (const line of lines) {
      held.push(line);
      characters += line.length;
    }
    if (held.length > 2 * REMEMBERED_LINES || characters > 2 * REMEMBERED_CHARACTERS) forgetOldest();
    return numbered(lines);
  }

  return {
    add,
    replace(lines) {
      held = [];
      characters = 0;
      add(lines);
    },
    since(id) {
      const [of, number = ''] = id?.split('-') ?? [];
      const seen = of === run && /^\d{1,15}$/.test(number) ? Number(number) : null;
      forgetOldest();
      if (seen === null || seen > count) return numbered(held.slice(-BACKLOG));
      return numbered(held.slice(Math.max(0, held.length - (count - seen))));
    },
  };
}
