import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { assertError } from '../../support/keyward.ts';
import { parseResponse, rawRequest, requestFrom } from '../../support/raw-http.ts';
import { signUpSuperadmin, suiteKeyward } from './logins.ts';
import { fastest } from '../../support/resources.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { assertTooLarge, bodyTakers, isProtocol, send } from './requests.ts';
import { until } from '../../support/until.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const KIB = 1024;

for (const kind of ANY_DATABASE) {
  describe(`hostile bodies on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind, { settings: { KEYWARD_ORGANIZATIONS_ENABLED: 'on' } });
    const { port } = keyward;
    const takers = await bodyTakers();
    const { token } = await signUpSuperadmin(keyward);
    await turnOAuthOn(keyward, token);

    it('RL6: a body over 64 KiB, or the limit of its route, is refused, with or without a declared length', async () => {
      for (const taker of takers) {
        const { password: _, ...fields } = taker.body();
        const most = taker.route.endpoint.mostBytes ?? 64 * KIB;
        const padded = (bytes: number) => {
          const empty = JSON.stringify({ ...fields, password: '' }).length;
          return JSON.stringify({ ...fields, password: 'x'.repeat(bytes - empty) });
        };
        const tooLarge = await send(keyward, taker, padded(most + 1), { token });
        assertTooLarge(taker, tooLarge);
        const fits = await send(keyward, taker, padded(most), { token });
        // Registrations ignore what they do not know.
        const right = isProtocol(taker) ? [201, 401] : [400, 401, 404, 422];
        assert.ok(right.includes(fits.status), `${taker.name}: ${fits.text}`);

        const chunked = await requestFrom({
          port,
          method: taker.route.method,
          path: taker.path,
          headers: {
            'content-type': 'application/json',
            'transfer-encoding': 'chunked',
            authorization: `Bearer ${token}`,
          },
          body: padded(most + 1),
        });
        assert.equal(chunked.status, 413, taker.name);
      }
    });

    it('RL6: a length over the limit is refused before the body comes, and the connection closed', async () => {
      const head = 'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
      const answer = parseResponse(await rawRequest(port, `${head}Content-Length: 10000000\r\n\r\n`));
      assert.equal(answer.status, 413);
      assert.equal(JSON.parse(answer.body).error, 'BodyTooLargeError');
      assert.deepEqual(answer.headers.get('connection'), ['close']);
    });

    it('RL6: a body in thousands of chunks ends the connection, one in a few is read', async () => {
      const head = 'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
      const inBytes = (text: string) =>
        text
          .split('')
          .map((byte) => `1\r\n${byte}\r\n`)
          .join('');
      const chunked = `${head}Transfer-Encoding: chunked\r\n`;
      assert.equal(await rawRequest(port, `${chunked}\r\n${inBytes(' '.repeat(2_000))}`), '');
      // Nobody reads these, also after an answer.
      for (const route of ['GET /auth/providers', 'POST /auth/account/', 'GET /%E0%A4', 'POST /nothing']) {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.write(`${route} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
        await once(socket, 'data');
        socket.write(inBytes(' '.repeat(2_000)));
        await once(socket, 'close');
      }
      const few = inBytes('{"identifier":"nobody","password":"Wrong-horse-1"}');
      const answer = await rawRequest(port, `${chunked}Connection: close\r\n\r\n${few}0\r\n\r\n`);
      assert.equal(parseResponse(answer).status, 401);
    });

    it('RL6: one address that holds many large bodies delays no others', async () => {
      const head = (bytes: number) =>
        `PUT /auth/me/picture HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
      const begin = (localAddress: string) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
        socket.write(head(100_000) + ' '.repeat(70_000));
        return socket;
      };
      const slow = begin('127.0.0.9');
      const answered = Promise.race([once(slow, 'data'), once(slow, 'close')]);
      const closed: unknown[] = [];
      const others = Array.from({ length: 80 }, () => begin('127.0.0.8').on('close', () => closed.push(1)));
      await until(() => closed.length >= 10, 'some are cut');
      slow.write(' '.repeat(30_000));
      assert.match(String(await answered), /^HTTP\/1\.1 400/);
      for (const socket of [slow, ...others]) socket.destroy();
    });

    it('RL6: a compressed body is refused before it is unpacked or read', async () => {
      const bomb = Buffer.alloc(10_000_000, ' ');
      const packed: [encoding: string, body: Buffer][] = [
        ['gzip', gzipSync(bomb)],
        ['deflate', deflateSync(bomb)],
        ['br', Buffer.from('{}')],
        ['gzip, identity', Buffer.from('not even packed')],
      ];
      for (const taker of takers) {
        for (const [encoding, body] of packed) {
          const answer = await requestFrom({
            port,
            method: taker.route.method,
            path: taker.path,
            headers: {
              'content-type': 'application/json',
              'content-encoding': encoding,
              'content-length': String(body.length),
              authorization: `Bearer ${token}`,
            },
            body,
          });
          // RFC 6749 §5.2 has one status for all requests that are wrong.
          const expected = isProtocol(taker) ? 400 : 415;
          assert.equal(answer.status, expected, `${taker.name} ${encoding}: ${answer.body}`);
        }
      }
    });

    it('RL7: a form of more than 200 fields is refused before it is decoded', async () => {
      const routes = (await declaredRoutes('/auth')).filter(
        // A form for a provider that does not exist is not read.
        ({ route, path }) => route.endpoint.form !== undefined && !path.includes(':'),
      );
      assert.ok(routes.length > 5);
      for (const { route, path } of routes) {
        const post = (fields: number) =>
          requestFrom({
            port,
            method: route.method,
            path,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: Array.from({ length: fields }, (_, index) => `k${index}=%41`).join('&'),
          });
        const refused = /The form has more than 200 fields/;
        const answer = await post(201);
        assert.equal(answer.status, 400, path);
        assert.match(answer.body, refused, path);
        assert.doesNotMatch((await post(200)).body, refused, path);
      }
    });

    it('RL7: deep and odd JSON is refused as malformed, at once', async () => {
      const documents = [
        '['.repeat(60_000),
        '{"a":'.repeat(10_000),
        `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
        `{"identifier":${'['.repeat(33)}${']'.repeat(33)}}`,
        `"${'\\u'.repeat(20_000)}"`,
        `{${'"a":1,'.repeat(9_000)}`,
        '{"identifier":"a","identifier":"b","password":"x"}',
        '{"__proto__":{"role":"superadmin"}}',
        '{"constructor":{"prototype":{"role":"superadmin"}}}',
        '"unclosed|"\u0001"|"\\x41"|"\\u12"|\ufeff{}|//\n{}|{/**/}|\0||null x'.split('|'),
        '{ } [ {] {"a"} {"a":} {"a":1,} {"a":1}} {\'a\':1} {a:1} {"a":01} [1,] [,1]'.split(' '),
        'NaN Infinity - +1 .5 1. 1e 0x10 True undefined'.split(' '),
      ].flat();
      for (const body of documents) {
        const answer = await send(keyward, { path: '/auth/login', route: login }, body);
        assertError(answer, 400, 'MalformedBodyError');
      }
      for (const bytes of [Buffer.from([0x7b, 0xff, 0x7d]), Buffer.from('{}', 'utf16le')]) {
        const headers = { 'content-type': 'application/json' };
        const answer = await requestFrom({ port, method: 'POST', path: '/auth/login', headers, body: bytes });
        assert.equal(answer.status, 400);
      }
      for (const body of documents.slice(0, 6)) {
        const took = await fastest(50, () => send(keyward, { path: '/auth/login', route: login }, body));
        assert.ok(took < 50, `${took} ms for ${body.slice(0, 20)}…`);
      }
      // The schema refuses JSON that is not an object.
      for (const body of ['null', 'true', '1e999', '"text"', '[]', '[[[[]]]]']) {
        assertError(await send(keyward, { path: '/auth/login', route: login }, body), 422, 'ValidationError');
      }
    });
    const login = takers.find(({ path }) => path === '/auth/login')?.route ?? assert.fail();
  });
}
