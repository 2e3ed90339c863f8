import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { until } from '../../server/test/support/until.ts';
import { failed, KeywardError } from '../src/errors.ts';
import { readToken } from '../src/read-token.ts';
import { publishedKeys, secretKey, type TokenKeys } from '../src/token-keys.ts';

const PAIRS = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
};
type Alg = keyof typeof PAIRS;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(
  alg: Alg,
  key: KeyObject = PAIRS[alg].privateKey,
  header: Record<string, unknown> = {},
): string {
  const input = `${part({ alg, kid: alg, ...header })}.${part({ sid: 1 })}`;
  const signature = sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(input), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return `${input}.${signature.toString('base64url')}`;
}

function hmacToken(secret: string, alg: string, kid = 'x'): string {
  const input = `${part({ alg, kid })}.${part({ sid: 1 })}`;
  return `${input}.${createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')}`;
}

async function checked(keys: TokenKeys, text: string) {
  const { header, signed, signature } = readToken(text) ?? assert.fail('no token');
  return keys.check(header, signed, signature);
}

/** Keys of a service that publishes what `published` names. */
function started(...published: Alg[]) {
  const service = { published, requests: 0, away: false };
  let time = 0;
  const keys = publishedKeys(
    async () => {
      service.requests += 1;
      if (service.away) return failed(new KeywardError('NetworkError', 'away'));
      const jwks = service.published.map((alg) => {
        const jwk: Record<string, string> = JSON.parse(
          JSON.stringify(PAIRS[alg].publicKey.export({ format: 'jwk' })),
        );
        return { ...jwk, kid: alg, alg, use: 'sig' };
      });
      return { data: { keys: jwks }, error: null };
    },
    () => time,
  );
  return { keys, service, advance: (ms: number) => (time += ms) };
}

describe('the keys of tokens', () => {
  it('verify RS256, ES256 and EdDSA, each with its own key and algorithm only', async () => {
    const { keys, service } = started('RS256', 'ES256', 'EdDSA');
    for (const alg of ['RS256', 'ES256', 'EdDSA'] as const) {
      const good = token(alg);
      assert.equal(await checked(keys, good), 'good', alg);
      const [head, , signature] = good.split('.');
      assert.equal(await checked(keys, `${head}.${part({ sid: 2 })}.${signature}`), 'bad');
      assert.equal(await checked(keys, `${good.slice(0, -6)}AAAAAA`), 'bad');
      const other = alg === 'EdDSA' ? 'ES256' : 'EdDSA';
      assert.equal(await checked(keys, token(alg, PAIRS[alg].privateKey, { kid: other })), 'bad');
      assert.equal(await checked(keys, token(alg, PAIRS[alg].privateKey, { kid: undefined })), 'bad');
      assert.equal(await checked(keys, token(alg, PAIRS[alg].privateKey, { alg: 'none' })), 'bad');
      // The public key is no secret.
      const pem = String(PAIRS[alg].publicKey.export({ type: 'spki', format: 'pem' }));
      assert.equal(await checked(keys, hmacToken(pem, 'HS256', alg)), 'bad');
    }
    assert.equal(service.requests, 1);
  });

  it('are fetched again for an unknown key, but not for every one', async () => {
    const { keys, service, advance } = started('ES256');
    assert.equal(await checked(keys, token('ES256')), 'good');
    service.published = ['ES256', 'EdDSA'];
    assert.equal(await checked(keys, token('EdDSA')), 'later', 'it was asked a moment ago');
    assert.equal(service.requests, 1);
    advance(5_000);
    const both = [checked(keys, token('EdDSA')), checked(keys, token('EdDSA'))];
    assert.deepEqual(await Promise.all(both), ['good', 'good']);
    assert.equal(service.requests, 2);
    advance(5_000);
    assert.equal(await checked(keys, token('RS256')), 'bad', 'the service does not have it');
    for (let time = 0; time < 100; time += 1)
      assert.equal(await checked(keys, token('ES256', undefined, { kid: `made-up-${time}` })), 'later');
    assert.equal(service.requests, 3);
  });

  it('are fetched again after a minute, and a removed key is no longer trusted', async () => {
    const { keys, service, advance } = started('ES256', 'EdDSA');
    assert.equal(await checked(keys, token('ES256')), 'good');
    service.published = ['EdDSA'];
    advance(60_001);
    // Nobody waits for that.
    assert.equal(await checked(keys, token('ES256')), 'good');
    await until(async () => (await checked(keys, token('ES256'))) === 'later', 'they are fetched again');
    assert.equal(await checked(keys, token('EdDSA')), 'good');
  });

  it('survive an outage of the service, unless they are to be forgotten', async () => {
    const { keys, service, advance } = started('ES256');
    assert.equal(await checked(keys, token('ES256')), 'good');
    service.away = true;
    for (let minute = 0; minute < 10; minute += 1) {
      advance(60_001);
      assert.equal(await checked(keys, token('ES256')), 'good');
    }
    keys.forget();
    assert.equal(await checked(keys, token('ES256')), 'later');
    service.away = false;
    advance(5_000);
    assert.equal(await checked(keys, token('ES256')), 'good');
    // Another instance may have answered with the old key.
    service.published = [];
    advance(5_001);
    assert.equal(await checked(keys, token('ES256')), 'good');
    await until(async () => (await checked(keys, token('ES256'))) !== 'good', 'they are fetched again');
  });

  it('are one secret for HS256, HS384 and HS512, and no other key then', async () => {
    const keys = secretKey('a secret of the service, which must be long');
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      assert.equal(
        await checked(keys, hmacToken('a secret of the service, which must be long', alg)),
        'good',
      );
      assert.equal(await checked(keys, hmacToken('another secret, which is just as long', alg)), 'bad');
    }
    assert.equal(await checked(keys, token('ES256')), 'bad');
  });
});

describe('the form of a token', () => {
  it('is that of RFC 7515 with JSON in its first two parts, and no header that must be understood', () => {
    assert.ok(readToken(token('EdDSA')));
    const critical = token('EdDSA', undefined, { crit: ['b64'], b64: false });
    const body = part({ sid: 1 });
    for (const text of [
      critical,
      '',
      'a',
      'a.b',
      'a.b.c',
      `${body}.${body}`,
      `${body}.${body}.`,
      ` ${body}.${body}.c`,
      `${body}.${body}.c c`,
      `${body}.${body}.c.d`,
      `${part(null)}.${body}.c`,
      `${part('x')}.${body}.cccc`,
      `${body}.${body}.${'c'.repeat(5_000)}`,
    ])
      assert.equal(readToken(text), null, text);
  });
});
