import type { Core } from '../../core.ts';
import { MAX_CHECK_MEMORY } from './foreign-hashes.ts';
import { costlyQueueSize, createHashQueue, hashQueueSize, machineShare } from './hash-queue.ts';
import { type Argon2Parameters, createPasswordHasher } from './password-hasher.ts';
import { MIN_PASSWORD_LENGTH } from './password-policy.ts';

/**
 * The hashing of passwords.
 * @param parts.processes the number of processes that share the machine; undefined: this is the only one
 */
export function createPasswordsFeature(
  { config, instrument }: Core,
  parts: { argon2: Argon2Parameters | undefined; processes: number | undefined },
) {
  const share = machineShare(parts.processes);
  const hashQueue = createHashQueue(hashQueueSize(...share));
  return {
    hashQueue,
    minPasswordLength: MIN_PASSWORD_LENGTH[config.profile],
    passwords: createPasswordHasher({
      queue: hashQueue,
      costly: createHashQueue(costlyQueueSize(MAX_CHECK_MEMORY / 1024, ...share)),
      parameters: parts.argon2,
      instrument,
    }),
  };
}
