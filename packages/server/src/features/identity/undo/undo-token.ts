import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** The tokens in the links that undo a change: a random name of the change, and its keyed hash. */
export interface UndoTokens {
  newNonce(): string;
  /** The token for a nonce: the same each time, so that several mails can contain it, and it is not stored. */
  of(nonce: string): string;
  /** The nonce of a token; null for a forged one. */
  read(token: string): string | null;
}

const NONCE_BYTES = 16;

/** @param key used only for these tokens, so that a reader of the database cannot make them */
export function createUndoTokens(key: KeyObject): UndoTokens {
  const tokenOf = (nonce: string) =>
    `${nonce}.${createHmac('sha256', key).update(nonce).digest('base64url')}`;

  return {
    newNonce: () => randomBytes(NONCE_BYTES).toString('base64url'),
    of: tokenOf,
    read(token) {
      const [nonce = ''] = token.split('.', 1);
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(nonce))];
      return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null;
    },
  };
}
