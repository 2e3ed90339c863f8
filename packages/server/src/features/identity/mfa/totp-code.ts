import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The values that every authenticator app supports; many ignore others. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** As long as the hash (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;

/** Steps before and after the current one whose codes are accepted, for clocks that differ (RFC 6238 §5.2). */
const DRIFT = 1;

/** A new secret, in base32 without padding. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/**
 * The time step that a code belongs to (RFC 6238 §4.2); null for a wrong one. Codes may hold spaces, as apps show them.
 * @param secret base32
 * @param now milliseconds since the epoch
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token,
    timestamp: now,
    window: DRIFT,
  });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta;
}

/**
 * The address that an app reads from a QR code: `otpauth://totp/…`.
 * @param issuer the name of the service. Colons are removed, because a colon separates it from the account's name
 */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...PARAMETERS, issuer: issuer.replaceAll(/\s*:\s*/g, ' '), label, secret }).toString();
}
