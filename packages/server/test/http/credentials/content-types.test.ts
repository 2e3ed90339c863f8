import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { asObject, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const json = (body: unknown) => Buffer.from(JSON.stringify(body));

for (const kind of ANY_DATABASE) {
  describe(`content types on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const login = { identifier: 'typed@example.org', password: PASSWORD };
    let person: SignedUp;
    before(async () => {
      person = await addPerson(keyward, { email: login.identifier });
    });

    const send = async (headers: Record<string, string>, body: Buffer, route = 'POST /auth/login') => {
      const [method = '', path = ''] = route.split(' ');
      const answer = await requestFrom({ port: keyward.port, method, path, headers, body });
      return { status: answer.status, error: asObject(answer.json())['error'] };
    };

    it('takes application/json in every legal spelling', async () => {
      for (const type of [
        'application/json',
        'APPLICATION/JSON',
        'application/json; charset=utf-8',
        'application/json;charset=UTF-8',
        'application/json; charset="utf-8"',
      ]) {
        assert.deepEqual(
          await send({ 'content-type': type }, json(login)),
          { status: 200, error: undefined },
          type,
        );
      }
    });

    for (const type of [
      'application/json\ta',
      'application/json a',
      'application/jsonx',
      'application/json+x',
      'application/jsonp',
      'application/ld+json',
      'json',
      'json;',
      'text/json',
      'text/plain',
      'text/plain; application/json',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      '*/*',
      ' ',
      'application/json; charset=utf-16',
      'application/json; charset=utf-7',
      'application/json; charset=latin1',
      'application/json, text/plain',
    ]) {
      it(`AZ6: 415: ${JSON.stringify(type)}`, async () => {
        const answer = await send({ 'content-type': type }, json(login));
        assert.deepEqual(answer, { status: 415, error: 'UnsupportedMediaTypeError' });
      });
    }

    it('AZ6: 415: no type at all', async () => {
      assert.deepEqual(await send({}, json(login)), { status: 415, error: 'UnsupportedMediaTypeError' });
    });

    for (const encoding of ['gzip', 'deflate', 'br', 'x-gzip', 'GZIP', 'gzip, identity', 'unknown']) {
      it(`AZ6: 415: encoded as ${encoding}`, async () => {
        const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
        const expected = { status: 415, error: 'UnsupportedMediaTypeError' };
        assert.deepEqual(await send(headers, gzipSync(json(login))), expected);
        assert.deepEqual(await send(headers, json(login)), expected);
      });
    }

    it('AZ6: 400: UTF-16, Latin-1 or a byte order mark under the name of UTF-8', async () => {
      const headers = { 'content-type': 'application/json' };
      const expected = { status: 400, error: 'MalformedBodyError' };
      const accented = JSON.stringify({ ...login, password: 'Pässw0rd' });
      for (const body of [
        Buffer.from(JSON.stringify(login), 'utf16le'),
        Buffer.from(accented, 'latin1'),
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json(login)]),
        Buffer.alloc(0),
      ]) {
        assert.deepEqual(await send(headers, body), expected);
      }
    });

    it('AZ6: no type gets a body past the validation of a write', async () => {
      const row = await accountRow(keyward, person.id);
      for (const type of ['application/json\ta', 'application/json; x', 'text/plain', 'json;']) {
        const headers = { 'content-type': type, authorization: `Bearer ${person.token}` };
        const { status } = await send(headers, json({ role: 'superadmin', name: 1 }), 'PATCH /auth/me');
        assert.ok(status === 415 || status === 422, `${type}: ${status}`);
      }
      assert.deepEqual(await accountRow(keyward, person.id), row);
    });
  });
}
