import type { Store } from '../../../store/database.ts';
import type { RawRecord } from './formats/fields.ts';
import type { Format } from './formats/index.ts';
import { readUser, type ReadUserOptions, type UserDraft } from './read-user.ts';
import { createTaken } from './taken.ts';
import { type FoundAccount, type Refusal, writeBatch, type WriteOptions } from './write-batch.ts';

export interface ImportOptions
  extends Omit<ReadUserOptions, 'droppable'>, Pick<WriteOptions, 'onConflict' | 'superadmins' | 'secrets'> {
  format: Format;
  /** Reads and checks everything, but writes nothing. */
  dryRun: boolean;
  /** Called for each refused record. Within a batch the order may differ from the file's. */
  onRefused: (refusal: Refusal) => void;
  /** Called for each record that has an account once its batch is written. */
  onAccount?: (account: FoundAccount) => void;
  /** Called after each batch. */
  onProgress: (counts: ImportCounts) => void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

export interface ImportCounts {
  read: number;
  created: number;
  updated: number;
  skipped: number;
  refused: number;
  /** The part of the created or updated accounts that became superadmins. */
  superadmins: number;
}

export interface ImportReport extends ImportCounts {
  /** Identities that were left out, by the name of their provider. */
  leftOut: ReadonlyMap<string, number>;
  interrupted: boolean;
}

/**
 * Accounts in one transaction. It bounds how much a rerun repeats after a kill, and how long others wait for SQLite's
 * writer.
 */
export const BATCH = 500;

/**
 * Creates accounts from records, batch by batch. A batch is written as a whole or not at all, and a record whose email
 * has an account is a conflict. So an interrupted import continues when it is run again. The database alone records its
 * progress.
 * @throws TransferError for a conflict with `onConflict: 'fail'`, and errors of the records
 */
export async function importUsers(
  store: Store,
  records: AsyncIterable<RawRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { format, dryRun, signal, onRefused, onAccount, onProgress } = options;
  const { droppable } = format;
  const planned = dryRun ? createTaken() : null;
  const counts: ImportCounts = { read: 0, created: 0, updated: 0, skipped: 0, refused: 0, superadmins: 0 };
  const leftOut = new Map<string, number>();
  const batch = new Map<string, UserDraft>();

  function refuse(refusal: Refusal): void {
    counts.refused += 1;
    onRefused(refusal);
  }

  async function flush(): Promise<void> {
    const drafts = [...batch.values()];
    batch.clear();
    const outcome = await writeBatch(store, drafts, { ...options, droppable, planned });
    counts.created += outcome.created;
    counts.updated += outcome.updated;
    counts.skipped += outcome.skipped;
    counts.superadmins += outcome.superadmins;
    outcome.refused.forEach(refuse);
    if (onAccount !== undefined) outcome.accounts.forEach(onAccount);
    onProgress({ ...counts });
  }

  async function take(record: RawRecord): Promise<void> {
    counts.read += 1;
    const read =
      'problem' in record
        ? [{ field: 'record', message: record.problem }]
        : readUser(record.line, format.map(record.fields), { ...options, droppable });
    if (Array.isArray(read)) return refuse({ line: record.line, problems: read });
    // Once the first record is written, a second one with the same email is a conflict like any other.
    if (batch.has(read.email_key)) await flush();
    batch.set(read.email_key, read);
    for (const name of read.unknownProviders) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    if (batch.size >= BATCH) await flush();
  }

  try {
    for await (const record of records) {
      if (signal?.aborted === true) break;
      await take(record);
    }
  } catch (error) {
    // An abort makes the pending read of records throw.
    if (signal?.aborted !== true || error !== signal.reason) throw error;
  }
  if (batch.size > 0) await flush();
  return { ...counts, leftOut, interrupted: signal?.aborted === true };
}
