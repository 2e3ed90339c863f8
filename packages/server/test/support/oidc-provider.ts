import { createServer, type IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import { closeServer, portOf } from './servers.ts';

export interface OidcUser {
  sub: string;
  [claim: string]: unknown;
}

export interface TestOidcProvider extends AsyncDisposable {
  issuer: string;
  /** The next person who signs in there. Null: somebody who refuses. */
  user: OidcUser | null;
  /** Called with the path of each request, which is answered afterwards. */
  delay: (path: string) => Promise<void>;
  /** Requests so far. */
  requests: { method: string; url: URL; authorization: string | undefined; body: string }[];
  /** Signs with another key from now on. */
  rotateKey(): Promise<void>;
  /** Registers the client with these redirect addresses. Before, only the issuer works. */
  register(redirectUris: string[]): void;
  /** Stops listening, as if it were down; `up` listens again on the same port. */
  down(): Promise<void>;
  up(): Promise<void>;
}

type Handler = ReturnType<Provider['callback']>;

export const CLIENT = { id: 'keyward', secret: 'secret of the client' };

/** A certified OpenID provider on a free loopback port. Its pages for signing in and consenting answer by themselves. */
export async function startOidcProvider(): Promise<TestOidcProvider> {
  const provider = createOidcProvider();
  await provider.up();
  return provider;
}

/** The same for all tests of the suite (`describe`) that calls this; it listens in its tests and hooks only. */
export function suiteOidcProvider(): TestOidcProvider {
  const provider = createOidcProvider();
  before(() => provider.up());
  after(() => provider.down());
  return provider;
}

/** A provider that `up` starts. */
function createOidcProvider(): TestOidcProvider {
  const requests: TestOidcProvider['requests'] = [];
  let handle: Handler | undefined;
  let registered: string[] = [];
  let keys: JWK[] | undefined;
  const server = createServer((request, response) => {
    note(request, requests);
    void state.delay(request.url ?? '').then(() => handle?.(request, response));
  });
  let port = 0;

  const state: TestOidcProvider = {
    get issuer() {
      return `http://127.0.0.1:${port}`;
    },
    user: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    delay: async () => {},
    requests,
    register(redirectUris) {
      registered = redirectUris;
      handle = createHandler(state, redirectUris, keys);
    },
    async rotateKey() {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      keys = [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomUUID() }];
      state.register(registered);
    },
    down: () => closeServer(server),
    async up() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
      port = portOf(server);
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };

  return state;
}

function createHandler(state: TestOidcProvider, redirectUris: string[], keys?: JWK[]): Handler {
  const provider = new Provider(state.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    ...(keys !== undefined && { jwks: { keys } }),
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'groups'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const user = state.user;
      return { accountId: sub, claims: () => ({ ...user, sub }) };
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
  });
  const routed = provider.callback();
  return async (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return routed(request, response);
    const { user } = state;
    if (user === null) {
      const refusal = { error: 'access_denied', error_description: 'The person said no' };
      return provider.interactionFinished(request, response, refusal);
    }
    const grant = new provider.Grant({ accountId: user.sub, clientId: CLIENT.id });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, {
      login: { accountId: user.sub },
      consent: { grantId },
    });
  };
}

function note(request: IncomingMessage, requests: TestOidcProvider['requests']): void {
  const entry = {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    authorization: request.headers.authorization,
    body: '',
  };
  requests.push(entry);
  const emit = request.emit.bind(request);
  // Observes the requests to the provider.
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event === 'data') entry.body += String(values[0]);
    return emit(event, ...values);
  };
}
