import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import {
  addMember,
  assertNoMail,
  assertSession,
  codeFor,
  suiteMailed,
  wrongCode,
} from '../codes/support/mailed.ts';
import { assertAdministered, assertAnswer, assertRefusal } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const NEW_PASSWORD = 'Another-horse-2';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`PATCH /account/ on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    const patch = (token: string | undefined, body: unknown) =>
      keyward.call('PATCH', '/account/', { token, body });

    it('200: changes the given fields, null clears, and the rest stays', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addPerson(keyward, { phone: '+4930900100' });
      const before = await accountRow(keyward, id);
      const fields = {
        name: 'Changed Name',
        handle: `Changed${kind}`,
        avatar_url: 'https://example.org/b.png',
        role: 'auditor',
      };
      keyward.clock.advance(1_000);
      const changed = await patch(token, { account_id: id, ...fields, phone: null });
      assert.equal(changed.status, 200, changed.text);
      assertAdministered(changed.body, { id, ...fields, phone: null, email: before['email'] });
      assert.equal((await accountRow(keyward, id))['password_hash'], before['password_hash']);
      const cleared = await patch(token, { account_id: id, avatar_url: null });
      assertAdministered(cleared.body, { name: 'Changed Name', avatar_url: null });
      assert.equal((await patch(token, { account_id: id })).status, 200);
    });

    it('PW10: a new password ends all sessions, invalidates old codes and is mailed to the owner', async () => {
      const { token } = await addSuperadmin(keyward);
      const member = await addMember(keyward);
      const second = await newSession(keyward, member.id);
      const otp = await codeFor(keyward, 'login', member.email);
      assert.equal((await patch(token, { account_id: member.id, password: NEW_PASSWORD })).status, 200);
      for (const session of [member, second]) {
        await assertSession(keyward, session.token, 'ended');
        const body = { refresh_token: session.refreshToken };
        assertRefusal(await keyward.call('POST', '/token/refresh', { body }), 401, 'InvalidTokenError');
      }
      const login = { body: { email: member.email, otp } };
      assert.equal((await keyward.call('POST', '/login/otp', login)).status, 404);
      await keyward.logIn(member.email, NEW_PASSWORD);
      const notice = await keyward.mail.nextMail(member.email);
      assert.match(notice.parsed.subject ?? '', /password .* was changed/i);
      assert.equal(notice.raw.includes(NEW_PASSWORD), false);
    });

    it('422: null removes no password, because its owner could be locked out', async () => {
      const { token } = await addSuperadmin(keyward);
      const member = await addMember(keyward);
      const answer = await patch(token, { account_id: member.id, password: null });
      assertRefusal(answer, 422, 'ValidationError', ['password']);
      await assertSession(keyward, member.token, 'alive');
      await keyward.logIn(member.email);
    });

    it('PW10: a new email is not verified unless the superadmin says so, and the old address gets a mail', async () => {
      const { token } = await addSuperadmin(keyward);
      const member = await addMember(keyward);
      const moved = await patch(token, { account_id: member.id, email: `moved-${kind}@example.net` });
      assertAdministered(moved.body, { email: `moved-${kind}@example.net`, email_verified: false });
      const notice = await keyward.mail.nextMail(member.email);
      assert.match(notice.parsed.subject ?? '', /email address .* was changed/i);
      await assertSession(keyward, member.token, 'ended');
      const vouched = { account_id: member.id, email: `vouched-${kind}@example.net`, email_verified: true };
      assertAdministered((await patch(token, vouched)).body, { email_verified: true });
      const spelling = { account_id: member.id, email: `Vouched-${kind}@example.net` };
      assertAdministered((await patch(token, spelling)).body, { email_verified: true });
      await keyward.mail.nextMail(`moved-${kind}@example.net`);
      await assertNoMail(keyward, `vouched-${kind}@example.net`);
    });

    it('SE4, SE9: a suspension takes effect at once on tokens, logins, codes and refreshes; lifting it revives none of them', async () => {
      const { token } = await addSuperadmin(keyward);
      const member = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', member.email);
      for (const status of ['suspended', 'pending', 'Active', 'anything else']) {
        assert.equal((await patch(token, { account_id: member.id, status })).status, 200);
        const attempts = [
          keyward.call('GET', '/me', { token: member.token }),
          keyward.call('POST', '/token/refresh', { body: { refresh_token: member.refreshToken } }),
          keyward.call('POST', '/login', { body: { identifier: member.email, password: PASSWORD } }),
          keyward.call('POST', '/login/otp', { body: { email: member.email, otp } }),
        ];
        for (const answer of await Promise.all(attempts)) assertRefusal(answer, 403, 'AccountInactiveError');
      }
      await patch(token, { account_id: member.id, status: 'active' });
      await assertSession(keyward, member.token, 'ended');
      assertRefusal(
        await keyward.call('POST', '/token/refresh', { body: { refresh_token: member.refreshToken } }),
        401,
        'InvalidTokenError',
      );
      const late = await keyward.call('POST', '/login/otp', { body: { email: member.email, otp } });
      assertError(late, 404, 'OTPNotFoundError');
      await assertSession(keyward, (await keyward.logIn(member.email)).token, 'alive');
    });

    it('SE5: a demotion takes effect at once and keeps the session', async () => {
      const { token } = await addSuperadmin(keyward);
      const other = await addSuperadmin(keyward);
      await keyward.app.services.store.accounts.update(other.id, { email_verified: 1 });
      const list = () => keyward.call('GET', '/account/', { token: other.token });
      assert.equal((await list()).status, 200);
      assert.equal((await patch(token, { account_id: other.id, role: 'user' })).status, 200);
      assertRefusal(await list(), 403, 'RoleMismatchError');
      await assertSession(keyward, other.token, 'alive');
      await patch(token, { account_id: other.id, role: 'superadmin' });
      // A promotion ends the sessions, because an attacker may have prepared one.
      await assertSession(keyward, other.token, 'ended');
    });

    it('SC4, AZ5: is recorded with old and new values, and the account of the token as actor', async () => {
      const root = await addSuperadmin(keyward);
      const { id, handle } = await addPerson(keyward, { name: 'Before' });
      const [event] = await eventsOf(keyward, () =>
        patch(root.token, {
          account_id: id,
          name: 'After',
          handle,
          status: 'suspended',
          password: NEW_PASSWORD,
        }),
      );
      assert.equal(event?.name, 'admin.account_changed');
      assert.equal(event.accountId, root.id);
      assert.equal(event.client?.path, '/auth/account/');
      assert.deepEqual(event.metadata, {
        account_id: id,
        before: { name: 'Before', status: 'active' },
        after: { name: 'After', status: 'suspended', password: 'changed' },
      });
    });

    it('400, 404, 409, 422: change nothing', async () => {
      const { token } = await addSuperadmin(keyward);
      const taken = await addPerson(keyward, { phone: '+4930900300' });
      const person = await addPerson(keyward, { name: 'Ada Lovelace' });
      const before = await accountRow(keyward, person.id);
      const change = (fields: Record<string, unknown>) =>
        patch(token, { account_id: person.id, name: 'New', ...fields });
      assertRefusal(await change({ password: 'abcdef1' }), 400, 'WeakPasswordError');
      assertRefusal(
        await change({ email: taken.email, password: NEW_PASSWORD }),
        409,
        'EmailAlreadyExistsError',
      );
      assertRefusal(await change({ handle: taken.handle.toUpperCase() }), 409, 'HandleAlreadyExistsError');
      assertRefusal(await change({ phone: '004930900300' }), 409, 'PhoneAlreadyExistsError');
      assertRefusal(await change({ email: 'nobody', role: '', uid: 'x' }), 422, 'ValidationError', [
        'email',
        'role',
        'uid',
      ]);
      assertRefusal(await patch(token, { name: 'New' }), 422, 'ValidationError', ['account_id']);
      assertRefusal(
        await patch(token, { account_id: 2 ** 50, password: NEW_PASSWORD }),
        404,
        'UserNotFoundError',
      );
      assert.deepEqual(await accountRow(keyward, person.id), before);
      await assertSession(keyward, person.token, 'alive');
    });

    it('401, 403: for superadmins only', () =>
      assertForSuperadmins(keyward, (token) => patch(token, { account_id: 1 })));
  });

  describe(`DELETE /account/ on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const remove = (token: string | undefined, body: unknown) =>
      keyward.call('DELETE', '/account/', { token, body });

    it('CL5: leaves nothing to the next owner of the email', async () => {
      const root = await addSuperadmin(keyward);
      const member = await addMember(keyward);
      const { email } = member;
      const otp = await codeFor(keyward, 'login', email);
      const wrong = { body: { email, otp: wrongCode(otp) } };
      assertError(await keyward.call('POST', '/link/login', wrong), 401, 'OTPInvalidError');
      await remove(root.token, { account_id: member.id });
      const next = await keyward.signUp({ email });
      // Neither the recent mail, nor the code, nor the guess remains.
      const fresh = await codeFor(keyward, 'login', email);
      for (const [code, status] of [
        [wrongCode(fresh), 401],
        [fresh, 200],
      ] as const)
        assert.equal(
          (await keyward.call('POST', '/login/otp', { body: { email, otp: code } })).status,
          status,
        );
      assert.ok(next.id > member.id);
    });

    it('SE4, SC4: deletes sessions, links and codes at once, and is recorded', async () => {
      const root = await addSuperadmin(keyward);
      const member = await addMember(keyward);
      await codeFor(keyward, 'reset', member.email);
      await keyward.database.query(
        `insert into provider_links (account_id, provider, subject, created_at) values ($1, 'https://id.example', $2, 0)`,
        [member.id, member.email],
      );
      const events = await eventsOf(keyward, async () =>
        assertAnswer(await remove(root.token, { account_id: member.id }), 200, {
          success: true,
          message: 'Account deleted successfully',
        }),
      );
      // The mail with the code may be sent meanwhile.
      const event = events.find(({ name }) => name === 'admin.account_deleted');
      assert.ok(event !== undefined);
      assert.equal(event.accountId, root.id);
      assert.equal(event.metadata?.['account_id'], member.id);
      await assertSession(keyward, member.token, 'ended');
      const login = { body: { identifier: member.email, password: PASSWORD } };
      assertRefusal(await keyward.call('POST', '/login/password', login), 404, 'UserNotFoundError');
      for (const [table, column, value] of [
        ['sessions', 'account_id', member.id],
        ['provider_links', 'account_id', member.id],
        ['codes', 'email_key', member.email],
        ['accounts', 'id', member.id],
      ] as const) {
        assert.deepEqual(
          await keyward.database.query(`select * from ${table} where ${column} = $1`, [value]),
          [],
          table,
        );
      }
      assertRefusal(await remove(root.token, { account_id: member.id }), 404, 'UserNotFoundError');
    });

    it('RL11: 422 for an invalid id', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const id of [-1, 0, 1.5, 2 ** 53, 2 ** 63, 1e308, '1', null, [1], true, undefined]) {
        assertRefusal(await remove(token, { account_id: id }), 422, 'ValidationError', ['account_id']);
      }
      assertRefusal(await remove(token, undefined), 422, 'ValidationError');
    });

    it('401, 403: for superadmins only', () =>
      assertForSuperadmins(keyward, (token) => remove(token, { account_id: 1 })));
  });
}
