import { Secret } from 'otpauth';

/** RFC 4648 §6, without padding. */
export function base32(bytes: Buffer): string {
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}
