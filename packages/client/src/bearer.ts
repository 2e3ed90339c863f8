import type { BearerClaims } from './bearer-claims.ts';
import { failure, type Guard, guardOf, type Refusal, type Seen } from './guard.ts';
import { createProofs } from './dpop-proof.ts';
import { createAdminClient } from './admin.ts';
import { followEndings } from './follow-endings.ts';
import { readToken } from './read-token.ts';
import { memoryStorage } from './sessions.ts';
import { publishedKeys } from './token-keys.ts';
import type { ClientOptions } from './types.ts';

export interface BearerOptions extends Partial<Pick<ClientOptions, 'prefix' | 'fetch'>> {
  /** The claim `iss`: the public address of the service, without the prefix. */
  issuer: string;
  /** The address of this resource, which the claim `aud` must contain (RFC 8707). */
  resource: string;
  /** The scopes that a token must have, all of them. Default: none */
  scopes?: readonly string[];
  /** The address at which this program reaches the service. Default: the issuer */
  url?: string;
  /**
   * Returns an API key with the scopes `events:read` and `settings:read`, for the next request. With it, a token is
   * refused within a second after its session or grant has ended; without it, a token is valid until it expires.
   */
  credentials?: { token: () => string | Promise<string> };
  /** How long the service may be unreachable before tokens are refused with 503. Default: 60 */
  maxStaleSeconds?: number;
  /** Milliseconds since the epoch. Default: `Date.now` */
  now?: () => number;
}

/** The content of `request.auth` after the middleware, in the form that the MCP SDK reads. */
export interface BearerAuth {
  token: string;
  clientId: string;
  scopes: string[];
  /** Seconds since the epoch. */
  expiresAt: number;
  claims: BearerClaims;
}

/** The longest lifetime of an access token. */
const LONGEST_MS = 86_400_000;
/** The service answers after this time, with or without new events. */
const MAX_WAIT_SECONDS = 20;

/**
 * Accepts requests with an access token of the issuer for this resource. It is a middleware `(request, response, next)`
 * for Node.js, and a function that takes a `Request` and returns a `Response` or the claims. Refusals follow RFC 6750
 * and RFC 9728: 401 with the address of the metadata, 403 with all required scopes.
 */
export function requireBearer(options: BearerOptions): Guard<BearerClaims> & { close: () => Promise<void> } {
  const { issuer, resource, scopes = [], credentials, maxStaleSeconds = 60, now = Date.now } = options;
  const client = createAdminClient({
    url: options.url ?? issuer,
    ...(options.prefix !== undefined && { prefix: options.prefix }),
    storage: memoryStorage(),
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (credentials) headers.set('authorization', `Bearer ${await credentials.token()}`);
      return (options.fetch ?? globalThis.fetch)(input, { ...init, headers });
    },
  });
  const keys = publishedKeys(() => client.keys(), now);
  const isProof = createProofs(new URL(resource).origin, now);
  const closing = new AbortController();
  const endings =
    credentials &&
    followEndings({
      client,
      credentials: undefined,
      // Tokens of applications are signed with separate keys, which are always published.
      hasSecret: true,
      longestMs: LONGEST_MS,
      waitSeconds: Math.min(MAX_WAIT_SECONDS, Math.ceil(maxStaleSeconds / 3)),
      now,
      signal: closing.signal,
      onKeyChange: () => {},
    });

  const needed = scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : '';
  const challenge = (scheme: string, error = '') =>
    `${scheme} ${error}resource_metadata="${metadataAddress(resource)}"${needed}`;
  const refused = (status: 401 | 403, error: string, text: string, scheme = 'Bearer'): Refusal =>
    failure(status, error, text, { 'www-authenticate': challenge(scheme, `error="${error}", `) });
  const invalid = (text: string, scheme?: string) => refused(401, 'invalid_token', text, scheme);
  const away = () =>
    failure(503, 'temporarily_unavailable', 'Try again in a moment.', { 'retry-after': '2' });

  /** Null for a valid token. */
  async function ended(claims: BearerClaims): Promise<Refusal | null> {
    if (!endings) return null;
    if (endings.checkedAt === null) await endings.ready;
    const { checkedAt, list } = endings;
    if (checkedAt === null || now() - checkedAt > maxStaleSeconds * 1000) return away();
    return list.hasEnded(claims) ? invalid('The access token was revoked.') : null;
  }

  async function judge(seen: Seen): Promise<Refusal | BearerAuth> {
    const [, scheme = '', token = ''] = /^(Bearer|DPoP) +(\S+)$/i.exec(seen.authorization ?? '') ?? [];
    if (token === '')
      return failure(401, 'invalid_token', 'A token is needed.', {
        'www-authenticate': challenge('Bearer'),
      });
    const read = readToken(token);
    const signature = read ? await keys.check(read.header, read.signed, read.signature) : 'bad';
    if (signature === 'later') return away();
    const claims = read?.claims;
    if (signature === 'bad' || !isBearer(claims) || read?.header.typ !== 'at+jwt' || claims.iss !== issuer)
      return invalid('The access token is not valid.');
    if (![claims.aud].flat().includes(resource)) return invalid('The access token is for another resource.');
    if (claims.exp * 1000 <= now()) return invalid('The access token expired.');
    const bound = claims.cnf?.jkt;
    const isDpop = scheme.toLowerCase() === 'dpop';
    if ((bound !== undefined || isDpop) && !(isDpop && (await isProof(seen, token, bound))))
      return invalid('The proof is not valid.', 'DPoP');
    const gone = await ended(claims);
    if (gone) return gone;
    const given = claims.scope.split(' ').filter((scope) => scope !== '');
    if (!scopes.every((scope) => given.includes(scope)))
      return refused(403, 'insufficient_scope', 'A scope is missing.');
    return { token, clientId: claims.client_id, scopes: given, expiresAt: claims.exp, claims };
  }

  const guard = guardOf(judge, ({ claims }) => claims);
  return Object.assign(guard, {
    close: async () => {
      closing.abort();
      await endings?.stopped;
    },
  });
}

export interface ProtectedResource {
  resource: string;
  issuer: string;
  scopes?: readonly string[];
  /** For people. */
  name?: string;
}

/**
 * Serves the metadata of a resource (RFC 9728). It is a middleware `(request, response, next)` for Node.js, and a
 * function that takes a `Request` and returns a `Response`, or null for another path.
 */
export function protectedResource(options: ProtectedResource): Guard<null> {
  const { resource, issuer, scopes, name } = options;
  const { pathname } = new URL(metadataAddress(resource));
  const metadata = {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(scopes && { scopes_supported: scopes }),
    ...(name !== undefined && { resource_name: name }),
  };
  const answer: Refusal = {
    status: 200,
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
    body: JSON.stringify(metadata),
  };
  return guardOf(
    ({ url }) => Promise.resolve(new URL(url, resource).pathname === pathname ? answer : { claims: null }),
    () => null,
  );
}

/** RFC 9728 §3.1: the path of the resource follows the well-known path. */
function metadataAddress(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}${search}`;
}

function isBearer(claims: unknown): claims is BearerClaims {
  const { iss, sub, aud, client_id, scope, jti, iat, exp }: Record<string, unknown> = { ...Object(claims) };
  return (
    [iss, sub, client_id, scope, jti].every((one) => typeof one === 'string') &&
    [aud].flat().every((one) => typeof one === 'string') &&
    [iat, exp].every((one) => Number.isSafeInteger(one))
  );
}
