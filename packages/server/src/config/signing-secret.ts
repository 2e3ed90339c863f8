import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { ConfigError } from './error.ts';
import type { JwtAlgorithm } from './sections/jwt.ts';
import { TOKENS } from './settings.ts';

/** Minimum length of a signing secret, in bytes. */
export const MIN_SECRET_BYTES = 32;

/**
 * The secret in the form that the algorithm needs: for HS* as given, otherwise the private key as PKCS #8 in PEM.
 * Undefined if none is given and one can be generated. Throws `ConfigError` for a key that does not fit the algorithm,
 * and in production for a short secret.
 */
export function checkSigningSecret(
  secret: string | undefined,
  algorithm: JwtAlgorithm,
  env: 'development' | 'production',
): string | undefined {
  const wanted = PRIVATE_KEYS[algorithm];
  if (wanted !== undefined) {
    const use = `set it to ${wanted.name} in PEM, for example from: ${wanted.command}`;
    if (secret === undefined) throw refused(`needed for ${algorithm}; ${use}`);
    const key = wanted.read(secret);
    if (key === undefined) throw refused(`the value is not a private key for ${algorithm}; ${use}`);
    return key;
  }
  if (secret === undefined) return undefined;
  if (secret.includes('-----BEGIN')) {
    throw refused(
      `a PEM key is not a secret for ${algorithm}; set ${TOKENS.algorithm.name} to RS256, ES256 or EdDSA`,
    );
  }
  if (env === 'production' && Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
    const fix = 'use a longer one, for example from: openssl rand -base64 48';
    throw refused(`the value is shorter than ${String(MIN_SECRET_BYTES)} bytes; ${fix}`);
  }
  return secret;
}

/** Bytes. As long as the longest hash needs. */
const NEW_SECRET_BYTES = 64;

/** A new random key for an algorithm: a secret, or a private key as PKCS #8 in PEM. */
export async function createSigningKey(algorithm: JwtAlgorithm): Promise<string> {
  return PRIVATE_KEYS[algorithm]?.create() ?? randomBytes(NEW_SECRET_BYTES).toString('base64url');
}

const generateKey = promisify(generateKeyPair);

/** The private key that an algorithm signs with. */
export interface PrivateKeyKind {
  /** With its article. */
  readonly name: string;
  /** A command that makes one. */
  readonly command: string;
  /** Makes one, as PKCS #8 in PEM. */
  readonly create: () => Promise<string>;
  /** The key as PKCS #8 in PEM; undefined for any other text. */
  readonly read: (text: string) => string | undefined;
}

/** For the algorithms that sign with a private key; the others sign with a secret. */
export const PRIVATE_KEYS: { readonly [A in JwtAlgorithm]?: PrivateKeyKind } = {
  RS256: {
    name: 'an RSA private key of at least 2048 bits',
    command: 'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072',
    create: async () => pem(await generateKey('rsa', { modulusLength: 3072 })),
    read: reader(
      (key) => key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
    ),
  },
  ES256: {
    name: 'a P-256 private key',
    command: 'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256',
    create: async () => pem(await generateKey('ec', { namedCurve: 'P-256' })),
    read: reader((key) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1'),
  },
  EdDSA: {
    name: 'an Ed25519 private key',
    command: 'openssl genpkey -algorithm ed25519',
    create: async () => pem(await generateKey('ed25519')),
    read: reader((key) => key.asymmetricKeyType === 'ed25519'),
  },
};

function reader(fits: (key: KeyObject) => boolean): PrivateKeyKind['read'] {
  return (text) => {
    const key = readPrivateKey(text);
    return key !== undefined && fits(key) ? pem({ privateKey: key }) : undefined;
  };
}

function pem({ privateKey }: { privateKey: KeyObject }): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Undefined if the text is not an unencrypted private key in PEM. */
function readPrivateKey(text: string): KeyObject | undefined {
  try {
    // Environment files and dashboards often allow only one line.
    return createPrivateKey(text.replaceAll(String.raw`\n`, '\n'));
  } catch {
    return undefined;
  }
}

function refused(problem: string): ConfigError {
  return new ConfigError(`${TOKENS.secret.name}: ${problem}.`);
}
