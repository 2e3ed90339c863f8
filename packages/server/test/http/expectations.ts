import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { DatabaseKind } from '../support/databases.ts';
import {
  type Answer,
  assertError,
  type KeywardOptions,
  startKeyward,
  type TestKeyward,
} from '../support/keyward.ts';

/**
 * An app for all tests of the suite (`describe`) that calls this, started before the first of them and closed after
 * the last. It can be used in tests and hooks, not earlier.
 */
export function suiteKeyward(kind: DatabaseKind, options?: KeywardOptions): TestKeyward {
  let started: TestKeyward | undefined;
  // In a hook and not in the suite itself: a suite whose tests are all filtered out runs no hooks, so an app started
  // there would keep the process alive.
  before(async () => {
    started = await startKeyward(kind, options);
  });
  after(() => started?.[Symbol.asyncDispose]());
  const running = (): TestKeyward => {
    assert.ok(started, 'the app is there for tests and hooks only');
    return started;
  };
  return {
    get app() {
      return running().app;
    },
    get ready() {
      return running().ready;
    },
    get url() {
      return running().url;
    },
    get port() {
      return running().port;
    },
    get database() {
      return running().database;
    },
    get dataDir() {
      return running().dataDir;
    },
    get clock() {
      return running().clock;
    },
    get argon2() {
      return running().argon2;
    },
    get unexpected() {
      return running().unexpected;
    },
    call: (...request) => running().call(...request),
    callRoot: (...request) => running().callRoot(...request),
    signUp: (fields) => running().signUp(fields),
    logIn: (...credentials) => running().logIn(...credentials),
    [Symbol.asyncDispose]: () => running()[Symbol.asyncDispose](),
  };
}

/** The `error_code` of each kind, written out so that a change of either shows. */
const ERROR_CODES: Record<string, string> = {
  AccountInactiveError: 'account_inactive',
  ApiKeyNotFoundError: 'api_key_not_found',
  ImpersonationError: 'impersonation',
  KeyAddressError: 'key_address',
  ScopeMissingError: 'scope_missing',
  BodyTooLargeError: 'body_too_large',
  ChallengeInvalidError: 'challenge_invalid',
  FactorDisabledError: 'factor_disabled',
  FactorLockedError: 'factor_locked',
  FactorNotFoundError: 'factor_not_found',
  PasskeyAlreadyExistsError: 'passkey_already_exists',
  PasskeyLimitError: 'passkey_limit',
  SecondFactorEnrolmentRequiredError: 'second_factor_enrolment_required',
  SecondFactorInvalidError: 'second_factor_invalid',
  SecondFactorRequiredError: 'second_factor_required',
  EmailAlreadyExistsError: 'email_already_exists',
  ExternalIdAlreadyExistsError: 'external_id_already_exists',
  EventNotFoundError: 'event_not_found',
  HandleAlreadyExistsError: 'handle_already_exists',
  InvalidConfigError: 'invalid_config',
  InvalidCredentialsError: 'invalid_credentials',
  InvalidTokenError: 'invalid_token',
  InvitationInvalidError: 'invitation_invalid',
  InvitationNotFoundError: 'invitation_not_found',
  EmailUndoInvalidError: 'email_undo_invalid',
  LastSuperadminError: 'last_superadmin',
  LogNotFoundError: 'log_not_found',
  LoggingDisabledError: 'logging_disabled',
  MalformedBodyError: 'malformed_body',
  MethodNotAllowedError: 'method_not_allowed',
  OAuthLinkNotFoundError: 'oauth_link_not_found',
  OTPNotFoundError: 'otp_not_found',
  OriginNotAllowedError: 'origin_not_allowed',
  PhoneAlreadyExistsError: 'phone_already_exists',
  PrimaryLogError: 'primary_log',
  RateLimitedError: 'rate_limited',
  ReauthenticationRequiredError: 'reauthentication_required',
  RoleMismatchError: 'role_mismatch',
  RouteNotFoundError: 'route_not_found',
  ServiceUnavailableError: 'service_unavailable',
  SessionDestroyedError: 'session_destroyed',
  SessionNotFoundError: 'session_not_found',
  SnapshotAlreadyExistsError: 'snapshot_already_exists',
  TokenExpiredError: 'token_expired',
  TokenMissingError: 'token_missing',
  UnsupportedMediaTypeError: 'unsupported_media_type',
  UserNotFoundError: 'user_not_found',
  ValidationError: 'validation',
  DeliveryNotFoundError: 'delivery_not_found',
  WebhookNotFoundError: 'webhook_not_found',
  WeakPasswordError: 'weak_password',
  ApplicationNotFoundError: 'application_not_found',
  AuthorizationRequestNotFoundError: 'authorization_request_not_found',
  SecretLimitError: 'secret_limit',
  InvitationOtherAccountError: 'invitation_other_account',
  EmailProofRequiredError: 'email_proof_required',
  PermissionMissingError: 'permission_missing',
  OrganizationCreationError: 'organization_creation',
  OrganizationLimitError: 'organization_limit',
  OrganizationPolicyError: 'organization_policy',
  MembershipRefusedError: 'membership_refused',
  OrganizationSuspendedError: 'organization_suspended',
  OwnRolesOffError: 'own_roles_off',
  OrganizationNotFoundError: 'organization_not_found',
  MemberNotFoundError: 'member_not_found',
  DomainNotFoundError: 'domain_not_found',
  DomainTakenError: 'domain_taken',
  DomainNotVerifiedError: 'domain_not_verified',
  RoleNotFoundError: 'role_not_found',
  LastOwnerError: 'last_owner',
  SlugTakenError: 'slug_taken',
  AlreadyMemberError: 'already_member',
  RoleTakenError: 'role_taken',
  RoleInUseError: 'role_in_use',
  VersionMismatchError: 'version_mismatch',
  SecretNotFoundError: 'secret_not_found',
};

/**
 * Asserts the whole error body: status, kind, code, and nothing beyond the fields of every error.
 * @param fields the paths in `details.fields`, in any order; not checked if left out
 */
export function assertRefusal(answer: Answer, status: number, kind: string, fields?: string[]): void {
  assertError(answer, status, kind);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/);
  const { details, ...rest } = answer.body;
  assert.deepEqual(Object.keys(rest).sort(), ['error', 'error_code', 'message', 'request_id', 'success']);
  assert.equal(rest['error_code'], ERROR_CODES[kind]);
  assert.notEqual(rest['message'], '');
  if (status === 429 || status === 503) {
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  if (kind === 'ValidationError') {
    assert.ok(Array.isArray(details?.fields), answer.text);
    for (const field of details.fields) assert.deepEqual(Object.keys(field).sort(), ['message', 'path']);
    // The message alone contains the remedy.
    const [first, ...others] = details.fields;
    const message = asText(rest['message']);
    assert.ok(message.startsWith(`${first?.path.slice(0, 100)} ${first?.message}.`), message);
    assert.equal(message.includes(`${others.length} more field`), others.length > 0, message);
  }
  if (fields !== undefined) {
    assert.deepEqual(details?.fields?.map(({ path }) => path).sort(), [...fields].sort(), answer.text);
  }
}

/** Asserts a success, with the status and exactly this body. */
export function assertAnswer(answer: Answer, status: number, body: Record<string, unknown>): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(answer.body, body);
}

/** The value as an object, to inspect parsed JSON. */
export function asObject(value: unknown): Record<string, unknown> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), 'not an object');
  return Object.fromEntries(Object.entries(value));
}

/** The value as text. */
export function asText(value: unknown): string {
  assert.ok(typeof value === 'string', 'not a text');
  return value;
}

/** The interface's form of a time: UTC with milliseconds and without zone. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, -1);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;
export const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ACCOUNT_FIELDS = [
  'app_metadata',
  'avatar_url',
  'created_at',
  'email',
  'email_verified',
  'external_id',
  'handle',
  'id',
  'metadata',
  'name',
  'phone',
  'role',
  'status',
  'uid',
  'updated_at',
];

/**
 * Asserts that a value is a complete Account as superadmins see it: without second factors, lock and deletion,
 * unless `expected` says otherwise.
 */
export function assertAdministered(value: unknown, expected: Record<string, unknown>): void {
  const { second_factors, locked_until, locked_scope, totp_locked, deletion_at, ...account } =
    asObject(value);
  const {
    second_factors: factors = [],
    locked_until: lock = null,
    deletion_at: end = null,
    ...rest
  } = expected;
  assert.deepEqual(
    { second_factors, locked_until, locked_scope, totp_locked, deletion_at },
    {
      second_factors: factors,
      locked_until: lock,
      locked_scope: null,
      totp_locked: false,
      deletion_at: end,
    },
  );
  assertAccount(account, rest);
}

/** Asserts that a value is a whole Account and nothing more, with these values among its fields. */
export function assertAccount(value: unknown, expected: Record<string, unknown>): void {
  const account = asObject(value);
  assert.deepEqual(Object.keys(account).sort(), ACCOUNT_FIELDS);
  assert.ok(Number.isSafeInteger(account['id']) && Number(account['id']) > 0);
  assert.match(asText(account['uid']), UUID);
  assert.equal(typeof account['email_verified'], 'boolean');
  assert.match(asText(account['created_at']), TIMESTAMP);
  assert.match(asText(account['updated_at']), TIMESTAMP);
  const compared = Object.fromEntries(Object.keys(expected).map((key) => [key, account[key]]));
  assert.deepEqual(compared, expected);
}

/** The header of a JWT, unverified. */
export function headerOf(token: unknown): Record<string, unknown> {
  return decodedPart(token, 0);
}

/** The claims of a JWT, unverified. */
export function claimsOf(token: unknown): Record<string, unknown> {
  return decodedPart(token, 1);
}

function decodedPart(token: unknown, index: number): Record<string, unknown> {
  const part = asText(token).split('.')[index] ?? '';
  return asObject(JSON.parse(Buffer.from(part, 'base64url').toString()));
}
