import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/**
 * A name for the instance that uses a data directory: the host's, by which operators know machines and containers, and
 * six digits of the directory's path, for several on one host. It stays the same over restarts.
 */
export function instanceName(dataDir: string): string {
  return `${hostname()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 6)}`;
}
