import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CLIENT } from './oidc-provider.ts';
import { closeServer, portOf } from './servers.ts';

/** A server that answers as the documentation of a plain OAuth 2 provider says; see docs/providers/protocols.md. */
export interface SocialProvider extends AsyncDisposable {
  url: string;
  /** The answers of its API, by path. Undefined: 404. */
  api: Record<string, unknown>;
  /** The answer of the person: undefined is yes, otherwise the error with which the browser returns. */
  refusal: string | undefined;
  /** Queries of the consent page so far. */
  asked: URLSearchParams[];
}

interface Dialect {
  authorize: string;
  token: string;
  /** Headers that every request to the API must have. */
  apiHeaders: Record<string, RegExp>;
  /** The answer to a wrong code. */
  refuse(response: ServerResponse): void;
  /** The fields that accompany an access token. */
  granted: Record<string, unknown>;
  /** The client authenticates in the header, not in the form. */
  basic?: true;
}

const GITHUB: Dialect = {
  authorize: '/login/oauth/authorize',
  token: '/login/oauth/access_token',
  // GitHub refuses requests without a user agent.
  apiHeaders: {
    'user-agent': /./,
    accept: /^application\/vnd\.github\+json$/,
    'x-github-api-version': /^2022-11-28$/,
  },
  // An error comes with status 200.
  refuse: (response) =>
    json(response, 200, {
      error: 'bad_verification_code',
      error_description: 'The code passed is incorrect or expired.',
      error_uri: 'https://docs.github.com/',
    }),
  granted: { scope: 'read:user,user:email', token_type: 'bearer' },
};

const DISCORD: Dialect = {
  authorize: '/oauth2/authorize',
  token: '/api/oauth2/token',
  apiHeaders: {},
  refuse: (response) =>
    json(response, 400, { error: 'invalid_grant', error_description: 'Invalid "code" in request.' }),
  granted: { scope: 'identify email', token_type: 'Bearer', expires_in: 604_800, refresh_token: 'unused' },
};

const X: Dialect = {
  authorize: '/i/oauth2/authorize',
  token: '/2/oauth2/token',
  apiHeaders: {},
  refuse: (response) =>
    json(response, 400, {
      error: 'invalid_request',
      error_description: 'Value passed for the authorization code was invalid.',
    }),
  granted: { scope: 'users.email users.read tweet.read', token_type: 'bearer', expires_in: 7200 },
  basic: true,
};

const FACEBOOK: Dialect = {
  authorize: '/v24.0/dialog/oauth',
  token: '/v24.0/oauth/access_token',
  apiHeaders: {},
  refuse: (response) =>
    json(response, 400, {
      error: { message: 'Invalid verification code format.', type: 'OAuthException', code: 100 },
    }),
  granted: { token_type: 'bearer', expires_in: 5_183_944 },
};

const SPOTIFY: Dialect = {
  authorize: '/authorize',
  token: '/api/token',
  apiHeaders: {},
  refuse: (response) =>
    json(response, 400, { error: 'invalid_grant', error_description: 'Invalid authorization code' }),
  granted: { scope: 'user-read-email', token_type: 'Bearer', expires_in: 3600, refresh_token: 'unused' },
  basic: true,
};

export const startX = () => start(X);
export const startFacebook = () => start(FACEBOOK);
export const startSpotify = () => start(SPOTIFY);
export const startGitHub = () => start(GITHUB);
export const startDiscord = () => start(DISCORD);

async function start(dialect: Dialect): Promise<SocialProvider> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const tokens = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const state: SocialProvider = {
    url: `http://127.0.0.1:${portOf(server)}`,
    api: {},
    refusal: undefined,
    asked: [],
    [Symbol.asyncDispose]: () => closeServer(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', state.url);
    const body = new URLSearchParams(await text(request));
    if (request.method === 'GET' && url.pathname === dialect.authorize)
      return authorize(url.searchParams, response);
    if (request.method === 'POST' && url.pathname === dialect.token) return exchange(request, body, response);
    if (request.method === 'GET' && url.pathname in state.api) return api(request, url.pathname, response);
    json(response, 404, { message: 'Not Found' });
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    state.asked.push(query);
    const back = new URL(query.get('redirect_uri') ?? '');
    if (state.refusal === undefined) {
      const code = randomBytes(10).toString('hex');
      codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', state.refusal);
      back.searchParams.set(
        'error_description',
        'The resource owner or authorization server denied the request.',
      );
    }
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  function exchange(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): void {
    const code = body.get('code') ?? '';
    const flow = codes.get(code);
    codes.delete(code);
    const verifier = body.get('code_verifier') ?? '';
    const right =
      flow !== undefined &&
      body.get('grant_type') === 'authorization_code' &&
      isClient(request, body) &&
      body.get('redirect_uri') === flow.redirectUri &&
      verifier.length >= 43 &&
      createHash('sha256').update(verifier).digest('base64url') === flow.challenge &&
      request.headers.accept === 'application/json';
    if (!right) return dialect.refuse(response);
    const token = randomBytes(20).toString('hex');
    tokens.add(token);
    json(response, 200, { access_token: token, ...dialect.granted });
  }

  /** RFC 6749 §2.3.1: the header contains both values, form-encoded. */
  function isClient({ headers }: IncomingMessage, body: URLSearchParams): boolean {
    const header = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const [id, secret] = Buffer.from(header, 'base64').toString().replaceAll('+', ' ').split(':');
    const given =
      dialect.basic === true
        ? [id, secret].map((part) => decodeURIComponent(part ?? ''))
        : [body.get('client_id'), body.get('client_secret')];
    return given[0] === CLIENT.id && given[1] === CLIENT.secret;
  }

  function api(request: IncomingMessage, path: string, response: ServerResponse): void {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const complete = Object.entries(dialect.apiHeaders).every(([name, value]) =>
      value.test(String(request.headers[name] ?? '')),
    );
    if (!tokens.has(token) || !complete) return json(response, 401, { message: 'Bad credentials' });
    json(response, 200, state.api[path]);
  }

  return state;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value));
}
