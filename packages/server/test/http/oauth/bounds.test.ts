import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  exchange,
  locationOf,
  pkce,
  post,
  type TestApplication,
} from './flows.ts';

const { verifier, challenge } = pkce();
const ASKED = {
  scope: 'openid offline_access',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};
const codeOf = (back: URL): string => back.searchParams.get('code') ?? '';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`limits for each account and application, on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let application: TestApplication;
    before(async () => {
      application = await addApplication(keyward);
    });

    /** Lets the application in, and returns what gives a further code without asking, and what uses a code. */
    async function connected() {
      const { id, token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const path = authorizePath(application, ASKED);
      const first = codeOf(await approve(browser, path, token));
      const silent = async () => codeOf(locationOf(await browser.call('GET', path)));
      const use = async (code: string) => {
        const answer = await exchange(keyward, application, code, verifier);
        assert.equal(answer.status, 200, answer.text);
        return asText(answer.body['refresh_token']);
      };
      return { id, first, silent, use };
    }

    const refresh = (refreshToken: string) =>
      post(keyward, 'token', application, { grant_type: 'refresh_token', refresh_token: refreshToken });

    const endsOf = async (account: number) =>
      (await auditLogOf(keyward.database, 'grant.revoked')).filter(
        ({ data }) => asObject(data['account'])['id'] === account,
      );

    it('P8: a stored request has at most 12 KiB, however it arrives', async () => {
      const wide = '\u4e00'.repeat(1_400);
      const path = (letters: number) => authorizePath(application, { ...ASKED, x: wide.slice(0, letters) });
      const browser = new Browser(keyward);
      const refused = locationOf(await browser.call('GET', path(1_400)));
      assert.equal(refused.searchParams.get('error'), 'invalid_request');
      const asked = await browser.call('GET', path(1_200));
      assert.match(asked.headers.get('location') ?? '', /request=/);
      const push = (letters: number) => {
        const query = new URL(path(letters), keyward.url).searchParams;
        return post(keyward, 'par', application, Object.fromEntries(query));
      };
      assertOAuthError(await push(1_400), 400, 'invalid_request');
      assert.equal((await push(1_200)).status, 201);
    });

    it('unexchanged codes replace each other, and no grant in use', async () => {
      const { id, first, silent, use } = await connected();
      const inUse = await use(first);
      const codes: string[] = [];
      for (let index = 0; index < 51; index += 1) codes.push(await silent());
      assert.equal((await refresh(inUse)).status, 200);
      const [oldest = '', next = ''] = codes;
      assertOAuthError(await exchange(keyward, application, oldest, verifier), 400, 'invalid_grant');
      await use(next);
      assert.deepEqual(await endsOf(id), []);
    });

    it('a grant beyond 50 ends the one that was unused for longest, with its event', async () => {
      const { id, first, silent, use } = await connected();
      const tokens = [await use(first)];
      while (tokens.length < 50) {
        keyward.clock.advance(1_000);
        tokens.push(await use(await silent()));
      }
      const [oldest = '', idle = '', third = ''] = tokens;
      const renewed = await refresh(oldest);
      assert.equal(renewed.status, 200, renewed.text);
      await use(await silent());
      assert.deepEqual(await endsOf(id), []);
      await silent();
      const [end, ...others] = await endsOf(id);
      assert.deepEqual([end?.data['reason'], others.length], ['limit', 0]);
      assertOAuthError(await refresh(idle), 400, 'invalid_grant');
      for (const kept of [asText(renewed.body['refresh_token']), third])
        assert.equal((await refresh(kept)).status, 200);
    });

    it('P8: an account has at most 1,000 grants and consents over all applications', async () => {
      const { id, token } = await addPerson(keyward);
      const give = async () => {
        const path = authorizePath(application, { ...ASKED, prompt: 'consent' });
        const code = codeOf(await approve(new Browser(keyward), path, token));
        assert.equal((await exchange(keyward, application, code, verifier)).status, 200);
      };
      await give();
      const other = await addApplication(keyward);
      const elsewhere = `(select id from applications where client_id = '${other.id}')`;
      const copied =
        'account_id, session_id, offline, scopes, resources, details, begun_at, refresh_generation';
      const times = 'rotations, created_at, last_used_at, expires_at, ends_at';
      const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1050)';
      const { database } = keyward;
      await database.query(
        `${numbers} insert into oauth_grants (uid, application_id, ${copied}, ${times})
         select 'copy_' || n.i, ${elsewhere}, ${copied}, ${times} from n, oauth_grants where account_id = $1`,
        [id],
      );
      await database.query(
        `${numbers} insert into oauth_consents (account_id, application_id, resource, scopes, granted_at)
         select account_id, ${elsewhere}, 'https://r.example/' || n.i, scopes, n.i from n, oauth_consents
         where account_id = $1`,
        [id],
      );
      await give();
      const count = async (table: string) =>
        (await database.query(`select 1 from ${table} where account_id = $1`, [id])).length;
      assert.deepEqual([await count('oauth_grants'), await count('oauth_consents')], [1_001, 1_000]);
      const ends = await endsOf(id);
      assert.deepEqual([ends.length, ends.at(-1)?.data['reason']], [51, 'limit']);
      const { applications } = (await keyward.call('GET', '/account/application', { token })).body;
      assert.ok(Array.isArray(applications));
      assert.deepEqual(
        applications.map(({ client_id }) => client_id),
        [application.id, other.id],
      );
    });

    it('the sessions of a connection end no grants of the person', async () => {
      const { id, email, token } = await addPerson(keyward);
      const path = authorizePath(application, ASKED);
      const give = async (by: string) => {
        const code = codeOf(await approve(new Browser(keyward), path, by));
        return exchange(keyward, application, code, verifier);
      };
      const own = asText((await give(token)).body['refresh_token']);
      const vouched = await keyward.logIn(email);
      await keyward.database.query(
        "update sessions set method = 'connection' where id = (select max(id) from sessions where account_id = $1)",
        [id],
      );
      for (let index = 0; index < 52; index += 1) {
        keyward.clock.advance(1_000);
        assert.equal((await give(vouched.token)).status, 200);
      }
      const ends = (await endsOf(id)).map(({ data }) => asObject(data['grant'])['offline']);
      assert.deepEqual(ends, [false, false]);
      const renewed = await refresh(own);
      assert.equal(renewed.status, 200, renewed.text);
      // A grant of the person ends those of the connection first.
      assert.equal((await give(token)).status, 200);
      assert.equal((await refresh(asText(renewed.body['refresh_token']))).status, 200);
    });

    it('grants that ended with their session no longer count', async () => {
      const { email, token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const path = authorizePath(application, { ...ASKED, scope: 'openid' });
      const code = codeOf(await approve(browser, path, token));
      assert.equal((await exchange(keyward, application, code, verifier)).status, 200);
      assert.equal((await keyward.call('POST', '/logout', { token })).status, 200);
      const again = await keyward.logIn(email);
      await approve(
        new Browser(keyward),
        authorizePath(application, { ...ASKED, prompt: 'consent' }),
        again.token,
      );
      const rows = await keyward.database.query('select id from oauth_grants where account_id = $1', [
        again.id,
      ]);
      assert.equal(rows.length, 1);
    });
  });

  describe(`RL22: applications and the changes of an account, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_LIMIT_CHANGES: '3/1h' } });

    it('count silent codes separately, and devices as changes', async () => {
      const application = await addApplication(keyward);
      const { token, email } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const path = authorizePath(application, ASKED);
      await approve(browser, path, token);
      for (const prompt of ['', '&prompt=none', '&prompt=none'])
        assert.notEqual(codeOf(locationOf(await browser.call('GET', path + prompt))), '');
      assertRefusal(await browser.call('GET', path), 429, 'RateLimitedError');
      assertRefusal(await browser.call('GET', `${path}&prompt=none`), 429, 'RateLimitedError');
      const device = { body: { allow: true } };
      const { token: later } = await keyward.logIn(email);
      for (const name of ['Ada', 'Grace'])
        assert.equal((await keyward.call('PATCH', '/me', { token: later, body: { name } })).status, 200);
      const refused = await keyward.call('POST', '/oauth/device/BDWP-HQPK', { token: later, ...device });
      assertRefusal(refused, 429, 'RateLimitedError');
      // The account of somebody else.
      const other = await addPerson(keyward);
      const known = await keyward.call('POST', '/oauth/device/BDWP-HQPK', { token: other.token, ...device });
      assertRefusal(known, 404, 'AuthorizationRequestNotFoundError');
    });
  });
}
