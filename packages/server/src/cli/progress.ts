import type { Io } from './io.ts';

/** Shows the progress of a long task. */
export interface Progress {
  /** @param fraction of the work that is done, from 0 to 1, if it is known */
  show(text: string, fraction?: number): void;
  /** Leaves the last state on its own line. */
  end(): void;
}

const SILENT: Progress = { show: () => {}, end: () => {} };
const BAR_WIDTH = 24;
/** How often a terminal, and any other output, is updated: more lines would fill a log. */
const EVERY_MS = { terminal: 100, lines: 5_000 } as const;

/** A bar on a terminal, an occasional line elsewhere; null shows nothing. */
export function progressOf(
  stream: Io['stderr'] | null,
  now: () => number = () => performance.now(),
): Progress {
  if (stream === null) return SILENT;
  const terminal = stream.isTTY === true;
  const every = terminal ? EVERY_MS.terminal : EVERY_MS.lines;
  let shownAt = terminal ? -Infinity : now();
  let last = '';
  return {
    show(text, fraction) {
      last = `${fraction === undefined ? '' : terminal ? `${bar(fraction)} ` : `${percent(fraction)} `}${text}`;
      if (now() - shownAt < every) return;
      shownAt = now();
      stream.write(terminal ? `\r\u001b[K${last}` : `${last}\n`);
    },
    end() {
      if (terminal && last !== '') stream.write(`\r\u001b[K${last}\n`);
    },
  };
}

function bar(fraction: number): string {
  const full = Math.round(Math.min(1, fraction) * BAR_WIDTH);
  return `[${'='.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${percent(fraction)}`;
}

function percent(fraction: number): string {
  return `${Math.floor(Math.min(1, fraction) * 100)} %`.padStart(5);
}
