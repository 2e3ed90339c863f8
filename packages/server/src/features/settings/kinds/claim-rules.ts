import { eachProfileField, PROFILE_FIELD_NAMES, PROFILE_FIELDS } from '../../../lib/profile-fields.ts';

/** The fields of an account that a claim may contain. A path can name a part of the last two. */
export const CLAIM_FIELDS = [
  'uid',
  'handle',
  'email',
  'email_verified',
  ...PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].claim),
  'name',
  'role',
  'status',
  'external_id',
  'created_at',
  'metadata',
  'app_metadata',
] as const;

const WITH_PARTS: ReadonlySet<string> = new Set(['metadata', 'app_metadata']);
const FIELDS: ReadonlySet<string> = new Set(CLAIM_FIELDS);

/**
 * The limit for all custom claims of a token together, as JSON: a token is sent with every request, perhaps as
 * a cookie.
 */
export const MAX_CLAIMS_BYTES = 1_024;

/** Claims with a defined meaning, here or in the standards of JWT, OAuth 2.0 and OpenID Connect. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'iss sub aud exp nbf iat jti',
    'aid sid type role amr auth_time',
    'acr azp nonce at_hash c_hash s_hash sub_jwk events toe txn',
    'scope client_id cnf act may_act authorization_details typ token_type active',
    // Every JavaScript object has these, so a service would find one in a token that has none.
    '__proto__ constructor prototype',
  ].flatMap((line) => line.split(' ')),
);

/** Names without white space, control characters, and letters that look like others. */
const NAME = /^[\x21-\x7e]+$/;

/** Whether a custom claim can have this name. Some services compare names without regard to case. */
export function isClaimName(name: string): boolean {
  return NAME.test(name) && !RESERVED.has(name.toLowerCase());
}

/** The prefix of claims whose values the owners write. */
export const OWNERS_PREFIX = 'unverified_';

/**
 * The fields that owners write, with the names that their claims may have in addition to those with the prefix: the
 * field's own name, and the name in OpenID Connect Core 1.0 §5.1. No list can name every claim by which services
 * authorize people.
 */
const NAMES_OF_OWNERS: Readonly<Record<string, readonly string[]>> = {
  ...eachProfileField((name) => [name]),
  phone: ['phone', 'phone_number'],
  email: ['email'],
  handle: ['handle', 'preferred_username'],
  name: ['name'],
  metadata: ['metadata', 'user_metadata'],
  // Members of the organization write it.
  org: [],
};

/** Whether owners, or members of the active organization, write the value of a path. */
export function isWrittenByOwners(path: string): boolean {
  return Object.hasOwn(NAMES_OF_OWNERS, path.split('.', 1)[0] ?? '');
}

/** Whether a claim would show owner-written data under a name that services may trust. */
export function letsOwnersDecide(name: string, path: string): boolean {
  if (!isWrittenByOwners(path) || name.startsWith(OWNERS_PREFIX)) return false;
  return NAMES_OF_OWNERS[path]?.includes(name) !== true;
}

/**
 * The name of the claim that shows a path to applications: its last part. If owners write the value, the name must show
 * that.
 * @returns null if a standard defines the name
 */
export function claimNameOf(path: string): string | null {
  const name = path.split('.').at(-1) ?? path;
  if (letsOwnersDecide(name, path)) return `${OWNERS_PREFIX}${name}`;
  return FIELDS.has(path) || isClaimName(name) ? name : null;
}

/**
 * Whether a path names something that tokens may contain: a field, or a part of metadata such as `app_metadata.plan`.
 */
export function isClaimPath(path: string): boolean {
  const [field = '', ...parts] = path.split('.');
  return FIELDS.has(field) && (parts.length === 0 || (WITH_PARTS.has(field) && !parts.includes('')));
}

/** Whether a path names a part of the metadata of the active organization, such as `org.metadata.plan`. */
export function isOrganizationPath(path: string): boolean {
  const [organization, field, ...parts] = path.split('.');
  return organization === 'org' && field === 'metadata' && !parts.includes('');
}

/** The value at the end of a path; undefined if there is none. */
export function valueAt(source: object, path: string): unknown {
  return path.split('.').reduce<unknown>(
    // Only own properties, so that `metadata.constructor` has no value.
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    source,
  );
}
