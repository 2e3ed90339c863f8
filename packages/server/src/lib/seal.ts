import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/**
 * Encrypts texts for storage. A sealed text is base64url of: a version byte, a random nonce of 12 bytes, the
 * ciphertext, a tag of 16 bytes (AES-256-GCM).
 */
export interface Seal {
  /**
   * @param context the text's meaning and place. An encrypted text can only be decrypted with the same context, so that
   * a writer of the database cannot move it to another place
   */
  close(text: string, context: string): string;
  /** Null for a text that was encrypted with another key or context, or was changed. */
  open(sealed: string, context: string): string | null;
}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param key 32 bytes, not used for anything else; random nonces are safe for four billion texts per key */
export function createSeal(key: KeyObject): Seal {
  return {
    close(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(additionalData(context));
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), nonce, ...encrypted, cipher.getAuthTag()]).toString(
        'base64url',
      );
    },

    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return null;
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(additionalData(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const encrypted = bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

function additionalData(context: string): Buffer {
  return Buffer.from(`${VERSION}:${context}`);
}
