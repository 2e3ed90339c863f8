import { jwtVerify } from 'jose';
import { isCheckedSecret, secretHash } from '../../lib/checked-secret.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import { type Application, isLive, isPublic, readApplication } from './application.ts';
import { SECRET_PREFIX, usesSecret } from './application-secrets.ts';
import type { DocumentOf } from './documents.ts';
import type { createApplicationKeys } from './jwks.ts';
import { CLIENT_ASSERTION_ALGORITHMS } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import type { Parameters } from './parameters.ts';
import { isInvalidToken, type Spend, unspent } from './single-use.ts';
import { usedKey } from './tokens.ts';

/** An authenticated application. */
export interface Authenticated {
  application: Application;
  /** Spends its assertion; does nothing for other credentials. */
  spend: Spend;
}

/** Finds and authenticates applications. */
export interface Clients {
  /**
   * An enabled application; null if there is none.
   * @param asker the address of the requester, whose limits count a fetch of its metadata document; null: nothing is
   * fetched, and the last copy is enough
   */
  find(clientId: string, asker: string | null): Promise<Application | null>;
  /**
   * Authenticates the application that sent a request (RFC 6749 §2.3, RFC 7523 §2.2). A public application has no
   * credentials.
   * @param audience the accepted audiences of an assertion
   * @throws OAuthError `invalid_client`; `invalid_request` for several kinds of credentials
   */
  authenticate(
    parameters: Parameters,
    authorization: string | undefined,
    audience: readonly string[],
    asker: string,
  ): Promise<Authenticated>;
  /** Records that an application got a token, at most once an hour. */
  used(application: Application): Promise<void>;
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const USE_PRECISION_MS = 3_600_000;
/** An assertion with a longer lifetime does not prove who sends it. */
const MAX_ASSERTION_MS = 600_000;
const NOTHING: Spend = async () => {};
const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i;

export function createClients(deps: {
  store: Store;
  clock: Clock;
  keysOf: ReturnType<typeof createApplicationKeys>;
  /** Fetches the metadata document of a client_id that is an address; null if the address cannot be used. */
  documentOf: DocumentOf;
}): Clients {
  const { store, clock, keysOf, documentOf } = deps;

  async function find(clientId: string, asker: string | null): Promise<Application | null> {
    if (clientId.includes(':')) {
      const application = await documentOf(clientId, asker);
      return application?.enabled === 1 ? application : null;
    }
    const row = await store.applications.find(clientId);
    return row !== null && isLive(row, clock.now()) ? readApplication(row) : null;
  }

  async function bySecret(clientId: string, secret: string, basic: boolean): Promise<Authenticated> {
    // An application with a document never has a secret.
    const application = await find(clientId, null);
    if (application === null || !usesSecret(application)) throw unknownClient(basic);
    const hash = isCheckedSecret(SECRET_PREFIX, secret) ? secretHash(secret) : '';
    const now = clock.now();
    const found = (await store.applications.secrets([application.id])).find(
      (one) => one.secret_hash === hash && (one.expires_at === null || one.expires_at > now),
    );
    if (found === undefined) throw unknownClient(basic);
    if (found.last_used_at === null || now - found.last_used_at >= USE_PRECISION_MS)
      await store.applications.secretUsed(found.id, now);
    return { application, spend: NOTHING };
  }

  async function byAssertion(
    parameters: Parameters,
    assertion: string,
    audience: readonly string[],
    asker: string,
  ): Promise<Authenticated> {
    if (parameters.get('client_assertion_type') !== ASSERTION)
      throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION}.`);
    const clientId = subjectOf(assertion);
    const application = clientId === null ? null : await find(clientId, asker);
    if (application?.auth_method !== 'private_key_jwt' || clientId === null) throw unknownClient(false);
    const given = parameters.get('client_id');
    if (given !== undefined && given !== clientId) throw unknownClient(false);
    const now = clock.now();
    const { payload } = await jwtVerify(assertion, keysOf(application, asker), {
      algorithms: CLIENT_ASSERTION_ALGORITHMS,
      issuer: clientId,
      subject: clientId,
      audience: [...audience],
      requiredClaims: ['exp', 'jti'],
      currentDate: new Date(now),
      clockTolerance: 30,
    }).catch((error: unknown) => {
      if (isInvalidToken(error)) throw unknownClient(false);
      throw error;
    });
    // An assertion that is also for other services could be used here by them.
    if (![payload.aud ?? []].flat().every((one) => audience.includes(one))) throw unknownClient(false);
    const ends = (payload.exp ?? 0) * 1000;
    if (ends > now + MAX_ASSERTION_MS) throw unknownClient(false);
    const once = { key: usedKey.assertion(clientId, payload.jti ?? ''), expiresAt: ends + 60_000 };
    return { application, spend: await unspent(store.usedIdTokens, once, unknownClient(false)) };
  }

  return {
    find,

    async authenticate(parameters, authorization, audience, asker) {
      const basic = authorization === undefined ? null : BASIC.exec(authorization);
      const secret = parameters.get('client_secret');
      const assertion = parameters.get('client_assertion');
      if ([basic, secret, assertion].filter((proof) => proof !== undefined && proof !== null).length > 1)
        throw new OAuthError('invalid_request', 'Send one proof of who the client is, not several.');
      if (basic !== null) {
        const [id, given] = credentialsOf(basic[1] ?? '');
        const named = parameters.get('client_id');
        if (named !== undefined && named !== id) throw unknownClient(true);
        return bySecret(id, given, true);
      }
      if (authorization !== undefined && /^Basic\b/i.test(authorization)) throw unknownClient(true);
      if (assertion !== undefined) return byAssertion(parameters, assertion, audience, asker);
      const clientId = parameters.get('client_id');
      if (clientId === undefined) throw unknownClient(false);
      if (secret !== undefined) return bySecret(clientId, secret, false);
      const application = await find(clientId, asker);
      if (application === null || !isPublic(application)) throw unknownClient(false);
      return { application, spend: NOTHING };
    },

    async used({ id, last_used_at: last }) {
      const now = clock.now();
      if (last === null || now - last >= USE_PRECISION_MS) await store.applications.used(id, now);
    },
  };
}

function unknownClient(basic: boolean): OAuthError {
  return new OAuthError('invalid_client', 'The client is unknown, or its credentials are wrong.', {
    challenge: basic ? 'Basic realm="oauth"' : null,
  });
}

/** RFC 6749 §2.3.1: both parts are form-encoded. */
function credentialsOf(encoded: string): [id: string, secret: string] {
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) throw unknownClient(true);
  return [decoded(text.slice(0, colon)), decoded(text.slice(colon + 1))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw unknownClient(true);
  }
}

/** The application that an assertion names, before it is verified. */
function subjectOf(assertion: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString());
    const subject: unknown =
      typeof payload === 'object' && payload !== null && 'sub' in payload ? payload.sub : null;
    return typeof subject === 'string' ? subject : null;
  } catch {
    return null;
  }
}
