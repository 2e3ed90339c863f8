import type { Readable, Writable } from 'node:stream';
import { systemCode, systemProblem } from '../config/error.ts';
import { CommandError } from './failure.ts';

/** The streams, environment and working directory of a command line. A process has its own; tests pass others. */
export interface Io {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function processIo(): Io {
  const { stdout, stderr, env } = process;
  // Opened only by the commands that read standard input; most commands, and the service, do not.
  return {
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
  };
}

const ignore = (): void => {};

/** Writes, and waits for a slower reader. @throws the errors of the stream, `EPIPE` when the reader has closed it */
export function write(stream: Writable, text: string): Promise<void> {
  // The write reports its error itself; without a listener, the same error would end the process. A thread, whose
  // output Node pipes into this stream, has a listener that emits the error again if it is the only one.
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}

/**
 * Writes to standard output, and waits for a slower reader.
 * @throws CommandError when it cannot be written; the error of the stream, `EPIPE`, when the reader has closed it
 */
export async function print({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<void> {
  try {
    await write(stdout, text);
  } catch (error) {
    if (systemCode(error) === 'EPIPE') throw error;
    throw new CommandError(`standard output cannot be written (${systemProblem(error)})`, { cause: error });
  }
}

/** Aborts at the first Ctrl-C or SIGTERM; a second one ends the process as usual. */
export function untilSignal(): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const stop = (): void => {
    release();
    controller.abort();
  };
  const release = (): void => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return { signal: controller.signal, [Symbol.dispose]: release };
}
