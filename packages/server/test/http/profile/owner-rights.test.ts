import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdAccount } from '../../support/hold-account.ts';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { until } from '../../support/until.ts';
import { asObject, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what owners may do with their account on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const root = async () => (await addSuperadmin(keyward)).token;
    const leave = (token: string, body?: unknown) =>
      keyward.call('DELETE', '/me', { token, ...(body !== undefined && { body }) });
    const grace = async (days: number) => {
      const body = { deletion_grace_days: days };
      const answer = await keyward.call('PATCH', '/config/signup', { token: await root(), body });
      assert.equal(answer.status, 200, answer.text);
    };
    const told = async (type: string, id: number) =>
      (await auditLogOf(keyward.database, type)).filter(({ data }) => asObject(data['account'])['id'] === id)
        .length;
    const exists = async (id: number) =>
      (await keyward.call('GET', `/account/${id}`, { token: await root() })).status === 200;

    it(
      'P14-4: deletes nothing in a session that ends while it waits for the account',
      { skip: kind === 'sqlite' && 'its writers wait for no row' },
      async () => {
        for (const days of [0, 7]) {
          await grace(days);
          const { id, token } = await addPerson(keyward);
          await using account = await holdAccount(keyward.database.url, id);
          const leaving = leave(token);
          await account.waiters(1);
          await account.endSessions();
          assertRefusal(await leaving, 401, 'SessionDestroyedError');
          assert.equal((await accountRow(keyward, id))['deletion_at'], null);
        }
      },
    );

    it('OW4: deletes an account at once, with everything that is keyed by its email', async () => {
      await grace(0);
      const { id, email, token } = await addPerson(keyward, { verified: true });
      await keyward.call('POST', '/login', { body: { identifier: email, password: 'Wrong-guess-1' } });
      await keyward.call('POST', '/send/email/otp/login', { body: { email } });
      await keyward.database.query('update codes set used_at = created_at where email_key = $1', [email]);
      await keyward.call('POST', '/send/email/otp/reset', { body: { email } });
      await keyward.app.services.writeFailures();
      const answer = await leave(token);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body['deletion_at'], null);
      assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'SessionDestroyedError');
      for (const [table, column, value] of [
        ['accounts', 'id', id],
        ['sessions', 'account_id', id],
        ['codes', 'email_key', email],
      ] as const)
        assert.deepEqual(
          await keyward.database.query(`select 1 from ${table} where ${column} = $1`, [value]),
          [],
          table,
        );
      const counters = await keyward.database.query('select key from failures');
      const left = counters.map(({ key }) => String(key)).filter((key) => !key.startsWith('notice:'));
      assert.ok(!left.some((key) => key.includes(email) || key.startsWith(`account:${id} `)), left.join());
      assert.equal(await told('account.deleted', id), 1);
      assert.equal(
        (await keyward.call('POST', '/signup/password', { body: { email, name: 'Ada', password: PASSWORD } }))
          .status,
        200,
      );
    });

    it('OW5: reveals neither mails to a mailbox that nobody has proven, nor who else acts and from where', async () => {
      const { id, email, token } = await addPerson(keyward);
      const { store, clock } = keyward.app.services;
      const now = clock.now();
      await store.invitations.insert({
        email,
        email_key: email,
        name: 'Grace',
        role: 'editor',
        metadata: null,
        frontend: null,
        token_hash: 'planted',
        created_by: null,
        created_at: now,
        expires_at: now + 1000,
      });
      await keyward.call('PATCH', '/account/', {
        token: await root(),
        body: { account_id: id, name: 'Ada' },
      });
      const answer = await keyward.call('GET', '/me/export', { token });
      assert.deepEqual([answer.body['invitations'], answer.body['codes']], [[], []]);
      const changed = rowsOf(answer, 'events').find(({ type }) => type === 'account.updated');
      const { actor, client } = asObject(changed?.['data']);
      assert.deepEqual([actor, client], [{ type: 'superadmin', id: null, name: null }, null]);
    });

    it('OW4: keeps an account for the grace period, in which a sign-in restores it', async () => {
      await grace(7);
      const { id, email, token } = await addPerson(keyward);
      const other = await newSession(keyward, id);
      const endsAt = timestampOf(keyward.clock.now() + 7 * DAY);
      const answer = await leave(token);
      assert.equal(answer.body['deletion_at'], endsAt);
      for (const ended of [token, other.token])
        assertRefusal(await keyward.call('GET', '/me', { token: ended }), 401, 'SessionDestroyedError');
      const seen = await keyward.call('GET', `/account/${id}`, { token: await root() });
      assert.equal(seen.body['deletion_at'], endsAt);
      assert.equal(await told('account.deletion_requested', id), 1);

      keyward.clock.advance(6 * DAY);
      await keyward.app.services.sweep();
      await keyward.logIn(email);
      assert.equal(await told('account.deletion_cancelled', id), 1);
      keyward.clock.advance(2 * DAY);
      await keyward.app.services.sweep();
      assert.equal(await exists(id), true);
      assert.equal(await told('account.deletion_cancelled', id), 1);
    });

    it('OW4: a sign-in after the time restores nothing, though nobody has swept, and a start sweeps', async () => {
      await grace(7);
      const { id, email, token } = await addPerson(keyward);
      await leave(token);
      keyward.clock.advance(7 * DAY);
      const login = { identifier: email, password: PASSWORD };
      assertRefusal(await keyward.call('POST', '/login', { body: login }), 403, 'AccountInactiveError');
      assert.equal(await told('account.deletion_cancelled', id), 0);
      assert.equal(await exists(id), true);
      const { database, clock } = keyward;
      await using _ = await startKeyward(kind, { database, clock });
      await until(async () => !(await exists(id)), 'the start to delete it');
      assert.equal(await told('account.deleted', id), 1);
    });

    it('OW4: deletes an account after its grace period, even if it was suspended since', async () => {
      await grace(7);
      const people = [await addPerson(keyward), await addPerson(keyward)] as const;
      for (const { token } of people) await leave(token);
      const [, suspended] = people;
      const body = { account_id: suspended.id, status: 'suspended' };
      await keyward.call('PATCH', '/account/', { token: await root(), body });
      const login = { identifier: suspended.email, password: PASSWORD };
      assertRefusal(await keyward.call('POST', '/login', { body: login }), 403, 'AccountInactiveError');
      keyward.clock.advance(7 * DAY);
      await keyward.app.services.sweep();
      for (const { id } of people) {
        assert.equal(await exists(id), false);
        assert.equal(await told('account.deleted', id), 1);
      }
    });

    it('OW5: asks for recent authentication or the password', async () => {
      await grace(0);
      const { id, token } = await addPerson(keyward);
      keyward.clock.advance(11 * 60_000);
      assertRefusal(await leave(token), 403, 'ReauthenticationRequiredError');
      const wrong = await leave(token, { current_password: 'Wrong-guess-1' });
      assertRefusal(wrong, 401, 'InvalidCredentialsError');
      assert.equal(await exists(id), true);
      assert.equal((await leave(token, { current_password: PASSWORD })).status, 200);
    });

    it('OW5: exports all stored data, without secrets', async () => {
      const { id, email, token } = await addPerson(keyward);
      await keyward.app.services.store.accounts.update(id, { email_verified: 1 });
      await keyward.call('PATCH', '/me', { token, body: { metadata: { theme: 'dark' } } });
      await keyward.call('POST', '/send/email/otp/login', { body: { email } });
      const answer = await keyward.call('GET', '/me/export', { token });
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
      const account = asObject(answer.body['account']);
      assert.equal(account['id'], id);
      assert.deepEqual(account['metadata'], { theme: 'dark' });
      assert.equal(rowsOf(answer, 'sessions').length, 1);
      assert.equal(rowsOf(answer, 'codes')[0]?.['purpose'], 'login');
      const types = rowsOf(answer, 'events').map(({ type }) => type);
      for (const type of ['session.started', 'account.updated', 'code.sent', 'account.exported'])
        assert.ok(types.includes(type), `${type} in ${types.join()}`);
      assert.doesNotMatch(answer.text, /argon2|password_hash|code_hash|secret/);
      for (let count = 1; count < 10; count += 1) await keyward.call('GET', '/me/export', { token });
      assertRefusal(await keyward.call('GET', '/me/export', { token }), 429, 'RateLimitedError');
    });

    it('OW4: keeps the last active superadmin, whatever they request', async () => {
      const last = await addSuperadmin(keyward);
      await keyward.database.query(
        "update accounts set role = 'user' where role = 'superadmin' and id <> $1",
        [last.id],
      );
      assertRefusal(await leave(last.token), 409, 'LastSuperadminError');
      assert.equal((await keyward.call('GET', '/me', { token: last.token })).status, 200);
    });
  });
}
