import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../lib/derive-key.ts';
import { createSeal } from '../../../lib/seal.ts';

/** The forms in which the database stores the secrets of factors. */
export interface StoredSecrets {
  /** @param secret base32. A secret that was encrypted for one account cannot be decrypted for another. */
  sealTotp(uid: string, secret: string): string;
  /** Null for a secret of another account or master key. */
  openTotp(uid: string, sealed: string): string | null;
  /**
   * The account's id is part of it, so that an attacker who writes to the database cannot give an account the
   * codes of another.
   */
  hashRecoveryCode(accountId: number, canonical: string): string;
}

export function createStoredSecrets(masterKey: Buffer): StoredSecrets {
  const seal = createSeal(deriveKey(masterKey, 'totp'));
  const codeKey = deriveKey(masterKey, 'recovery codes');
  const contextOf = (uid: string) => `totp ${uid}`;
  return {
    sealTotp: (uid, secret) => seal.close(secret, contextOf(uid)),
    openTotp: (uid, sealed) => seal.open(sealed, contextOf(uid)),
    hashRecoveryCode: (accountId, canonical) =>
      createHmac('sha256', codeKey).update(`${accountId}:${canonical}`).digest('base64url'),
  };
}
