import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { CLIENT } from '../../support/oidc-provider.ts';
import { closeServer, portOf } from '../../support/servers.ts';

/**
 * An OpenID provider that misbehaves on demand. Each first path segment is an issuer of its own, named after the
 * fault of its discovery or keys. The code chooses the fault of tokens and user info.
 */
export interface HostileProvider extends AsyncDisposable {
  url: string;
  /** The code that makes the token endpoint answer with this fault. */
  code(fault: string, nonce: string): string;
  /** Paths of all requests so far. */
  paths: string[];
}

const HOUR_S = 3_600;
const SLOW_MS = 3_000;

/** Invalid ID tokens: the differences from the claims of a valid one. */
const WRONG_CLAIMS: Record<string, (claims: JWTPayload) => JWTPayload> = {
  'wrong nonce': (claims) => ({ ...claims, nonce: 'another' }),
  'no nonce': (claims) => without(claims, 'nonce'),
  'wrong audience': (claims) => ({ ...claims, aud: 'somebody else' }),
  'several audiences, made for another': (claims) => ({ ...claims, aud: [CLIENT.id, 'other'], azp: 'other' }),
  'made for another, with our audience alone': (claims) => ({ ...claims, azp: 'other' }),
  'wrong issuer': (claims) => ({ ...claims, iss: 'https://accounts.google.com' }),
  expired: (claims) => ({
    ...claims,
    iat: Number(claims.iat) - HOUR_S,
    exp: Number(claims.iat) - HOUR_S / 2,
  }),
  'not yet valid': (claims) => ({ ...claims, nbf: Number(claims.iat) + HOUR_S }),
  'no subject': (claims) => without(claims, 'sub'),
  'subject is a number': (claims) => Object.assign({}, claims, { sub: 7 }),
};

function without(claims: JWTPayload, left: string): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => name !== left));
}

export const BAD_TOKENS = [
  ...Object.keys(WRONG_CLAIMS),
  'wrong signature',
  'changed after signing',
  'alg none',
  'alg HS256 with the client secret',
  'unknown key',
  'slow key',
  'no id token',
];

export const BAD_ANSWERS = [
  'token redirects',
  'token is 10 MB',
  'token is HTML',
  'token is 500',
  'token is an error',
  'userinfo redirects',
  'userinfo is 10 MB',
  'userinfo is HTML',
  'userinfo of somebody else',
];

export const BAD_DISCOVERIES = [
  'discovery redirects',
  'discovery is 10 MB',
  'discovery is 40 kB',
  'discovery is HTML',
  'discovery of another issuer',
  'leads to http elsewhere',
];

export async function startHostileProvider(): Promise<HostileProvider> {
  const good = await generateKeyPair('RS256');
  const evil = await generateKeyPair('RS256');
  // Its verification takes long, so a provider could stop the service with such keys.
  const slow = generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 2 ** 24 + 1 });
  const keys = {
    keys: await Promise.all(
      Object.entries({ good, slow }).map(async ([kid, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    ),
  };
  const KEYS: Record<string, readonly [kid: string, pair: { privateKey: CryptoKey | KeyObject }]> = {
    'unknown key': ['unknown', evil],
    'wrong signature': ['good', evil],
    'slow key': ['slow', slow],
  };
  const paths: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${portOf(server)}`;

  async function idToken(fault: string, issuer: string, nonce: string): Promise<string> {
    const iat = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, aud: CLIENT.id, sub: 'eve', nonce, iat, exp: iat + HOUR_S };
    // Without an email, so that the service asks for user info.
    const claims = WRONG_CLAIMS[fault]?.(right) ?? right;
    if (fault === 'alg none') return new UnsecuredJWT(claims).encode();
    if (fault === 'alg HS256 with the client secret')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(CLIENT.secret));
    const [kid, { privateKey }] = KEYS[fault] ?? (['good', good] as const);
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    if (fault !== 'changed after signing') return token;
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url');
    return [header, payload, signature].join('.');
  }

  /** The faults of any endpoint. @returns whether it answered */
  function misbehave(fault: string, endpoint: string, response: ServerResponse): boolean {
    switch (fault) {
      case `${endpoint} stalls`:
        return true;
      case `${endpoint} drips`: {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 200);
        response.on('close', () => clearInterval(timer));
        return true;
      }
      case `${endpoint} redirects`:
        response.writeHead(302, { location: `${url}/followed` }).end();
        return true;
      case `${endpoint} is HTML`:
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
        return true;
      case `${endpoint} is 500`:
        response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
        return true;
      case `${endpoint} is an error`:
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
        return true;
      default:
        return false;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    paths.push(path);
    const [, issuerPath = '', endpoint = ''] = path.split('/');
    const ofIssuer = decodeURIComponent(issuerPath);
    const issuer = `${url}/${issuerPath}`;
    const body = await text(request);
    /** A flood is a valid answer, except for its size. */
    const send = (value: object, flood = false) => {
      const padding = flood ? { padding: 'x'.repeat(10_000_000) } : {};
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...value, ...padding }));
    };
    const slowly = async (fault: string) => {
      if (fault === 'all slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    };
    switch (endpoint) {
      case '.well-known':
        if (misbehave(ofIssuer, 'discovery', response)) return;
        return send(
          {
            issuer: ofIssuer === 'discovery of another issuer' ? 'https://accounts.google.com' : issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint:
              ofIssuer === 'leads to http elsewhere' ? 'http://192.0.2.1/token' : `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            // Spelled unlike the address to which it leads.
            jwks_uri: `${issuer}/./keys`,
            response_types_supported: ['code'],
            // It declares support for everything.
            id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
            // Small here, and megabytes if they were kept.
            objects: Array.from({ length: 60_000 }, () => ({})),
            ...(ofIssuer === 'discovery is 40 kB' && { scopes_supported: Array<string>(10_000).fill('s') }),
          },
          ofIssuer === 'discovery is 10 MB',
        );
      case 'keys':
        if (misbehave(ofIssuer, 'keys', response)) return;
        await slowly(ofIssuer);
        return send({ keys: [...Array.from({ length: 60_000 }, () => ({})), ...keys.keys] });
      case 'token': {
        const code = new URLSearchParams(body).get('code') ?? '';
        const [fault = '', nonce = ''] = Buffer.from(code, 'base64url').toString().split('|');
        if (misbehave(fault, 'token', response)) return;
        await slowly(fault);
        return send(
          {
            access_token: code,
            token_type: 'Bearer',
            ...(fault !== 'no id token' && { id_token: await idToken(fault, issuer, nonce) }),
          },
          fault === 'token is 10 MB',
        );
      }
      case 'userinfo': {
        const token = request.headers.authorization?.split(' ')[1] ?? '';
        const [fault = ''] = Buffer.from(token, 'base64url').toString().split('|');
        if (misbehave(fault, 'userinfo', response)) return;
        await slowly(fault);
        const sub = fault === 'userinfo of somebody else' ? 'victim' : 'eve';
        return send({ sub, email: 'eve@example.org', email_verified: true }, fault === 'userinfo is 10 MB');
      }
      default:
        response.writeHead(404).end();
    }
  }

  return {
    url,
    paths,
    code: (fault, nonce) => Buffer.from(`${fault}|${nonce}`).toString('base64url'),
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
