import { lookup, Resolver } from 'node:dns/promises';
import { createTaskQueue } from '../../../lib/task-queue.ts';

/** Finds the addresses of a host name. Rejects if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Of each attempt. */
const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The answers that say that DNS has no such name or address. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);
/** One query to the system at a time, because its few threads also hash passwords. */
const alone = createTaskQueue();
/** A caller that has waited this long has given up. */
const WORTH_ASKING_MS = 10_000;

/**
 * Asks DNS, and then the system for a name that DNS does not know: a hosts file or a search domain may have it. DNS
 * comes first, because a silent name server blocks every query to the system.
 */
export const systemResolve: Resolve = async (hostname) => {
  // A new resolver uses the current name servers.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isUnknown(answer.reason)) throw answer.reason;
  }
  const asked = performance.now();
  return alone(async () => {
    if (performance.now() - asked > WORTH_ASKING_MS)
      throw new Error(`the system does not resolve names quickly enough for ${hostname}`);
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  });
};

function isUnknown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNKNOWN.has(String(error.code));
}
