import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SignedUp } from '../../support/keyward.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { fromOwnPage, setCookies, valueOf } from './cookies.ts';
import { PASSWORD } from '../../support/keyward.ts';

describe('the access cookie', () => {
  const keyward = suiteKeyward('sqlite');
  let person: SignedUp;
  let superadmin: SignedUp;
  before(async () => {
    setCookies(keyward, { cookie_mode: true });
    person = await addPerson(keyward);
    superadmin = await addPerson(keyward, { role: 'superadmin' });
  });
  const me = (headers: Record<string, string>, token?: string) =>
    keyward.call('GET', '/me', { headers, token });

  it('gives the same access as a Bearer token, with the same answer to the byte', async () => {
    const byCookie = await me({ cookie: `access_token=${person.token}` });
    const byHeader = await me({}, person.token);
    assert.equal(byCookie.status, 200);
    assert.equal(byCookie.text, byHeader.text);
    const counts = await keyward.call('GET', '/config/counts', {
      headers: { cookie: `access_token=${superadmin.token}` },
    });
    assert.equal(counts.status, 200);
  });

  it('is found among others, in any position', async () => {
    const { token } = person;
    for (const cookie of [
      `access_token=${token};`,
      `a=b; access_token=${token}`,
      `a=b;access_token=${token};c=d`,
      `a; access_token=${token}; =x`,
      `xaccess_token=1; access_token=${token}; access_token2=2; access_token; b="access_token=3"`,
      `Access_Token=1;  access_token=${token} ; access=_token`,
    ])
      assert.equal((await me({ cookie })).status, 200, cookie);
  });

  it('401 without a token, and for an invalid one', async () => {
    for (const cookie of ['', 'a=b', 'access_token=', 'access_token', 'xaccess_token=x', ';;=;'])
      assertRefusal(await me({ cookie }), 401, 'TokenMissingError');
    for (const value of ['x', `"${person.token}"`, `Bearer ${person.token}`, encodeURIComponent('ä.b.c')])
      assertRefusal(await me({ cookie: `access_token=${value}` }), 401, 'InvalidTokenError');
  });

  it('CK5: two of its name are refused, even when both are valid', async () => {
    const { token } = await newSession(keyward, person.id);
    for (const cookie of [
      `access_token=${person.token}; access_token=${superadmin.token}`,
      `access_token=${token}; a=b; access_token=${token}`,
      `access_token=; access_token=${token}`,
    ])
      assertRefusal(await me({ cookie }), 401, 'InvalidTokenError');
  });

  it('CK5: a Bearer token is used alone, whatever cookies come with it', async () => {
    const cookie = `access_token=${superadmin.token}`;
    const answer = await me({ cookie }, person.token);
    assert.equal(answer.text, (await me({}, person.token)).text);
    const counts = await keyward.call('GET', '/config/counts', { headers: { cookie }, token: person.token });
    assertRefusal(counts, 403, 'RoleMismatchError');
    assertRefusal(await me({ cookie }, 'x'), 401, 'InvalidTokenError');
    for (const authorization of [
      'Bearer',
      `Bearer ${person.token} x`,
      'Bearer\tx',
      'Basic YTpi, Bearer x',
      'x',
    ])
      assertRefusal(await me({ cookie, authorization }), 401, 'InvalidTokenError');
    const duplicates = `access_token=x; access_token=y`;
    assert.equal((await me({ cookie: duplicates }, person.token)).status, 200);
  });

  it('CK5: of two Authorization headers none counts, nor does a cookie instead', async () => {
    const lines = [
      'GET /auth/me HTTP/1.1',
      'Host: a',
      'Authorization: Basic YTpi',
      `Authorization: Bearer ${person.token}`,
      `Cookie: access_token=${superadmin.token}`,
    ];
    const answer = await rawRequest(keyward.port, `${lines.join('\r\n')}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 [^]*one Authorization/);
  });

  it('counts beside credentials of another scheme, which a proxy may require', async () => {
    const cookie = `access_token=${person.token}`;
    assert.equal((await me({ cookie, authorization: 'Basic YTpi' })).status, 200);
  });

  it('is ignored in other modes', async () => {
    setCookies(keyward, { cookie_mode: false });
    assertRefusal(await me({ cookie: `access_token=${person.token}` }), 401, 'TokenMissingError');
    setCookies(keyward, { cookie_mode: true, access_cookie_name: '__Host-session' });
    assertRefusal(await me({ cookie: `access_token=${person.token}` }), 401, 'TokenMissingError');
    assert.equal((await me({ cookie: `__Host-session=${person.token}` })).status, 200);
    setCookies(keyward, { access_cookie_name: 'access_token' });
  });

  it('can be turned on and off while the service runs, also on its own', async () => {
    setCookies(keyward, { cookie_mode: false });
    const configure = (body: object, credential: { token?: string; headers?: Record<string, string> }) =>
      keyward.call('POST', '/config/cookie', { body, ...credential });
    const on = await configure({ cookie_mode: true }, { token: superadmin.token });
    assert.equal(on.status, 200, on.text);
    const headers = fromOwnPage(keyward, `access_token=${superadmin.token}`);
    assert.equal((await configure({ cookie_mode: false }, { headers })).status, 200);
    assertRefusal(await configure({ cookie_mode: true }, { headers }), 401, 'TokenMissingError');
    setCookies(keyward, { cookie_mode: true });
  });

  it('SE6: a login begins a new session, whatever cookie was planted', async () => {
    const planted = `access_token=${superadmin.token}`;
    const body = { identifier: person.email, password: PASSWORD };
    const answer = await keyward.call('POST', '/login', { body, headers: fromOwnPage(keyward, planted) });
    const claims = claimsOf(valueOf(answer, 'access_token'));
    assert.equal(claims['aid'], person.id);
    for (const { token } of [person, superadmin]) assert.notEqual(claims['sid'], claimsOf(token)['sid']);
    const unsigned = await keyward.call('POST', '/login', { body: { ...body, sid: 1 } });
    assertRefusal(unsigned, 422, 'ValidationError', ['sid']);
  });
});
