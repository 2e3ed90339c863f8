import { closeSync, createReadStream, fstatSync, openSync, realpathSync, type Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import { systemProblem } from '../config/error.ts';
import { UsageError } from './failure.ts';
import type { Io } from './io.ts';

/** The file of an import. */
export interface Input {
  bytes: AsyncIterable<Uint8Array>;
  /** The fraction that has been read; undefined if the size is unknown. */
  fraction(): number | undefined;
}

/** @throws UsageError if it cannot be read */
export function openInput(io: Io, file: string, signal: AbortSignal): Input {
  if (file === '-') return { bytes: interruptible(signal, io.stdin), fraction: () => undefined };
  let descriptor: number;
  let stats: Stats;
  try {
    descriptor = openSync(file, 'r');
    stats = fstatSync(descriptor);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${systemProblem(error)})`);
  }
  if (stats.isDirectory()) {
    closeSync(descriptor);
    throw new UsageError(`${file} is a folder; name a file`);
  }
  const stream = createReadStream(file, { fd: descriptor });
  return {
    bytes: interruptible(signal, stream),
    fraction: () => (stats.isFile() && stats.size > 0 ? stream.bytesRead / stats.size : undefined),
  };
}

/** The bytes of a stream. When the signal aborts, waiting for more throws its reason. */
async function* interruptible(signal: AbortSignal, stream: Readable): AsyncGenerator<Uint8Array> {
  const stop = (): void => void stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stream) yield Buffer.from(chunk);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The file for refused records; null: none. @throws UsageError if it is the imported file itself */
export function rejectsPath(file: string, given: string | undefined): string | null {
  if (given === undefined) return file === '-' ? null : `${file}.rejects.jsonl`;
  if (file !== '-' && real(given) === real(file))
    throw new UsageError('--rejects names the imported file; choose another name');
  return given;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
