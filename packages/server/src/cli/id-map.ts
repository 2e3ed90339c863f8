import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { systemCode, systemProblem } from '../config/error.ts';
import { csvCell } from '../features/operations/transfer/csv.ts';
import type { FoundAccount } from '../features/operations/transfer/write-batch.ts';
import { UsageError } from './failure.ts';

/** The file of old and new ids. */
export interface IdMap extends Disposable {
  add(account: FoundAccount): void;
  /** The number of records without an id of their own, which the file leaves out. */
  readonly nameless: number;
}

const HEADER = 'old_id,new_id,new_uid\n';

/**
 * @param path of a CSV file, readable by its owner alone. It replaces the map of an earlier run, but no other file.
 * @throws UsageError when the file is not such a map, or cannot be written
 */
export function createIdMap(path: string): IdMap {
  const file = openFile(path);
  let nameless = 0;
  writeSync(file, HEADER);
  return {
    get nameless() {
      return nameless;
    },
    add({ oldId, id, uid }) {
      if (oldId === null) nameless += 1;
      else writeSync(file, `${csvCell(oldId)},${id},${uid}\n`);
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

function openFile(path: string): number {
  try {
    if (isMap(path)) rmSync(path);
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const problem =
      systemCode(error) === 'EEXIST'
        ? 'exists already, and is not the map of an import; choose another name, or delete it'
        : `cannot be written (${systemProblem(error)})`;
    throw new UsageError(`--map: ${path} ${problem}`);
  }
}

/** Whether a regular file begins like a map. */
function isMap(path: string): boolean {
  // Checked before the file is opened, because opening a pipe would wait for its other end.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const file = openSync(path, 'r');
  try {
    const begin = Buffer.alloc(HEADER.length);
    return begin.toString('utf8', 0, readSync(file, begin)) === HEADER;
  } finally {
    closeSync(file);
  }
}
