import type { Config } from '../config/config.ts';
import { createSignUps } from '../features/accounts/sign-up.ts';
import type { EventName } from '../features/events/events.ts';
import { leaveEvent } from '../features/events/left-events.ts';
import { createHashQueue, hashQueueSize } from '../features/passwords/hash-queue.ts';
import { createPasswordHasher } from '../features/passwords/password-hasher.ts';
import { createSuperadmins, type Superadmins } from '../features/superadmin/superadmins.ts';
import { systemClock } from '../lib/clock.ts';
import { withStore } from './with-store.ts';

type Tell = (name: EventName, metadata: Record<string, unknown>) => Promise<void>;

/** Runs `use` on the database of the configuration, without serving; what it tells is left for the log. */
export function withSuperadmins<T>(
  config: Config,
  use: (superadmins: Superadmins, tell: Tell) => Promise<T>,
): Promise<T> {
  return withStore(config, 'upgrade', (store) => {
    const passwords = createPasswordHasher({ queue: createHashQueue(hashQueueSize()) });
    const deps = { store: store.accounts, passwords, profile: config.profile, clock: systemClock };
    return use(createSuperadmins({ ...deps, signUp: createSignUps(deps).signUp }), (name, metadata) =>
      leaveEvent(store.leftEvents, systemClock, name, metadata),
    );
  });
}
