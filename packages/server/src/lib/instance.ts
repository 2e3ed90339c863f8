import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/**
 * A name for the instance that uses a data directory: the host name, by which operators know machines and containers,
 * and six hex digits of a hash of the directory's path, for several instances on one host. It survives restarts.
 */
export function instanceName(dataDir: string): string {
  return `${hostname()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 6)}`;
}
