import { type AdminClient, createAdminClient } from './admin.ts';
import type { TokenClaims } from './api.ts';
import { failed, type KeywardError } from './errors.ts';
import { type Credentials, followEndings } from './follow-endings.ts';
import { isAccess, readToken } from './read-token.ts';
import type { Rights } from './organization-rights.ts';
import { refusal } from './refusals.ts';
import { memoryStorage } from './sessions.ts';
import { publishedKeys, secretKey } from './token-keys.ts';
import type { ClientOptions, Result } from './types.ts';

export type { TokenClaims } from './api.ts';
export type { BearerClaims } from './bearer-claims.ts';
export {
  type BearerAuth,
  type BearerOptions,
  type ProtectedResource,
  protectedResource,
  requireBearer,
} from './bearer.ts';
export { KeywardError } from './errors.ts';
export type { Credentials } from './follow-endings.ts';

/**
 * How and when the owner must have authenticated, at the beginning of the session or later; and the required
 * organization and permission.
 */
export interface Requirements {
  /** Methods of RFC 8176 that the token must have, all of them. `['mfa']`: two factors */
  amr?: readonly string[];
  /** The maximum time since the owner authenticated. */
  maxAgeSeconds?: number;
  /** Id or slug of the organization that must be active. */
  organization?: string;
  /** What the account must be allowed to do in the active organization, such as `invoices:write`. */
  permission?: string;
}

export interface VerifierOptions extends Pick<ClientOptions, 'url' | 'prefix' | 'fetch'> {
  /**
   * Returns an API key with the scopes `events:read` and `settings:read`, or the access token of a superadmin, for the
   * next request; or the email and password of a superadmin that only this program uses.
   */
  credentials: Credentials | { token: () => string | Promise<string> };
  /** Only for a service that signs with HS256, HS384 or HS512: its secret. Its holder can make tokens. */
  secret?: string;
  /** The claim `iss` that tokens must have: the public address of the service, without the prefix. Default: any */
  issuer?: string;
  /** The claim `aud` of a token must contain one of these names. Default: any */
  audience?: string | readonly string[];
  /** How long the service may be unreachable before `whenStale` applies. Default: 60 */
  maxStaleSeconds?: number;
  /**
   * What to do with valid tokens when the list of ended sessions is too old: refuse them with a
   * `ServiceUnavailableError`, or accept them by the old list. Default: `refuse`
   */
  whenStale?: 'refuse' | 'accept';
  /** The default requirements of `verify`. Default: nothing */
  require?: Requirements;
  /** Milliseconds since the epoch. Default: `Date.now` */
  now?: () => number;
}

export interface VerifierState {
  /** Whether the list of ended sessions was complete within the last `maxStaleSeconds`. */
  current: boolean;
  /** When it was complete for the last time, in milliseconds since the epoch; null: not yet. */
  checkedAt: number | null;
  /** The number of ended sessions and accounts in the list. */
  ended: number;
  /** Why the service could not be followed the last time; null when it could. */
  error: KeywardError | null;
}

/** Verifies access tokens without a request to the service for each. */
export interface Verifier {
  /**
   * @param authorization a token, or the header `Authorization` with one
   * @returns the token's claims, or an error with the `status` and the `kind` that the service would answer
   * with: `TokenMissingError`, `InvalidTokenError`, `TokenExpiredError`, `SessionDestroyedError` (401),
   * `AccountInactiveError`, `EmailProofRequiredError`, `SecondFactorEnrolmentRequiredError` (403), or
   * `ServiceUnavailableError` (503) if it cannot be decided now. A valid token that does not meet the requirements is a `ReauthenticationRequiredError` (403): let the person
   * reauthenticate at the service, and refresh the tokens. Another active organization is an
   * `OrganizationNotFoundError` (404), and a missing permission a `PermissionMissingError` (403) whose `details` name
   * it; a change of either counts within a second
   */
  verify: (
    authorization: string | null | undefined,
    requirements?: Requirements,
  ) => Promise<Result<TokenClaims>>;
  /**
   * Waits until the list of ended sessions is complete for the first time, even while the service is
   * unreachable. It resolves early with an error that must be fixed, such as a wrong password.
   */
  ready: () => Promise<Result<VerifierState>>;
  state: () => VerifierState;
  /** Stops following the service, and signs the program out. An open verifier keeps the process running. */
  close: () => Promise<void>;
}

/** The service answers after this time, with or without new events. */
const MAX_WAIT_SECONDS = 20;
/** The time limit of a check of one session, for which a request waits. */
const ASK_MS = 5_000;

/**
 * Verifies access tokens by the service's public keys, and follows its events to learn which sessions have
 * ended. Use one in each long-running program.
 * @throws TypeError for an invalid `url`
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const {
    credentials,
    secret,
    issuer,
    audience,
    maxStaleSeconds = 60,
    whenStale = 'refuse',
    require = {},
    now = Date.now,
  } = options;
  const client = clientOf(options, credentials);
  const keys = secret === undefined ? publishedKeys(() => client.keys(), now) : secretKey(secret);
  const closing = new AbortController();
  const endings = followEndings({
    client,
    credentials: 'identifier' in credentials ? credentials : undefined,
    hasSecret: secret !== undefined,
    waitSeconds: Math.min(MAX_WAIT_SECONDS, Math.ceil(maxStaleSeconds / 3)),
    now,
    signal: closing.signal,
    onKeyChange: () => keys.forget(),
  });
  const questions = new Map<number, Promise<KeywardError | null>>();

  function state(): VerifierState {
    const { checkedAt, error, list } = endings;
    const current = checkedAt !== null && now() - checkedAt <= maxStaleSeconds * 1000;
    return { current, checkedAt, ended: list.size(), error };
  }

  /** The account of a token, or why it is refused. The service also answers for an account that is not signed in yet. */
  async function askMe(token: string) {
    const { data, error } = await clientOf(options, { token: () => token }).me(undefined, {
      signal: AbortSignal.timeout(ASK_MS),
    });
    if (error)
      return failed(
        [401, 403].includes(error.status)
          ? error
          : refusal('ServiceUnavailableError', 'The service cannot be asked.'),
      );
    if (!data.session.restricted) return { data, error };
    const { email_verified: proven } = data.account;
    return failed(refusal(proven ? 'SecondFactorEnrolmentRequiredError' : 'EmailProofRequiredError'));
  }

  /** Asks the service about a session from before the list begins. */
  async function ask(token: string, sessionId: number): Promise<KeywardError | null> {
    const { list } = endings;
    const before = list.changes();
    const { error } = await askMe(token);
    if (!error) list.vouch(sessionId, before);
    return error;
  }

  function askOnce(token: string, sessionId: number): Promise<KeywardError | null> {
    const question =
      questions.get(sessionId) ?? ask(token, sessionId).finally(() => questions.delete(sessionId));
    questions.set(sessionId, question);
    return question;
  }

  async function judge(token: string, claims: TokenClaims): Promise<KeywardError | null> {
    if (whenStale === 'refuse' && !state().current)
      return refusal('ServiceUnavailableError', 'The list of ended sessions is too old.');
    let verdict = endings.list.judge(claims);
    if (verdict === 'unknown') {
      const error = await askOnce(token, claims.sid);
      if (error && (whenStale === 'refuse' || error.status !== 503)) return error;
      // Events that arrived in the meantime count.
      verdict = endings.list.judge(claims);
    }
    return verdict === 'good' || verdict === 'unknown' ? null : refusal(verdict);
  }

  /** What its account may do in the active organization of a valid token. */
  async function rightsOf(token: string, claims: TokenClaims): Promise<Result<Rights | null>> {
    const { rights } = endings;
    const known = rights.of(token, claims);
    if (known !== undefined) return { data: known, error: null };
    const asked = rights.changes();
    const { data, error } = await askMe(token);
    if (error) return failed(error);
    const { organization = null } = data;
    rights.learn(token, organization, asked);
    return { data: organization, error: null };
  }

  async function assertRights(
    token: string,
    claims: TokenClaims,
    { organization, permission }: Requirements,
  ): Promise<KeywardError | null> {
    if (organization === undefined && permission === undefined) return null;
    const { data: rights, error } = await rightsOf(token, claims);
    if (error) return error;
    if (!rights || (organization !== undefined && ![rights.id, rights.slug].includes(organization)))
      return refusal('OrganizationNotFoundError');
    return permission === undefined || rights.permissions.includes(permission)
      ? null
      : refusal('PermissionMissingError', undefined, { permission });
  }

  function isExpected({ iss, aud = [] }: TokenClaims): boolean {
    const isFor = audience === undefined || [aud].flat().some((one) => [audience].flat().includes(one));
    return isFor && (issuer === undefined || iss === issuer);
  }

  function lacks({ amr = [], auth_time: at, org }: TokenClaims, required: Requirements): boolean {
    const { amr: methods = [], maxAgeSeconds, organization } = required;
    const tooOld = maxAgeSeconds !== undefined && (at === undefined || now() / 1000 - at > maxAgeSeconds);
    // Elsewhere, nobody has to believe the connection of an organization.
    const more = organization && [org?.id, org?.slug].includes(organization) ? org?.amr : [];
    return tooOld || methods.some((method) => !amr.includes(method) && !more?.includes(method));
  }

  async function check(token: string, required: Requirements): Promise<Result<TokenClaims>> {
    const read = readToken(token);
    const signature = read ? await keys.check(read.header, read.signed, read.signature) : 'bad';
    if (signature === 'later') return failed(refusal('ServiceUnavailableError', 'The key is not known.'));
    const claims = read?.claims;
    if (signature === 'bad' || !isAccess(claims) || !isExpected(claims))
      return failed(refusal('InvalidTokenError'));
    if (claims.exp * 1000 <= now()) return failed(refusal('TokenExpiredError'));
    const error =
      (await judge(token, claims)) ??
      (lacks(claims, required) ? refusal('ReauthenticationRequiredError') : null) ??
      (await assertRights(token, claims, required));
    return error ? failed(error) : { data: claims, error: null };
  }

  return {
    state,
    verify: async (authorization, requirements = require) => {
      const token = authorization?.replace(/^Bearer +/i, '');
      return token ? check(token, requirements) : failed(refusal('TokenMissingError'));
    },
    ready: async () => {
      const error = await endings.ready;
      return error ? failed(error) : { data: state(), error: null };
    },
    close: async () => {
      closing.abort();
      await endings.stopped;
      if ('identifier' in credentials) await client.logout();
    },
  };
}

/** A client for this program only. */
function clientOf(
  { url, prefix, fetch = globalThis.fetch }: VerifierOptions,
  credentials: VerifierOptions['credentials'],
): AdminClient {
  return createAdminClient({
    url,
    ...(prefix !== undefined && { prefix }),
    storage: memoryStorage(),
    fetch:
      'identifier' in credentials
        ? fetch
        : async (input, init) => {
            const headers = new Headers(init?.headers);
            headers.set('authorization', `Bearer ${await credentials.token()}`);
            return fetch(input, { ...init, headers });
          },
  });
}
