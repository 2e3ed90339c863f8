import { importPKCS8, SignJWT } from 'jose';
import type { Clock } from '../../../lib/clock.ts';

/** Apple allows six months. A secret is used at once, so a few minutes are enough for clocks that differ. */
const LIFETIME_S = 300;

export interface AppleKey {
  teamId: string;
  keyId: string;
  /** P-256, as PKCS #8 in PEM. */
  privateKey: string;
}

/** Makes the client secret of Sign in with Apple: a JWT (ES256) by the developer team's key, a new one for each use. */
export function createAppleSecret(options: {
  key: AppleKey;
  clientId: string;
  /** The issuer that checks the secret. */
  audience: string;
  clock: Clock;
}): () => Promise<string> {
  const { key, clientId, audience, clock } = options;
  return async () => {
    const now = Math.floor(clock.now() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
      .setIssuer(key.teamId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_S)
      .sign(await importPKCS8(key.privateKey, 'ES256'));
  };
}
