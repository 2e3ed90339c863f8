import type { Config } from '../config/config.ts';
import { createSignUps } from '../features/identity/accounts/sign-up.ts';
import { createHashQueue, hashQueueSize } from '../features/identity/passwords/hash-queue.ts';
import { createPasswordHasher } from '../features/identity/passwords/password-hasher.ts';
import { createSuperadmins, type Superadmins } from '../features/identity/superadmin/superadmins.ts';
import { systemClock } from '../lib/clock.ts';
import { withStore } from './with-store.ts';

/** Runs `use` on the configured database, without serving. */
export function withSuperadmins<T>(
  config: Config,
  use: (superadmins: Superadmins) => Promise<T>,
): Promise<T> {
  return withStore(config, 'upgrade', (store) => {
    const passwords = createPasswordHasher({ queue: createHashQueue(hashQueueSize()) });
    const deps = { passwords, profile: config.profile, clock: systemClock };
    return use(
      createSuperadmins({
        ...deps,
        store,
        signUp: createSignUps({ ...deps, store: store.accounts }).signUp,
      }),
    );
  });
}
