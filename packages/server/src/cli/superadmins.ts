import type { Config } from '../config/config.ts';
import { createDataDir } from '../config/secrets.ts';
import { createSignUps } from '../features/accounts/sign-up.ts';
import { createHashQueue, hashQueueSize } from '../features/passwords/hash-queue.ts';
import { createPasswordHasher } from '../features/passwords/password-hasher.ts';
import { createSuperadmins, type Superadmins } from '../features/superadmin/superadmins.ts';
import { systemClock } from '../lib/clock.ts';
import { openStore } from '../store/database.ts';
import { openingDatabase } from './database-problem.ts';

/** Runs `use` on the database of the configuration, without serving. */
export async function withSuperadmins<T>(
  config: Config,
  use: (superadmins: Superadmins) => Promise<T>,
): Promise<T> {
  createDataDir(config.dataDir);
  const store = await openingDatabase(config, () => openStore(config.database));
  try {
    const passwords = createPasswordHasher({ queue: createHashQueue(hashQueueSize()) });
    const deps = { store: store.accounts, passwords, profile: config.profile, clock: systemClock };
    return await use(createSuperadmins({ ...deps, signUp: createSignUps(deps).signUp }));
  } finally {
    await store.close();
  }
}
