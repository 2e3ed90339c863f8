import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import { PoolerError } from '../../../store/engine/postgres-pool.ts';

/** How long a successful write check is cached. Anybody may request it, and each check is a commit. */
const PROOF_MS = 5_000;
/** The same for a failed check, and for a successful one while requests fail. */
const DOUBTED_MS = 1_000;
const PROOF_BYTES = 2;
/**
 * The size of the row that a check writes after a failure. A nearly full disk may have room for a small row,
 * but not for a sign-up.
 */
const LARGE_PROOF_BYTES = 256 * 1024;
const RETRY_AFTER_S = 2;

/** Whether this instance can serve. */
export interface Readiness {
  /** @throws KeywardError `ServiceUnavailableError`, with the problem in its message */
  assert(): Promise<void>;
}

export function createReadiness(
  store: Pick<Store, 'ping' | 'proveWritable' | 'failedStatements'>,
  clock: Clock,
): Readiness {
  let proof = { from: 0, made: Promise.resolve(), failures: 0, failed: false };

  function proveWritable(): Promise<void> {
    const now = clock.now();
    const failures = store.failedStatements();
    const doubted = proof.failed || failures > proof.failures;
    // The clock may have been set back.
    if (now < proof.from + (doubted ? DOUBTED_MS : PROOF_MS) && now >= proof.from) return proof.made;
    const made = store.proveWritable(doubted ? LARGE_PROOF_BYTES : PROOF_BYTES);
    const next = { from: now, made, failures, failed: false };
    made.catch(() => (next.failed = true));
    proof = next;
    return made;
  }

  return {
    async assert() {
      await store.ping().catch(unavailable('The database does not answer.'));
      await proveWritable().catch(
        unavailable('The database cannot be written; check whether its disk is full or it is read-only.'),
      );
    },
  };
}

/** Every request can cause such an error. */
const TELL_POOLER_ERROR_EVERY_MS = 60_000;

/** Warns the operator about a pooler that mixes up prepared statements, at most once a minute. */
export function warnOfPoolerErrors(
  store: Pick<Store, 'onPoolerError'>,
  clock: Clock,
  tell: (line: string) => void,
): void {
  let toldAt = -Infinity;
  store.onPoolerError(({ message }) => {
    const now = clock.now();
    if (now < toldAt + TELL_POOLER_ERROR_EVERY_MS && now >= toldAt) return;
    toldAt = now;
    tell(message);
  });
}

function unavailable(message: string): (cause: unknown) => never {
  return (cause) => {
    throw new KeywardError('ServiceUnavailableError', {
      message: cause instanceof PoolerError ? cause.message : message,
      retryAfter: RETRY_AFTER_S,
      cause,
    });
  };
}
