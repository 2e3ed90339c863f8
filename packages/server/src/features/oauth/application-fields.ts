import { createHash } from 'node:crypto';
import { isJwkWithinRsaLimits, RSA_LIMITS } from '../../lib/rsa-limits.ts';
import { mayCall } from './addresses.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import { type FieldError, invalidFields, KeywardError } from '../../errors.ts';
import { isResource } from '../../lib/resource.ts';
import { isWebUrl } from '../../lib/text.ts';
import type { NewApplication } from '../../store/engine/schema.ts';
import {
  type Application,
  type ApplicationDetails,
  type ApplicationType,
  type AuthMethod,
  DEFAULT_DETAILS,
  type ListedDetails,
} from './application.ts';
import { redirectUriProblem } from './redirect-uris.ts';

/** The fields of an application that an administrator chooses. */
export interface ApplicationFields extends ApplicationDetails {
  name: string;
  token_endpoint_auth_method: AuthMethod;
  first_party: boolean;
  require_pkce: boolean;
  dpop_bound: boolean;
  enabled: boolean;
}

/**
 * The effect that a change of the field may have. `access`: it may send people, codes or tokens to somebody else, so it
 * needs recent authentication, and programs may not make it in a trusted application. `trust`: rights without the
 * consent of people, which only administrators give.
 */
const GIVES: Record<keyof ApplicationFields, 'nothing' | 'access' | 'trust'> = {
  name: 'nothing',
  logo_url: 'nothing',
  homepage_url: 'nothing',
  policy_url: 'nothing',
  terms_url: 'nothing',
  contacts: 'nothing',
  redirect_uris: 'access',
  post_logout_redirect_uris: 'access',
  backchannel_logout_uri: 'access',
  token_endpoint_auth_method: 'access',
  jwks: 'access',
  jwks_uri: 'access',
  scopes: 'access',
  machine_scopes: 'trust',
  resources: 'access',
  signing_algorithm: 'access',
  first_party: 'trust',
  require_pkce: 'access',
  dpop_bound: 'access',
  enabled: 'access',
  access_minutes: 'access',
  refresh_days: 'access',
  refresh_max_days: 'access',
};

/** Whether a change needs recent authentication. Turning an application off does not. */
export function givesAccess(changes: Partial<ApplicationFields>): boolean {
  const { enabled, ...rest } = changes;
  const fields = Object.entries(GIVES).filter(([, gives]) => gives !== 'nothing');
  return enabled === true || fields.some(([name]) => name in rest);
}

/** Whether an application gets data or tokens without the consent of people. */
export function isTrusted({ first_party, machine_scopes }: ApplicationFields): boolean {
  return first_party || machine_scopes.length > 0;
}

/** The changed fields that programs may not change. */
export function closedToPrograms(before: ApplicationFields, after: ApplicationFields): string[] {
  const [, changed] = differences(before, after);
  const closed = new Set<string>(isTrusted(before) ? ['access', 'trust'] : ['trust']);
  return Object.entries(GIVES).flatMap(([name, gives]) =>
    name in changed && closed.has(gives) ? [name] : [],
  );
}

const METHODS: Record<ApplicationType, readonly AuthMethod[]> = {
  web: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  machine: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  browser: ['none'],
  native: ['none'],
};

function defaultMethod(type: ApplicationType): AuthMethod {
  return METHODS[type][0] ?? 'none';
}

/** In characters of JSON: 20 RSA keys of 4096 bits. */
const MAX_JWKS = 16_384;

const WEB_ADDRESSES = ['logo_url', 'homepage_url', 'policy_url', 'terms_url'] as const;

/**
 * Asserts the rules that a schema cannot express.
 * @param rule the addresses that the service may call
 * @throws KeywardError `ValidationError`
 */
export function assertFields(type: ApplicationType, fields: ApplicationFields, rule: AddressRule): void {
  const problems = problemsOf(type, fields, rule);
  if (problems.length > 0) throw invalidFields(...problems);
}

/** The problems with the fields; empty if there are none. */
export function problemsOf(
  type: ApplicationType,
  fields: ApplicationFields,
  rule: AddressRule,
): FieldError[] {
  const problems: FieldError[] = [];
  const add = (path: string, message: string | null) => {
    if (message !== null) problems.push({ path, message });
  };
  for (const list of ['redirect_uris', 'post_logout_redirect_uris'] as const)
    fields[list].forEach((uri, index) => add(`${list}.${index}`, redirectUriProblem(uri, type)));
  for (const name of WEB_ADDRESSES) {
    const value = fields[name];
    if (value !== null && !isWebUrl(value)) add(name, 'must be an http or https address');
  }
  if (JSON.stringify(fields.jwks).length > MAX_JWKS)
    add('jwks', 'must be at most 16,384 characters; send jwks_uri for more keys');
  else fields.jwks?.keys.forEach((key, index) => add(`jwks.keys.${index}`, keyProblem(key)));
  for (const name of ['backchannel_logout_uri', 'jwks_uri'] as const) {
    const value = fields[name];
    if (value !== null) add(name, calledProblem(value, rule));
  }
  fields.resources.forEach((resource, index) => {
    if (!isResource(resource)) add(`resources.${index}`, 'must be an absolute address without a fragment');
  });
  const method = fields.token_endpoint_auth_method;
  if (!METHODS[type].includes(method))
    add('token_endpoint_auth_method', `must be one of ${METHODS[type].join(', ')} for the type ${type}`);
  if (method === 'private_key_jwt' && (fields.jwks === null) === (fields.jwks_uri === null))
    add('jwks', 'is needed for private_key_jwt: send either jwks or jwks_uri');
  if (fields.refresh_days > fields.refresh_max_days) add('refresh_days', 'must not exceed refresh_max_days');
  return problems;
}

/** The members of private and symmetric keys (RFC 7518 §6). */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

function keyProblem(key: unknown): string | null {
  if (typeof key !== 'object' || key === null || !('kty' in key) || typeof key.kty !== 'string')
    return 'must be a public key as RFC 7517 has it, with kty';
  const secret = SECRET_MEMBERS.find((name) => name in key);
  if (secret !== undefined)
    return `must be a public key: leave ${secret} out, and make a new key if that one was private`;
  return isJwkWithinRsaLimits({ ...key }) ? null : RSA_LIMITS;
}

/** The problem with an address that the service itself calls. */
function calledProblem(text: string, rule: AddressRule): string | null {
  const url = URL.parse(text);
  if (url === null || !isWebUrl(text) || url.hash !== '' || text.includes('#'))
    return 'must be an https address without a fragment';
  if (mayCall(url, rule)) return null;
  return url.protocol === 'https:'
    ? 'must be at a public address; to allow a private network, name it in KEYWARD_OAUTH_NETWORKS'
    : 'must be https; http is for loopback addresses that KEYWARD_OAUTH_NETWORKS allows';
}

/** All fields, completed from the given ones. */
export function completed(
  type: ApplicationType,
  given: Partial<ApplicationFields> & { name: string },
): ApplicationFields {
  const method = given.token_endpoint_auth_method ?? defaultMethod(type);
  return {
    ...DEFAULT_DETAILS,
    first_party: false,
    dpop_bound: false,
    enabled: true,
    ...given,
    token_endpoint_auth_method: method,
    // A public client has no other proof that it began the request (RFC 9700 §2.1.1).
    require_pkce: method === 'none' || (given.require_pkce ?? true),
  };
}

/** The fields of an application. */
export function fieldsOf({ details, ...row }: Application): ApplicationFields {
  return {
    ...details,
    name: row.name,
    token_endpoint_auth_method: row.auth_method,
    first_party: row.first_party === 1,
    require_pkce: row.require_pkce === 1,
    dpop_bound: row.dpop_bound === 1,
    enabled: row.enabled === 1,
  };
}

/** Names what an application is now, for an act that counts only for what was read. */
export function versionOf(application: Application): string {
  const parts = JSON.stringify([application.type, fieldsOf(application)]);
  return createHash('sha256').update(parts).digest('base64url');
}

/**
 * An application may register other addresses for itself while somebody decides to trust it.
 * @throws KeywardError `VersionMismatchError` unless the version is that of the application
 */
export function assertVersion(application: Application, version: string): void {
  if (version !== versionOf(application)) throw new KeywardError('VersionMismatchError');
}

/** The decisions of administrators that new metadata of an application does not change. */
export function decidedFields(before: Application): Partial<ApplicationFields> {
  const { enabled, dpop_bound, scopes, resources, signing_algorithm } = fieldsOf(before);
  const { access_minutes, refresh_days, refresh_max_days } = before.details;
  const lifetimes = { access_minutes, refresh_days, refresh_max_days };
  return { enabled, dpop_bound, scopes, resources, signing_algorithm, ...lifetimes };
}

/**
 * The fields of an application whose document is read again. It keeps rights without the consent of people only if
 * nothing has changed that programs may not change then: another person may have its host by now.
 */
export function renewedFields(before: Application, fields: ApplicationFields): ApplicationFields {
  const wanted = { ...fields, ...decidedFields(before) };
  const { first_party, machine_scopes, ...others } = fieldsOf(before);
  const trusted = { ...wanted, first_party, machine_scopes };
  // A document cannot waive PKCE: if an administrator has, it is required again.
  const former = { ...others, first_party, machine_scopes, require_pkce: wanted.require_pkce };
  return closedToPrograms(former, trusted).length === 0 ? trusted : wanted;
}

/** The columns of the fields. */
export function columnsOf(fields: ApplicationFields, now: number) {
  const {
    name,
    token_endpoint_auth_method: auth_method,
    first_party,
    require_pkce,
    dpop_bound,
    enabled,
    ...details
  } = fields;
  const { logo_url, homepage_url, scopes } = details;
  return {
    name,
    auth_method,
    first_party: first_party ? 1 : 0,
    require_pkce: require_pkce ? 1 : 0,
    dpop_bound: dpop_bound ? 1 : 0,
    enabled: enabled ? 1 : 0,
    details: JSON.stringify(details),
    listed: JSON.stringify({ logo_url, homepage_url, scopes } satisfies ListedDetails),
    listed_at: now,
    updated_at: now,
  } satisfies Partial<NewApplication>;
}

type Fields = Record<string, unknown>;

/** The changed fields, with their values before and after. */
export function differences(
  before: ApplicationFields,
  after: ApplicationFields,
): [previous: Fields, changed: Fields] {
  const [old, now]: Fields[] = [{ ...before }, { ...after }];
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]),
  );
  const only = (values: Fields = {}) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return [only(old), only(now)];
}
