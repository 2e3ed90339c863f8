import { hkdfSync } from 'node:crypto';

/** A separate key for each use, so that one use reveals nothing about another (RFC 5869). */
export function deriveKey(masterKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `keyward ${use}`, 32));
}
