import { lookup, Resolver } from 'node:dns/promises';

/** Finds the addresses of a host name. Rejects if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Per question and try. */
const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The answers that say that DNS has no such name or address. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks DNS, and the system for a name that DNS does not know: a hosts file or a search domain may know it. DNS comes
 * first, because each question to the system occupies one of its few threads, and a name server that is silent would
 * hold up the questions of everybody else.
 */
export const systemResolve: Resolve = async (hostname) => {
  // A new one knows the name servers of now.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isUnknown(answer.reason)) throw answer.reason;
  }
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
};

function isUnknown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNKNOWN.has(String(error.code));
}
