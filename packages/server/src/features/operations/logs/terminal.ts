import { StringDecoder } from 'node:string_decoder';

export type TerminalStream = 'stdout' | 'stderr';
type Listener = (stream: TerminalStream, text: string) => void;

/** The output of the process, for listeners. */
export interface Terminal {
  /**
   * Calls `listener` with each printed line.
   * @returns a function that stops the calls; it first passes on an unfinished line
   */
  listen(listener: (stream: TerminalStream, line: string) => void): () => void;
  /** Prints without telling listeners, for text that reaches them in another way. */
  silently(print: () => void): void;
}

/** A longer line is passed on in pieces. */
const MAX_HELD = 65_536;

/** One set for the process: several apps in it may listen, and stop in any order. */
const listeners = new Set<Listener>();
let originals: Record<TerminalStream, typeof process.stdout.write> | undefined;
let muted = false;

export const terminal: Terminal = {
  listen(onLine) {
    const held = { stdout: '', stderr: '' };
    const listener: Listener = (stream, text) => {
      const lines = (held[stream] + text).split('\n');
      const rest = lines.pop() ?? '';
      held[stream] = rest.length > MAX_HELD ? '' : rest;
      if (rest.length > MAX_HELD) lines.push(rest);
      for (const line of lines) onLine(stream, line.replace(/\r$/, ''));
    };
    listeners.add(listener);
    tap();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) untap();
      for (const stream of ['stdout', 'stderr'] as const)
        if (held[stream] !== '') onLine(stream, held[stream]);
    };
  },

  silently(print) {
    muted = true;
    try {
      print();
    } finally {
      muted = false;
    }
  },
};

function tap(): void {
  if (originals !== undefined) return;
  // oxlint-disable-next-line typescript/unbound-method -- always called on their streams
  originals = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name];
    const decoder = new StringDecoder('utf8');
    stream.write = new Proxy(originals[name], {
      apply(write, self, args: unknown[]) {
        if (!muted) capture(name, args[0], decoder);
        return Reflect.apply(write, self, args);
      },
    });
  }
}

function untap(): void {
  if (originals === undefined) return;
  process.stdout.write = originals.stdout;
  process.stderr.write = originals.stderr;
  originals = undefined;
}

function capture(name: TerminalStream, chunk: unknown, decoder: StringDecoder): void {
  const text =
    typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? decoder.write(Buffer.from(chunk)) : '';
  for (const listener of listeners) listener(name, text);
}
