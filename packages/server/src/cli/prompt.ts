import { Interrupted, UsageError } from './failure.ts';
import type { Io } from './io.ts';

/** The options common to every prompt of `@clack/prompts`. */
export interface Terminal {
  input: Io['stdin'];
  output: Io['stdout'];
  signal: AbortSignal;
}

/**
 * Asks one question in a terminal.
 * @param unchanged the outcome to report to a person who gives up, such as `nothing was changed`
 * @throws Interrupted at Ctrl-C; UsageError when the input ends, as by Ctrl-D
 */
export async function prompt(
  { stdin: input, stdout: output }: Pick<Io, 'stdin' | 'stdout'>,
  unchanged: string,
  question: (terminal: Terminal) => Promise<string | symbol | undefined>,
): Promise<string> {
  const end = new AbortController();
  let over = false;
  // At Ctrl-D the line editor closes by itself, and the prompt would wait forever for input that can no longer come.
  // The editor also closes after an answer; that answer is read first. An abort at that time would turn the terminal's
  // echo on again while the next question, perhaps for a password, is already open.
  const closed = () =>
    void setImmediate(() => {
      if (!over) end.abort();
    });
  const events = ['pause', 'end', 'close'];
  for (const event of events) input.on(event, closed);
  try {
    const answer = await question({ input, output, signal: end.signal });
    if (end.signal.aborted) throw new UsageError(`the input ended without an answer; ${unchanged}`);
    // The prompts return a symbol when they are cancelled.
    if (typeof answer === 'symbol') throw new Interrupted(unchanged);
    return answer ?? '';
  } finally {
    over = true;
    for (const event of events) input.removeListener(event, closed);
  }
}
