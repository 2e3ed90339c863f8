import { type Fields, firstText, isFields, listOf, objectOf, textOf } from './fields.ts';
import { cannotTake } from './cannot-take.ts';
import { base32 } from './base32.ts';
import { FOREIGN, type Format, listIn } from './format.ts';
import { argon2Hash, pbkdf2Hash } from './phc.ts';

/*
 * From Keycloak's documentation (Importing and exporting realms) and its representation of a user:
 *
 * - a realm export: `users`, each with id, username, email, emailVerified, enabled, firstName, lastName,
 *   createdTimestamp (milliseconds), attributes (lists), federatedIdentities, credentials; service accounts have
 *   serviceAccountClientId.
 * - a credential of type `password`: secretData `{"value","salt"}` in base64 and credentialData
 *   `{"hashIterations","algorithm","additionalParameters"}`, both as JSON text. Algorithms: pbkdf2 (SHA-1),
 *   pbkdf2-sha256, pbkdf2-sha512, argon2 with the parameters type, version, memory and parallelism.
 * - of type `otp`: credentialData `{"subType","digits","period","algorithm","secretEncoding"}`, secretData `{"value"}`: the
 *   key as text, or in base32.
 * - of type `webauthn` or `webauthn-passwordless`: credentialData `{"credentialId","credentialPublicKey","counter",
 *   "aaguid","transports"}`, a COSE key, both in base64; the user handle is the id of the user.
 * - of type `recovery-authn-codes`: hashed with SHA-512, so they cannot be imported. Extensions add types of their own.
 */
export const keycloak: Format = {
  columns: null,
  droppable: FOREIGN,

  records: (document) =>
    // A service account is not a person: it has neither an email nor a password.
    listIn(document, 'users')?.filter((user) => !isFields(user) || !('serviceAccountClientId' in user)) ??
    null,

  map(user) {
    const attributes = objectOf(user['attributes']);
    const names = [user['firstName'], user['lastName']].flatMap((part) => firstText(part) ?? []);
    const password = (listOf(user['credentials']) ?? []).find(({ type }) => type === 'password');
    return {
      uid: user['id'],
      email: user['email'],
      email_verified: user['emailVerified'],
      name: firstText(names.join(' '), user['username']),
      handle: user['username'],
      phone: firstOf(attributes['phoneNumber'] ?? attributes['phone']),
      avatar_url: firstOf(attributes['picture']),
      status: user['enabled'] === false ? 'suspended' : undefined,
      created_at: user['createdTimestamp'],
      external_id: user['id'],
      metadata: user['attributes'],
      password_hash: password && passwordHash(password),
      ...factorsOf(user),
      provider_links: (listOf(user['federatedIdentities']) ?? []).map(linkOf),
    };
  },
};

/** Credentials that are not second factors. */
const FIRST_FACTORS: ReadonlySet<unknown> = new Set(['password', 'password-history', 'kerberos']);

function factorsOf(user: Fields): Fields {
  const credentials = listOf(user['credentials']) ?? [];
  const otp = credentials.find(({ type }) => type === 'otp');
  const passkeys = credentials
    .filter(({ type }) => type === 'webauthn' || type === 'webauthn-passwordless')
    .map((credential) => ({
      name: credential['userLabel'],
      ...passkeyOf(objectOf(credential['credentialData'])),
    }));
  const other = credentials.find(({ type }) => !FIRST_FACTORS.has(type));
  if (otp === undefined && passkeys.length === 0)
    return other ? { totp_secret: cannotTake(`the factor of type ${textOf(other['type'])}`) } : {};
  return {
    totp_secret: otp && totpSecret(otp),
    ...(passkeys.length > 0 && {
      passkeys,
      passkey_user_handle: Buffer.from(textOf(user['id'])).toString('base64url'),
    }),
  };
}

/** If the app uses parameters that Keyward does not support, a text that no check accepts. */
function totpSecret(credential: Fields): string {
  const { subType, digits, period, algorithm, secretEncoding } = objectOf(credential['credentialData']);
  const value = textOf(objectOf(credential['secretData'])['value']);
  const isOurs = subType === 'totp' && digits === 6 && period === 30 && algorithm === 'HmacSHA1';
  if (!isOurs) return `${textOf(algorithm)}, ${textOf(digits)} digits, ${textOf(period)} s`;
  return secretEncoding === 'BASE32' ? value : base32(Buffer.from(value));
}

function passkeyOf({ credentialId, credentialPublicKey, counter, aaguid, transports }: Fields): Fields {
  return { credential_id: credentialId, public_key: credentialPublicKey, counter, aaguid, transports };
}

function linkOf({ identityProvider, userId }: Fields): Fields {
  return { provider: identityProvider, subject: userId };
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** If the hash has no known form, a text that no check accepts. */
function passwordHash(credential: Fields): string {
  const data = objectOf(credential['credentialData']);
  const secret = objectOf(credential['secretData']);
  const algorithm = textOf(data['algorithm']);
  const iterations = Number(textOf(data['hashIterations']));
  const [salt, hash] = [secret['salt'], secret['value']].map((text) => Buffer.from(textOf(text), 'base64'));
  if (salt === undefined || hash === undefined) return algorithm;
  if (algorithm.startsWith('pbkdf2')) return pbkdf2Hash(algorithm, iterations, salt, hash);
  if (algorithm !== 'argon2') return algorithm;
  const more = objectOf(data['additionalParameters']);
  const parameter = (name: string): string => textOf(firstOf(more[name]));
  return argon2Hash(
    parameter('type'),
    parameter('version') === '1.0' ? 16 : 19,
    { memory: Number(parameter('memory')), passes: iterations, lanes: Number(parameter('parallelism')) },
    salt,
    hash,
  );
}
