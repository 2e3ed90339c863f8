import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type ErrorKind, ERRORS, KeywardError } from '../../errors.ts';
import type { Scope } from '../../features/audit/actors/scopes.ts';
import { KEY_PREFIX } from '../../features/identity/api-keys/api-key.ts';
import type { Caller } from '../../features/audit/actors/caller.ts';
import { assertOpens, type OpenPortal, type PortalSection } from '../../features/organizations/portals.ts';
import type { Services } from '../../services/services.ts';
import { canonicalAddress } from '../../lib/address.ts';
import type { ApiKeyRow } from '../../store/engine/schema.ts';
import { assertOwnPage, isForeignPage } from './cookies/origin.ts';
import { cookiesThatCount } from './cookies/request-cookies.ts';
import { tokenCookie } from './cookies/token-cookies.ts';
import type { PublicContext } from './endpoint/endpoint.ts';
import type { Route } from './endpoint/route.ts';

/** The errors that each access adds to a route. */
export const ACCESS_ERRORS: Record<Route['access'], readonly ErrorKind[]> = {
  public: [],
  bearer: [
    'TokenMissingError',
    'InvalidTokenError',
    'TokenExpiredError',
    'SessionDestroyedError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'SecondFactorEnrolmentRequiredError',
    'ScopeMissingError',
    'KeyAddressError',
    'RateLimitedError',
  ],
  get organization() {
    return this.bearer;
  },
  // By a `ScimError`.
  connection: [],
  get superadmin() {
    return [...this.bearer, 'RoleMismatchError' as const];
  },
  get 'superadmin-or-cookie'() {
    return this.superadmin;
  },
  portal: [
    'TokenMissingError',
    'PortalInvalidError',
    'OrganizationSuspendedError',
    'PermissionMissingError',
    'RateLimitedError',
  ],
  get mailbox() {
    return [...this.superadmin, 'RouteNotFoundError' as const];
  },
};

/** Carries the key of the mailbox. A browser sends such a header only when a script sets it. */
export const MAILBOX_KEY_HEADER = 'x-mailbox-key';

/** RFC 6750 §2.1. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;
/** Credentials for a proxy in front of the service, which may pass them on. */
const FOR_A_PROXY = /^(?:Basic|Negotiate|NTLM) +[A-Za-z0-9._~+/-]+=*$/i;
/** These methods change nothing, and a foreign page cannot read their answers. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The requirements of a route for its callers. */
export interface Asked {
  access: Exclude<Route['access'], 'public' | 'portal' | 'connection'>;
  /** The scope that an API key needs; default: null, no key is accepted. */
  scope?: Scope | null;
  /** Whether to accept a session whose account must prove its mailbox or enrol a second factor first. */
  restricted?: boolean | undefined;
}

/** The sender of a request; both null for a request that needs no token. */
export interface Admitted {
  caller: Caller | null;
  apiKey: ApiKeyRow | null;
}

/**
 * `mailbox` admits the holder of its key, and superadmins. An API key is accepted only in the `Authorization` header.
 * @throws KeywardError one of {@link ACCESS_ERRORS}
 */
export async function authorize(
  request: FastifyRequest,
  services: Services,
  { access, scope = null, restricted = false }: Asked,
): Promise<Admitted> {
  const mailboxKey = access === 'mailbox' ? request.headers[MAILBOX_KEY_HEADER] : undefined;
  if (typeof mailboxKey === 'string') {
    await services.mailboxKey.check(mailboxKey, canonicalAddress(request.ip));
    return { caller: null, apiKey: null };
  }
  const given = bearerOf(request.headers);
  if (given?.startsWith(KEY_PREFIX) === true) {
    const apiKey = await services.apiKeys.authenticate(given, canonicalAddress(request.ip));
    assertScope(apiKey, scope);
    return { caller: null, apiKey };
  }
  const token = given ?? accessToken(request, services, access);
  const caller = await services.sessions.authenticate(token, { restricted });
  if (!isForAccounts(access)) assertSuperadmin(caller);
  return { caller, apiKey: null };
}

/**
 * The portal for the token of a request. Cookies are ignored.
 * @param sections the link must allow at least one of these
 * @throws KeywardError one of {@link ACCESS_ERRORS}
 */
export async function openPortal(
  { headers }: FastifyRequest,
  services: Services,
  sections: readonly PortalSection[],
): Promise<OpenPortal> {
  const token = bearerOf(headers);
  if (token === undefined) throw new KeywardError('TokenMissingError');
  const { portals } = await services.organizations();
  const portal = await portals.open(token);
  assertOpens(portal.sections, sections);
  return portal;
}

/** Whether the route accepts any account; the endpoint of an organization checks more. */
export function isForAccounts(access: Route['access']): boolean {
  return access === 'bearer' || access === 'organization';
}

/** @throws KeywardError `RoleMismatchError` */
export function assertSuperadmin({ row }: Caller): void {
  // An impersonation does not include the rights of a superadmin.
  if (row.account__role !== 'superadmin' || row.impersonator !== null)
    throw new KeywardError('RoleMismatchError');
}

/** @param scope of the route; null: no key is accepted @throws KeywardError `ScopeMissingError` */
function assertScope({ scopes }: ApiKeyRow, scope: Scope | null): void {
  if (scope !== null && scopes.split(' ').includes(scope)) return;
  throw new KeywardError('ScopeMissingError', {
    message:
      scope === null
        ? 'This route does not accept API keys; sign in instead.'
        : `This key lacks the scope ${scope}; use a key that has it.`,
    details: { scope },
  });
}

/** The parts of a request that identify its sender. */
export interface Credentials {
  method: string;
  headers: IncomingHttpHeaders;
}

/**
 * Whether a request has an `Authorization` header for Keyward, and not for a proxy. If that header is wrong, no
 * cookie replaces it, because the cookie may belong to another person.
 */
export function hasAuthorization({ authorization = '' }: IncomingHttpHeaders): boolean {
  return authorization !== '' && !FOR_A_PROXY.test(authorization);
}

/**
 * The Bearer token of the `Authorization` header. Without that header, the token of the access cookie.
 * @throws KeywardError `TokenMissingError`, `InvalidTokenError`, `OriginNotAllowedError`
 */
export function accessToken(request: Credentials, services: Services, access: Asked['access']): string {
  const { headers } = request;
  const bearer = bearerOf(headers);
  if (bearer !== undefined) return bearer;
  if (hasAuthorization(headers)) throw new KeywardError('InvalidTokenError');
  for (const cookies of cookiesThatCount(request, services, access)) {
    const token = tokenCookie(request, cookies.access);
    if (token === undefined) continue;
    if (!READS.has(request.method)) assertOwnPage(request, services, cookies);
    // An allowed frontend may read answers (CORS), but not with the cookie of the console.
    else if (cookies.ownPagesOnly && isForeignPage(request, services, cookies)) continue;
    return token;
  }
  throw new KeywardError('TokenMissingError');
}

/** The Bearer token of a request; undefined without one. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

/**
 * The live session that a request to a public route presents, with the usual checks; undefined if the request presents
 * none or one that the checks refuse.
 */
export async function presentedSession({
  services,
  request,
}: Pick<PublicContext, 'services' | 'request'>): Promise<number | undefined> {
  try {
    const token = accessToken(request, services, 'bearer');
    const { row } = await services.sessions.authenticate(token, { restricted: true });
    // Only the owner may begin a link or a consent.
    return row.impersonator === null ? row.id : undefined;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Whether an error refuses the token, its session or its account, and is not a fault of the service. */
export function isRefusal(error: unknown): boolean {
  return error instanceof KeywardError && ERRORS[error.kind].status < 500;
}
