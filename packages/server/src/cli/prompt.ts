import { Interrupted, UsageError } from './failure.ts';
import type { Io } from './io.ts';

/** What every prompt of `@clack/prompts` takes. */
export interface Terminal {
  input: Io['stdin'];
  output: Io['stdout'];
  signal: AbortSignal;
}

/**
 * Asks one question in a terminal.
 * @param unchanged what a person is told who gives up, such as `nothing was changed`
 * @throws Interrupted at Ctrl-C; UsageError when the input ends, as by Ctrl-D
 */
export async function prompt(
  { stdin: input, stdout: output }: Pick<Io, 'stdin' | 'stdout'>,
  unchanged: string,
  question: (terminal: Terminal) => Promise<string | symbol | undefined>,
): Promise<string> {
  const end = new AbortController();
  let over = false;
  // At Ctrl-D the line editor closes by itself, and the prompt would wait for ever for what nobody can type any more.
  // It closes after an answer too, which is taken first; an abort then would give the terminal back to its own echo while
  // the next question, perhaps for a password, is already open.
  const closed = () =>
    void setImmediate(() => {
      if (!over) end.abort();
    });
  const events = ['pause', 'end', 'close'];
  for (const event of events) input.on(event, closed);
  try {
    const answer = await question({ input, output, signal: end.signal });
    if (end.signal.aborted) throw new UsageError(`the input ended without an answer; ${unchanged}`);
    // The prompts' sign for having been cancelled.
    if (typeof answer === 'symbol') throw new Interrupted(unchanged);
    return answer ?? '';
  } finally {
    over = true;
    for (const event of events) input.removeListener(event, closed);
  }
}
