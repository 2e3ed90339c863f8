import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { SamlFault } from './fault.ts';
import { attribute, descendants, type Element, ENCRYPTION, onlyChild, SIGNATURE, textOf } from './xml.ts';

const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#';
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

const CIPHERS: Readonly<
  Record<string, { name: 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'; bytes: number }>
> = {
  [`${ENCRYPTION_11}aes128-gcm`]: { name: 'aes-128-gcm', bytes: 16 },
  [`${ENCRYPTION_11}aes192-gcm`]: { name: 'aes-192-gcm', bytes: 24 },
  [`${ENCRYPTION_11}aes256-gcm`]: { name: 'aes-256-gcm', bytes: 32 },
};

/** The hash of RSA-OAEP, which must also be the hash of its mask: other combinations are refused. */
const HASHES: Readonly<Record<string, string>> = {
  [`${SIGNATURE}sha1`]: 'sha1',
  [`${ENCRYPTION}sha256`]: 'sha256',
  [`${ENCRYPTION}sha512`]: 'sha512',
};
const MASKS: Readonly<Record<string, string>> = {
  [`${ENCRYPTION_11}mgf1sha1`]: 'sha1',
  [`${ENCRYPTION_11}mgf1sha256`]: 'sha256',
  [`${ENCRYPTION_11}mgf1sha512`]: 'sha512',
};

/**
 * Decrypts an `EncryptedAssertion` with AES-GCM and RSA-OAEP (XML Encryption 1.1 §5): algorithms without integrity, or
 * with a decryption oracle, such as CBC and PKCS #1 v1.5, are refused.
 * @returns the text of the assertion
 * @throws SamlFault, the same for a wrong key and for changed bytes
 */
export function decryptAssertion(encrypted: Element, privateKey: string): string {
  const data = onlyChild(encrypted, ENCRYPTION, 'EncryptedData');
  const keys = descendants(encrypted, 'EncryptedKey', ENCRYPTION);
  const [key] = keys;
  if (data === null || key === undefined || keys.length > 1)
    throw new SamlFault('encryption', 'it has not exactly one encrypted key');
  const cipher = CIPHERS[algorithmOf(data)];
  if (cipher === undefined) throw new SamlFault('algorithm', 'it is not encrypted by AES-GCM');
  const oaepHash = hashOf(key);
  const secret = bytesOf(key);
  const sealed = bytesOf(data);
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const opened = privateDecrypt({ key: privateKey, padding, oaepHash }, secret);
    if (opened.length !== cipher.bytes) throw new Error('the key has another length');
    const decipher = createDecipheriv(cipher.name, opened, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat([plain, decipher.final()]));
  } catch {
    throw new SamlFault('encryption', 'it cannot be decrypted with the key of this connection');
  }
}

function hashOf(key: Element): string {
  const method = onlyChild(key, ENCRYPTION, 'EncryptionMethod');
  const algorithm = algorithmOf(key);
  const [digest] = method === null ? [] : descendants(method, 'DigestMethod', SIGNATURE);
  const [mask] = method === null ? [] : descendants(method, 'MGF', ENCRYPTION_11);
  const hash = digest === undefined ? 'sha1' : HASHES[attribute(digest, 'Algorithm') ?? ''];
  const masked = mask === undefined ? 'sha1' : MASKS[attribute(mask, 'Algorithm') ?? ''];
  const isOaep = algorithm === `${ENCRYPTION}rsa-oaep-mgf1p` || algorithm === `${ENCRYPTION_11}rsa-oaep`;
  if (!isOaep || hash === undefined || hash !== masked)
    throw new SamlFault('algorithm', 'its key is not encrypted by a supported form of RSA-OAEP');
  return hash;
}

function algorithmOf(element: Element): string {
  const method = onlyChild(element, ENCRYPTION, 'EncryptionMethod');
  return method === null ? '' : (attribute(method, 'Algorithm') ?? '');
}

function bytesOf(element: Element): Buffer {
  const data = onlyChild(element, ENCRYPTION, 'CipherData');
  const value = data === null ? null : onlyChild(data, ENCRYPTION, 'CipherValue');
  if (value === null) throw new SamlFault('encryption', 'it has no encrypted value');
  return Buffer.from(textOf(value), 'base64');
}
