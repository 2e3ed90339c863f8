import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, rowsOf } from '../admin/admin.ts';
import { addMember, assertSession, suiteMailed } from '../codes/support/mailed.ts';
import { asObject, assertAccount, assertAdministered, assertAnswer, assertRefusal } from '../expectations.ts';
import { addPerson, CLIENT } from '../people.ts';
import { beginTotp, enrolTotp } from './enrol.ts';
import { databasesFor } from '../../support/usual-size.ts';

const RESET = { success: true, message: 'Second factors removed successfully' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`second factors for superadmins, on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const reset = (token: string | undefined, id: number | string) =>
      keyward.call('DELETE', `/account/factors?account_id=${id}`, { token });

    it('are shown by kind, only when superadmins view accounts', async () => {
      const root = await addSuperadmin(keyward);
      const person = await addMember(keyward);
      await enrolTotp(keyward, person);
      const { id, token } = person;
      const ask = (method: string, path: string, body?: unknown) =>
        keyward.call(method, path, { token: root.token, ...(body !== undefined && { body }) });
      const expected = { id, second_factors: ['totp'] };

      assertAdministered(rowsOf(await ask('GET', '/account'), 'accounts')[0], expected);
      const { accounts, ...found } = (await ask('GET', `/account/query?field=id&value=${id}`)).body;
      assertAdministered(found, expected);
      assertAdministered(Array.isArray(accounts) ? accounts[0] : null, expected);
      const { body } = await ask('GET', `/account/${id}`);
      const { sessions: _, links: __, applications: ___, has_password: hasPassword, factors, ...one } = body;
      assertAdministered(one, expected);
      assert.equal(hasPassword, true);
      const { body: own } = await keyward.call('GET', '/account/factors', { token });
      assert.deepEqual(factors, own);
      assert.partialDeepStrictEqual(factors, { passkeys: [], recovery_codes: { left: 10 } });
      assertAdministered((await ask('PATCH', '/account', { account_id: id, name: 'Ada' })).body, expected);
      const made = { name: 'Grace', email: `grace-${kind}@example.org` };
      const { body: grace } = await ask('POST', '/account', made);
      assertAdministered(grace, { second_factors: [] });
      assert.partialDeepStrictEqual((await ask('GET', `/account/${String(grace['id'])}`)).body, {
        has_password: false,
        factors: { totp: null, recovery_codes: null },
      });

      assertAccount((await keyward.call('GET', '/me', { token })).body['account'], { id });
      for (const { data } of await auditLogOf(keyward.database))
        assert.ok(!('second_factors' in asObject(data['account'] ?? {})));
    });

    it('MF13: can all be removed: every session ends, the owner gets a mail, and the audit log names the superadmin', async () => {
      const root = await addSuperadmin(keyward);
      const person = await addMember(keyward);
      const { codes } = await enrolTotp(keyward, person);
      await beginTotp(keyward, person.token);
      await keyward.mail.nextMail(person.email);
      const told = await eventsOf(keyward, async () =>
        assertAnswer(await reset(root.token, person.id), 200, RESET),
      );
      const line = told.find(({ name }) => name === 'admin.factors_reset');
      assert.partialDeepStrictEqual(line, {
        accountId: root.id,
        metadata: { account_id: person.id, before: ['totp'] },
      });
      await assertSession(keyward, person.token, 'ended');
      await assertSession(keyward, root.token, 'alive');
      const { totp, recoveryCodes } = keyward.app.services.factors;
      assert.equal(await recoveryCodes.prove(person.id, codes[0] ?? ''), null);
      assert.equal(await totp.prove(person.id, '123456', { client: CLIENT, isVouched: false }), null);
      assert.deepEqual(
        await keyward.database.query('select * from totps where account_id = $1', [person.id]),
        [],
      );

      const events = (await auditLogOf(keyward.database)).slice(-2);
      assert.partialDeepStrictEqual(events, [
        { type: 'session.ended', data: { reason: 'factors_reset' } },
        {
          type: 'factor.reset',
          data: { account: { id: person.id }, actor: { type: 'superadmin', id: root.id } },
        },
      ]);
      const { parsed } = await keyward.mail.nextMail(person.email);
      assert.equal(parsed.subject, 'All second factors of your account at Example were removed');
      // As before the account had any factor.
      await keyward.logIn(person.email);
    });

    it('can be removed from another superadmin too', async () => {
      const root = await addSuperadmin(keyward);
      const other = await addSuperadmin(keyward);
      await enrolTotp(keyward, other);
      assertAnswer(await reset(root.token, other.id), 200, RESET);
      await assertSession(keyward, other.token, 'ended');
    });

    it('refuses everybody else, unknown accounts and unclear requests', async () => {
      const person = await addPerson(keyward);
      await assertForSuperadmins(keyward, (token) => reset(token, person.id));
      const { token } = await addSuperadmin(keyward);
      assertRefusal(await reset(token, 2 ** 40), 404, 'UserNotFoundError');
      assertRefusal(await reset(token, 'x'), 422, 'ValidationError', ['account_id']);
      assertRefusal(await keyward.call('DELETE', '/account/factors', { token }), 422, 'ValidationError', [
        'account_id',
      ]);
      keyward.clock.advance(600_000);
      assertRefusal(await reset(token, person.id), 403, 'ReauthenticationRequiredError');
      await assertSession(keyward, person.token, 'alive');
    });
  });
}
