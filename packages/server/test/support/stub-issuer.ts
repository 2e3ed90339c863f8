import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { CLIENT } from './oidc-provider.ts';
import { closeServer, portOf } from './servers.ts';

/**
 * An OpenID provider with the peculiarities of real ones that cannot run here. Every visitor is the person of
 * `claims`.
 */
export interface StubIssuer extends AsyncDisposable {
  issuer: string;
  /** The claims about the person in the next ID tokens. */
  claims: JWTPayload;
  /** Fields that the person's browser adds to the form, as Apple lets it at the first sign-in. */
  user: string | undefined;
  /** Queries of the consent page and forms of the token endpoint so far. */
  asked: URLSearchParams[];
  exchanged: URLSearchParams[];
  /** @param claims replace those of a valid token; undefined removes one */
  sign(claims?: Record<string, unknown>, options?: { kid?: string; alien?: boolean }): Promise<string>;
}

export interface Peculiarities {
  /** LinkedIn: a code verifier beside a secret is `invalid_client`, and ID tokens have no nonce. */
  refusesPkce?: boolean;
  forgetsNonce?: boolean;
  /** Twitch: the scope of an answer is an array. */
  listsScopes?: boolean;
  /** Default: those of the client of the tests. */
  isSecret?: (secret: string) => boolean | Promise<boolean>;
}

const HOUR_S = 3_600;

export async function startStubIssuer(peculiarities: Peculiarities = {}): Promise<StubIssuer> {
  const {
    refusesPkce,
    forgetsNonce,
    listsScopes,
    isSecret = (given) => given === CLIENT.secret,
  } = peculiarities;
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] };
  const flows = new Map<string, string | null>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const issuer = `http://127.0.0.1:${portOf(server)}`;

  const state: StubIssuer = {
    issuer,
    claims: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    user: undefined,
    asked: [],
    exchanged: [],
    sign(claims = {}, { kid = 'own', alien = false } = {}) {
      const iat = Math.floor(Date.now() / 1000);
      const right = { iss: issuer, aud: CLIENT.id, iat, exp: iat + HOUR_S };
      const all: JWTPayload = Object.assign(right, state.claims, claims);
      const key = alien ? foreign.privateKey : own.privateKey;
      return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const form = new URLSearchParams(await text(request));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return json(response, 200, jwks);
      case '/authorize':
        return authorize(url.searchParams, response);
      case '/token':
        return exchange(clientOf(request, form), form, response);
      default:
        return json(response, 404, {});
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    state.asked.push(query);
    const code = randomBytes(10).toString('hex');
    flows.set(code, query.get('nonce'));
    const back = new URL(query.get('redirect_uri') ?? '');
    const fields = { code, state: query.get('state') ?? '', ...(state.user && { user: state.user }) };
    if (query.get('response_mode') !== 'form_post') {
      for (const [name, value] of Object.entries(fields)) back.searchParams.set(name, value);
      return void response.writeHead(302, { location: back.href }).end();
    }
    // A page that submits its form by itself. The tests send the form.
    json(response, 200, { action: back.href, fields });
  }

  async function exchange(
    client: { id: string; secret: string },
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    state.exchanged.push(form);
    const nonce = flows.get(form.get('code') ?? '');
    flows.delete(form.get('code') ?? '');
    const known = client.id === CLIENT.id && (await isSecret(client.secret));
    if (!known || (refusesPkce === true && form.has('code_verifier')))
      return json(response, 401, { error: 'invalid_client' });
    if (nonce === undefined) return json(response, 400, { error: 'invalid_grant' });
    json(response, 200, {
      access_token: 'unused',
      token_type: 'bearer',
      ...(listsScopes === true && { scope: ['openid', 'user:read:email'] }),
      id_token: await state.sign(nonce === null || forgetsNonce === true ? {} : { nonce }),
    });
  }

  return state;
}

/** RFC 6749 §2.3.1: the client authenticates in the header, with both parts form-encoded, or in the form. */
function clientOf({ headers }: IncomingMessage, form: URLSearchParams): { id: string; secret: string } {
  const header = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (header === undefined)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const parts = Buffer.from(header, 'base64').toString().replaceAll('+', ' ').split(':');
  const [id = '', secret = ''] = parts.map((part) => decodeURIComponent(part));
  return { id, secret };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
