import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * A separate key of 32 bytes for each use, so that one use reveals nothing about another (RFC 5869). An HMAC with a
 * buffer as its key takes seven times as long.
 */
export function deriveKey(masterKey: Buffer, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `keyward ${use}`, 32)));
}
