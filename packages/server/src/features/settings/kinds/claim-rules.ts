import { PROFILE_FIELD_NAMES, PROFILE_FIELDS } from '../../../lib/profile-fields.ts';

/** The fields of an account that a claim may hold; of the last two also parts, by a path. */
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

/** For all custom claims of a token together, as JSON: a token is sent with every request, perhaps as a cookie. */
export const MAX_CLAIMS_BYTES = 1_024;

/** Claims with a meaning of their own, here or in the standards of JWT, OAuth 2.0 and OpenID Connect. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'iss sub aud exp nbf iat jti',
    'aid sid type role amr auth_time',
    'acr azp nonce at_hash c_hash s_hash sub_jwk events toe txn',
    'scope client_id cnf act may_act authorization_details typ token_type active',
    '__proto__',
  ].flatMap((line) => line.split(' ')),
);

/** Services decide by these who somebody is and what they may do. */
const RIGHTS: ReadonlySet<string> = new Set([
  'email',
  'email_verified',
  'roles',
  'groups',
  'permissions',
  'scope',
  'scp',
  'entitlements',
  'org',
]);
/** The fields that owners write. */
const WRITTEN_BY_OWNERS: ReadonlySet<string> = new Set([
  'metadata',
  'handle',
  'name',
  'email',
  ...PROFILE_FIELD_NAMES,
]);

/**
 * Whether a claim would let owners give themselves rights. Of names with a namespace, such as `https://example.org/roles`
 * or `cognito:groups`, the last part counts.
 */
export function letsOwnersDecide(name: string, path: string): boolean {
  const meaning = name.toLowerCase().split(/[/:]/).at(-1) ?? '';
  const [field = ''] = path.split('.');
  const isEmailItself = meaning === 'email' && path === 'email';
  return RIGHTS.has(meaning) && WRITTEN_BY_OWNERS.has(field) && !isEmailItself;
}

/** Whether a custom claim must not have this name. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/** Whether a path leads to something that tokens may tell: a field, or a part of metadata as `app_metadata.plan`. */
export function isClaimPath(path: string): boolean {
  const [field = '', ...parts] = path.split('.');
  return FIELDS.has(field) && (parts.length === 0 || (WITH_PARTS.has(field) && !parts.includes('')));
}

/** The value at the end of a path; undefined if there is none. */
export function valueAt(account: object, path: string): unknown {
  return path.split('.').reduce<unknown>(
    // Only own fields: `metadata.constructor` is none of the owner's.
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    account,
  );
}
