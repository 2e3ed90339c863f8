import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';

const { PORT = '3001', ISSUER = 'http://127.0.0.1:4000', CLIENT_ID = '', CLIENT_SECRET } = process.env;
const HOME = `http://127.0.0.1:${PORT}`;

// Plain HTTP is for this machine alone.
const execute = ISSUER.startsWith('https:') ? [] : [openid.allowInsecureRequests];
const config = await openid.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, { execute });
const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''));

/** In production: tables of your database, with an end. */
const begun = new Map<string, openid.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string }>();
const sessions = new Map<string, { email: string; sid: unknown; idToken: string }>();

// Browsers send cookies of a host to all its ports.
const COOKIE = `app_${PORT}`;
const cookieOf = ({ headers }: IncomingMessage) =>
  new RegExp(`${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';
const lead = (response: ServerResponse, to: URL | string, cookie: string) =>
  response
    .writeHead(303, {
      location: String(to),
      'set-cookie': `${COOKIE}=${cookie}; HttpOnly; SameSite=Lax; Path=/`,
    })
    .end();

const ROUTES: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<unknown>> = {
  async '/'(request, response) {
    const session = sessions.get(cookieOf(request));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (!session) return response.end('<h1>Hello stranger</h1><a href="/signin">Sign in</a>');
    const name = session.email.replaceAll(/[<&]/g, '');
    return response.end(`<h1>Hello ${name}</h1><a href="/signout">Sign out</a>`);
  },

  async '/signin'(_request, response) {
    const [id, pkceCodeVerifier] = [randomUUID(), openid.randomPKCECodeVerifier()];
    const [expectedNonce, expectedState] = [openid.randomNonce(), openid.randomState()];
    begun.set(id, { pkceCodeVerifier, expectedNonce, expectedState });
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: `${HOME}/callback`,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      nonce: expectedNonce,
      state: expectedState,
    });
    return lead(response, address, id);
  },

  async '/callback'(request, response) {
    const checks = begun.get(cookieOf(request));
    if (!checks) return response.writeHead(400).end('Sign in again.');
    begun.delete(cookieOf(request));
    const tokens = await openid.authorizationCodeGrant(config, new URL(request.url ?? '', HOME), checks);
    const { sub, sid } = tokens.claims() ?? { sub: '', sid: undefined };
    const { email = '' } = await openid.fetchUserInfo(config, tokens.access_token, sub);
    const id = randomUUID();
    sessions.set(id, { email, sid, idToken: tokens.id_token ?? '' });
    return lead(response, HOME, id);
  },

  async '/signout'(request, response) {
    const { idToken = '' } = sessions.get(cookieOf(request)) ?? {};
    sessions.delete(cookieOf(request));
    const address = openid.buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${HOME}/`,
    });
    return lead(response, address, '');
  },

  /** Keyward tells of the end of a session (OpenID Connect Back-Channel Logout). */
  async '/backchannel-logout'(request, response) {
    const body = (await request.toArray()).join('');
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.serverMetadata().issuer,
      audience: CLIENT_ID,
      typ: 'logout+jwt',
    });
    for (const [id, { sid }] of sessions) if (sid === payload['sid']) sessions.delete(id);
    return response.end();
  },
};

createServer((request, response) => {
  const route = ROUTES[new URL(request.url ?? '', HOME).pathname];
  if (!route) return void response.writeHead(404).end();
  route(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(400).end('That did not work.');
  });
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${HOME}`));
