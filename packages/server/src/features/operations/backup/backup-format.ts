import { SECRET_FILES } from '../../../config/secrets.ts';

/*
 * A backup is a tar archive: `manifest.json`, the database, the secrets, and `SHA256SUMS`, which `sha256sum --check`
 * reads once the archive is unpacked. `write-backup.ts` makes one, `read-backup.ts` unpacks and checks one. Both read
 * and write only the files that they are given, and no database.
 */

export const MANIFEST = 'manifest.json';
export const DATABASE = 'keyward.db';
export const SUMS = 'SHA256SUMS';
/** The files of a backup, in this order. The last one is always present. */
export const CONTENTS = [DATABASE, ...SECRET_FILES] as const;

const FORMAT = 'keyward-backup';
const VERSION = 1;
/** The maximum size of a manifest or a list of sums, in bytes. */
export const MAX_TEXT = 65_536;

/** The backup cannot be written or read. The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export interface Manifest {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** The version of Keyward that wrote it. */
  keyward: string;
  /** ISO 8601. */
  created_at: string;
  /** The newest migration of the database. */
  migration: string;
}

export function manifestOf(facts: Pick<Manifest, 'keyward' | 'created_at' | 'migration'>): Manifest {
  return { format: FORMAT, version: VERSION, ...facts };
}

/** Commands print these texts, and a malicious file must not be able to send control characters to the terminal. */
const PLAIN = /^[\w.:+-]{1,100}$/;

/**
 * @param newest the name of this program's newest migration; names sort by their numbers
 * @throws BackupError without a path, for an invalid manifest and for one of a newer Keyward
 */
export function parseManifest(text: string, newest: string): Manifest {
  let found: Partial<Record<keyof Manifest, unknown>> | null;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  if (found?.format !== FORMAT) throw new BackupError('is not a backup of Keyward');
  const { version, keyward, migration, created_at } = found;
  const isPlain = (value: unknown): value is string => typeof value === 'string' && PLAIN.test(value);
  const isNewer = !isPlain(migration) || migration > newest;
  if (version !== VERSION || !isPlain(keyward) || !isPlain(created_at) || isNewer)
    throw new BackupError(
      `was made by a newer Keyward${isPlain(keyward) ? ` (${keyward})` : ''}; restore it with that version`,
    );
  return manifestOf({ keyward, created_at, migration });
}
