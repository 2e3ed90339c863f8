import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addStage, onUser, patch, USER } from './help.ts';

interface Shown {
  method: string;
  path: string;
  status: number;
  request: string | null;
  response: string | null;
  done: string[];
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the requests of providers on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    it('are shown with body, answer and what was done, without secrets, for a week', async () => {
      const { cast, provider } = await addStage(keyward);
      const shown = async (query = '') => {
        const { status, text } = await keyward.call('GET', `${provider.path}/request${query}`, {
          token: cast.owner.token,
        });
        assert.equal(status, 200, text);
        const answer: { total: number; requests: Shown[] } = JSON.parse(text);
        return answer;
      };
      const userName = `ada@${provider.domain}`;
      const made = await provider.add({ userName, password: 'canary-1' });
      await provider.send('POST', '/Users', { schemas: [USER], userName, password: 'canary-2' });
      const values = patch({ op: 'replace', path: 'password', value: 'canary-3' });
      await provider.send('PATCH', onUser(made), values);
      await provider.send('PATCH', onUser(made), patch({ op: 'replace', path: 'active', value: false }));
      await provider.send('GET', '/Users?filter=title%20pr');
      const { total, requests } = await shown();
      assert.equal(total, 5);
      assert.deepEqual(
        requests.map(({ method, path, status, done }) => [method, path, status, done]),
        [
          ['GET', '/Users?filter=title%20pr', 200, []],
          ['PATCH', onUser(made), 200, ['member.removed']],
          ['PATCH', onUser(made), 400, []],
          ['POST', '/Users', 409, []],
          ['POST', '/Users', 201, ['account.created', 'member.added']],
        ],
      );
      const text = JSON.stringify(requests);
      assert.doesNotMatch(text, /canary|kw_scim_/);
      assert.match(requests.at(-1)?.request ?? '', /"password":"\*\*\*"/);
      assert.match(requests.at(-1)?.response ?? '', new RegExp(made.id));
      assert.match(requests.at(-2)?.response ?? '', /uniqueness/);
      await provider.send(
        'PATCH',
        onUser(made),
        patch({ op: 'replace', path: 'title', value: 'x'.repeat(5_000) }),
      );
      const short = (shownText: string | null | undefined) => Buffer.byteLength(shownText ?? '') < 4_100;
      assert.ok(short((await shown('?limit=1')).requests[0]?.request));
      const wide = {
        familyName: '漢'.repeat(300),
        givenName: '漢'.repeat(300),
        middleName: '漢'.repeat(300),
      };
      const addresses = Array.from({ length: 3 }, () => ({ formatted: '漢'.repeat(300) }));
      await provider.send('PUT', onUser(made), { schemas: [USER], userName, name: wide, addresses });
      const [replaced] = (await shown('?limit=1')).requests;
      assert.deepEqual([replaced?.method, replaced?.status], ['PUT', 200]);
      for (const part of [replaced?.request, replaced?.response]) {
        assert.ok(short(part), 'O8-2: bytes count');
        assert.match(part ?? '', /漢…$/);
      }
      keyward.clock.advance(8 * 86_400_000);
      await keyward.app.services.sweep();
      assert.deepEqual(await keyward.database.query('select id from scim_requests'), []);
    });

    it('show no secret in odd places', async () => {
      const { cast, provider } = await addStage(keyward);
      const made = await provider.add({ userName: `ada@${provider.domain}` });
      await provider.send('PATCH', onUser(made), {
        Operations: [{ OP: 'replace', Path: 'password', VALUE: 'canary-4' }],
      });
      await provider.send('POST', '/Users/.search', { filter: 'password eq "canary-5"' });
      await provider.send('GET', '/Users?filter=password%20eq%20%22canary-6%22');
      const { text } = await keyward.call('GET', `${provider.path}/request`, { token: cast.owner.token });
      assert.match(text, /\.search/);
      assert.doesNotMatch(text, /canary/);
    });
  });
}
