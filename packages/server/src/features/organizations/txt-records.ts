import { Resolver } from 'node:dns/promises';

/**
 * Reads the TXT records of a name in DNS.
 * @param signal ends the query, without an answer
 * @returns their texts, none if there are no such records; null if DNS gave no answer
 */
export type ReadTxtRecords = (name: string, signal?: AbortSignal) => Promise<readonly string[] | null>;

/** Of each attempt. */
const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The answers that say that DNS has no such record. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/** @param server `address:port` of a name server; undefined: those of the system */
export function txtRecordsOf(server: string | undefined): ReadTxtRecords {
  return async (name, signal) => {
    // A new resolver uses the current name servers.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (server !== undefined) resolver.setServers([server]);
    const cancel = () => resolver.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return error instanceof Error && 'code' in error && NONE.has(String(error.code)) ? [] : null;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
}
