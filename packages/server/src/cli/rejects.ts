import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { systemProblem } from '../config/error.ts';
import type { Refusal } from '../features/operations/transfer/write-batch.ts';
import { UsageError } from './failure.ts';
import type { Io } from './io.ts';

/** Reports the refused records. */
export interface Rejects extends Disposable {
  add(refusal: Refusal): void;
  /** Path of the file with all refused records; null without a file. */
  readonly path: string | null;
}

/** The maximum number of refused records to print if a file has all of them. */
const PRINTED = 10;

/**
 * @param path of a file of JSON lines, readable by its owner alone. It replaces one of an earlier run, and is removed
 * if no record was refused. Null: there is no file, and all records are printed.
 * @throws UsageError when the file cannot be written
 */
export function createRejects(stderr: Io['stderr'], path: string | null): Rejects {
  const file = path === null ? null : openFile(path);
  let count = 0;
  return {
    path,
    add({ line, problems }) {
      count += 1;
      if (file !== null) writeSync(file, `${JSON.stringify({ line, problems })}\n`);
      if (file === null || count <= PRINTED) {
        const told = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
        stderr.write(`line ${line}: ${told}\n`);
      } else if (count === PRINTED + 1) {
        stderr.write(`see ${path} for the others\n`);
      }
    },
    [Symbol.dispose]() {
      if (file === null || path === null) return;
      closeSync(file);
      if (count === 0) rmSync(path, { force: true });
    },
  };
}

function openFile(path: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new UsageError(
      `${path} cannot be written (${systemProblem(error)}); choose another file with --rejects`,
    );
  }
}
