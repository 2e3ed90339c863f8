import type { Config } from '../config/config.ts';
import { createDataDir } from '../config/secrets.ts';
import type { Store } from '../store/database.ts';
import { openingDatabase } from './database-problem.ts';
import { CommandError } from './failure.ts';

/**
 * Runs `use` on the configured database, without serving.
 * @param schema `upgrade` brings the database to this version; `as-it-is` changes nothing
 * @throws CommandError if it cannot be opened, or has another version and may not be upgraded
 */
export async function withStore<T>(
  config: Config,
  schema: 'upgrade' | 'as-it-is',
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('../store/database.ts');
  if (schema === 'upgrade') createDataDir(config.dataDir);
  else await assertCurrent(config);
  const store = await openingDatabase(config, () => openStore(config.database, schema));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function assertCurrent(config: Config): Promise<void> {
  const { listMigrations } = await import('../store/migrations/maintenance.ts');
  const { applied, pending } = await openingDatabase(config, () => listMigrations(config.database));
  if (pending.length === 0) return;
  throw new CommandError(
    applied.length === 0
      ? 'there is no Keyward database yet; to create it, run: keyward migrate. Or name an existing one with --data-dir or --database-url.'
      : `the database lacks ${pending.join(', ')}; to apply the missing migrations, run: keyward migrate`,
  );
}
