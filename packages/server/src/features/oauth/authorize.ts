import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { SessionWithAccount } from '../../store/tables/session-accounts.ts';
import { byCaller } from '../audit/events/origin.ts';
import { countedAs, lastAuthenticatedAt } from '../identity/sessions/recent-authentication.ts';
import type { ActLimits } from '../limits/act-limits.ts';
import type { Frontends } from '../settings/frontends.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type AuthorizationRequest,
  type Prompt,
  type ReadRequest,
  RefusedRequest,
  type ReplyTo,
} from './authorization-request.ts';
import { administrationResource } from './administration.ts';
import { isPublic } from './application.ts';
import { claimsWithin, scopesOfClaims } from './claims.ts';
import { acrOf, type Grants } from './grants.ts';
import { ACR_TWO } from './metadata.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { randomSecret, sha256 } from './tokens.ts';
import { createOutcomes, type Outcome, type Outcomes } from './outcomes.ts';
import { wordsIn } from './words.ts';

/** The origin of a request. */
export interface Browser {
  /** The cookie of the browser that a stored request belongs to. */
  browser: string;
  client: Client;
}

export interface Authorize extends Outcomes {
  /**
   * @param session the live session of the browser; null without one
   * @throws KeywardError `RateLimitedError`: a stored request counts for the address, a code for the account
   */
  open(given: URLSearchParams, session: SessionWithAccount | null, from: Browser): Promise<Outcome>;
  /** Stores a request for {@link PUSHED_MS}, for one use (RFC 9126). @throws OAuthError, RefusedRequest */
  push(given: URLSearchParams, asker: string): Promise<{ requestUri: string; expiresIn: number }>;
  /**
   * Issues a code for the consent given in a session. The caller counts it for the account.
   * @param within runs in the same transaction, after the account is locked
   * @throws OAuthError `login_required`
   */
  grant(
    request: AuthorizationRequest,
    session: SessionWithAccount,
    scopes: readonly string[],
    client: Client,
    within?: (tables: Tables) => Promise<void>,
  ): Promise<Outcome>;
  refuse(to: ReplyTo, code: OAuthErrorCode, description: string): Outcome;
  /**
   * Whether the authentication of a session is recent and strong enough for a request. One after the request is recent.
   * @param since when the request arrived, in milliseconds since the epoch
   */
  isProven(request: AuthorizationRequest, session: SessionWithAccount, since: number): boolean;
  /** Whether an application asks to administer this service. That needs the page and a recent proof, each time. */
  isAdministration(request: AuthorizationRequest): boolean;
  /** The scopes to consent to: the requested ones, and those of the requested claims. */
  askedOf(request: AuthorizationRequest): string[];
}

export const REQUEST_MS = 600_000;
const PUSHED_MS = 60_000;
const REQUEST_URI = 'urn:ietf:params:oauth:request_uri:';
const DAY_MS = 86_400_000;
/** Of a stored request, in bytes. Strangers can store thousands of them. */
const MOST_BYTES = 12_288;

/** @throws OAuthError `invalid_request` if they are too long */
function storedParameters({ parameters }: AuthorizationRequest): string {
  const text = new URLSearchParams(parameters.entries()).toString();
  if (text.length <= MOST_BYTES) return text;
  throw new OAuthError('invalid_request', `The parameters have more than ${MOST_BYTES} bytes, encoded.`);
}

export function createAuthorize(deps: {
  store: Store;
  settings: Settings;
  grants: Grants;
  frontends: Frontends;
  clock: Clock;
  issuer: () => string;
  read: ReadRequest;
  seal: Seal;
  /** The address of the endpoint. */
  endpoint: () => string;
  /** The address of the service's own consent page. */
  consentPage: () => string;
  actLimits: ActLimits;
}): Authorize {
  const { store, settings, grants, clock, issuer, read, frontends, seal, endpoint, consentPage, actLimits } =
    deps;

  const reply = (to: ReplyTo, parameters: Record<string, string>): Outcome => ({
    kind: 'reply',
    to,
    parameters: { ...parameters, ...(to.state !== null && { state: to.state }), iss: issuer() },
  });

  const refuse: Authorize['refuse'] = (to, code, description) =>
    reply(to, { error: code, error_description: description });

  /** Spends a pushed request. @returns its parameters @throws OAuthError */
  async function opened(given: URLSearchParams): Promise<URLSearchParams> {
    const uri = given.get('request_uri');
    if (uri === null) return given;
    if (!uri.startsWith(REQUEST_URI))
      throw new OAuthError(
        'request_uri_not_supported',
        'Only request addresses of this service are supported.',
      );
    const key = { id_hash: sha256(uri.slice(REQUEST_URI.length)), browser_hash: null };
    const row = await store.oauthRequests.take(key, clock.now());
    const pushed = row === null ? null : new URLSearchParams(row.parameters);
    if (pushed === null || pushed.get('client_id') !== given.get('client_id'))
      throw new OAuthError(
        'invalid_request_uri',
        'This request is unknown, was used already, or has expired.',
      );
    return pushed;
  }

  const isProven: Authorize['isProven'] = ({ prompts, maxAge, needsTwo }, session, since) => {
    const proven = lastAuthenticatedAt(session);
    if (prompts.has('login') && proven <= since) return false;
    if (maxAge !== null && proven <= since && clock.now() - proven > maxAge * 1000) return false;
    return !needsTwo || acrOf(session) === ACR_TWO;
  };

  const isAdministration: Authorize['isAdministration'] = ({ resources }) =>
    resources.includes(administrationResource(issuer()));

  const askedOf = ({ scopes, claims }: AuthorizationRequest) => [
    ...new Set([...scopes, ...scopesOfClaims(claims)]),
  ];

  async function isAgreed(request: AuthorizationRequest, session: SessionWithAccount): Promise<boolean> {
    const { application, resources, redirectUri } = request;
    // Any program on the device can wait for the code there (RFC 8252 §8.6).
    if (isPublic(application) && !redirectUri.startsWith('https:')) return false;
    if (application.first_party === 1) return true;
    const { consent_days: days } = settings.current.oauth;
    const since = days === null ? 0 : clock.now() - days * DAY_MS;
    const consents = await store.grants.consents(session.account_id, application.id);
    const asked = askedOf(request);
    return (resources.length === 0 ? [''] : resources).every((resource) => {
      const consent = consents.find((one) => one.resource === resource && one.granted_at > since);
      return consent !== undefined && asked.every((scope) => wordsIn(consent.scopes).includes(scope));
    });
  }

  /** Stores the request for the browser with the cookie, and lets a page ask the person. */
  async function ask(request: AuthorizationRequest, { browser, client }: Browser): Promise<Outcome> {
    await actLimits.byAddress(client.ipAddress);
    const id = randomSecret();
    const now = clock.now();
    await store.oauthRequests.insert({
      id_hash: sha256(id),
      application_id: request.application.id,
      browser_hash: sha256(browser),
      parameters: storedParameters(request),
      created_at: now,
      expires_at: now + REQUEST_MS,
    });
    const { consent_url: url } = settings.current.oauth;
    const page = new URL(url === null ? consentPage() : frontends.page(url));
    page.searchParams.set('request', id);
    if (request.prompts.has('create')) page.searchParams.set('prompt', 'create');
    if (request.loginHint !== null) page.searchParams.set('login_hint', request.loginHint);
    return { kind: 'ask', page: page.href };
  }

  const grant: Authorize['grant'] = async (request, session, scopes, client, within) => {
    const code = randomSecret();
    const { application, resources, nonce, claims, redirectUri, codeChallenge, dpopJkt } = request;
    await store.transaction(async (tables) => {
      await grants.create(
        tables,
        session,
        application,
        {
          scopes: request.scopes.filter((scope) => scopes.includes(scope)),
          resources,
          nonce,
          claims: claimsWithin(claims, scopes),
        },
        {
          code_hash: sha256(code),
          redirect_uri: redirectUri,
          code_challenge: codeChallenge,
          dpop_jkt: dpopJkt,
        },
        byCaller({ row: session }, client),
      );
      await within?.(tables);
    });
    return reply(request, { code });
  };

  async function decide(
    request: AuthorizationRequest,
    session: SessionWithAccount | null,
    browser: Browser,
  ): Promise<Outcome> {
    const { prompts, subject } = request;
    const silent = prompts.has('none');
    const mine = session !== null && (subject === null || session.account__uid === subject) ? session : null;
    const now = clock.now();
    const fit = mine !== null && isProven(request, mine, now);
    const must =
      isAdministration(request) ||
      (['login', 'consent', 'select_account', 'create'] satisfies Prompt[]).some((one) => prompts.has(one));
    if (!fit || must) {
      return silent
        ? refuse(request, 'login_required', 'Nobody is signed in as the request requires.')
        : ask(request, browser);
    }
    if (!(await isAgreed(request, mine)))
      return silent
        ? refuse(request, 'consent_required', 'The person has not agreed to this.')
        : ask(request, browser);
    await actLimits.bySilentCode(countedAs(mine));
    return grant(request, mine, askedOf(request), browser.client);
  }

  return {
    async open(given, session, browser) {
      try {
        const request = await read(await opened(given), browser.client.ipAddress);
        try {
          return await decide(request, session, browser);
        } catch (error) {
          if (error instanceof OAuthError) return refuse(request, error.code, error.message);
          throw error;
        }
      } catch (error) {
        if (error instanceof RefusedRequest) return refuse(error.to, error.code, error.message);
        if (error instanceof OAuthError) return { kind: 'refused', description: error.message };
        throw error;
      }
    },

    async push(given, asker) {
      if (given.has('request_uri')) throw new OAuthError('invalid_request', 'request_uri cannot be pushed.');
      const request = await read(given, asker).catch((error: unknown) => {
        if (error instanceof RefusedRequest) throw new OAuthError(error.code, error.message);
        throw error;
      });
      const id = randomSecret();
      const now = clock.now();
      await store.oauthRequests.insert({
        id_hash: sha256(id),
        application_id: request.application.id,
        browser_hash: null,
        parameters: storedParameters(request),
        created_at: now,
        expires_at: now + PUSHED_MS,
      });
      return { requestUri: REQUEST_URI + id, expiresIn: PUSHED_MS / 1000 };
    },

    ...createOutcomes({ store, seal, clock, endpoint }),
    grant,
    refuse,
    isProven,
    isAdministration,
    askedOf,
  };
}
