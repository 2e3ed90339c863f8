import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin, assertForSuperadmins } from '../admin/admin.ts';
import { suiteKeyward } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { superadminOf } from './superadmin.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /config/checklist on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const look = async (token: string) => {
      const answer = await keyward.call('GET', '/config/checklist', { token });
      assert.equal(answer.status, 200, answer.text);
      const { dismissed, steps }: { dismissed: boolean; steps: { id: string; done: boolean }[] } = JSON.parse(
        answer.text,
      );
      return { dismissed, open: steps.filter(({ done }) => !done).map(({ id }) => id), steps };
    };

    it('is for superadmins', () =>
      assertForSuperadmins(keyward, (token) => keyward.call('GET', '/config/checklist', { token })));

    it('ticks each step by the state of the service, until somebody dismisses it for all', async () => {
      const { email, set, patch: change } = await superadminOf(keyward);
      const patch = async (section: string, body: object) =>
        assert.equal((await change(`/config/${section}`, body)).status, 200);
      const { token } = await keyward.logIn(email);
      await keyward.database.query("delete from accounts where role <> 'superadmin'");
      const before = await look(token);
      assert.deepEqual(before.steps.length, 6);
      const isOpen = async (id: string) => (await look(token)).open.includes(id);
      assert.ok(await isOpen('application'));
      await addPerson(keyward);
      assert.equal(await isOpen('application'), false);
      assert.ok(await isOpen('mail'));
      await set('email', { host: 'mail.example.org', port: 587, sender: 'auth@example.org' });
      assert.equal(await isOpen('mail'), false);
      await patch('branding', { name: 'Shop' });
      assert.ok(await isOpen('branding'));
      await patch('branding', { colour: '#0f766e' });
      assert.equal(await isOpen('branding'), false);
      assert.ok(await isOpen('provider'));
      await patch('idp1', {
        client_id: 'client',
        client_secret: 'secret',
        redirect_uri: 'https://example.org/auth/idp1/callback',
      });
      assert.equal(await isOpen('provider'), false);
      const other = await addSuperadmin(keyward);
      assert.equal(await isOpen('superadmin'), false);
      assert.ok(await isOpen('factor'));
      await keyward.database.query(
        "update accounts set role = 'user' where role = 'superadmin' and id <> $1",
        [other.id],
      );
      await enrolTotp(keyward, other);
      assert.deepEqual((await look(other.token)).open, ['superadmin']);

      for (let again = 0; again < 2; again += 1)
        assert.equal((await keyward.call('DELETE', '/config/checklist', { token: other.token })).status, 200);
      assert.deepEqual(await look(other.token), { dismissed: true, open: [], steps: [] });
    });
  });
}
