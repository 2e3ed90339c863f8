const RSA_BITS = 2048;
/** Longer than any of the hashes needs. */
const SECRET_BYTES = 64;

/** Whether this page may make a key for the algorithm: private keys need a page on https or on this machine. */
export function canMakeKey(algorithm: string): boolean {
  return algorithm.startsWith('HS') || window.isSecureContext;
}

/** A new random key as the service takes it: a text for HMAC, or a private key as PKCS #8 in PEM. */
export async function newKey(algorithm: string): Promise<string> {
  if (algorithm.startsWith('HS')) return base64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const pair = await crypto.subtle.generateKey(parametersOf(algorithm), true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error(`The browser made no private key for ${algorithm}.`);
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const lines = base64(bytes).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}

function parametersOf(algorithm: string): RsaHashedKeyGenParams | EcKeyGenParams | Algorithm {
  if (algorithm === 'ES256') return { name: 'ECDSA', namedCurve: 'P-256' };
  if (algorithm === 'EdDSA') return { name: 'Ed25519' };
  return {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: RSA_BITS,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  };
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes));
}
