import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin } from '../../../http/admin/admin.ts';
import { addMember, codeFor, suiteMailed } from '../../../http/codes/support/mailed.ts';
import { beginTotp, codeOf, enrolTotp } from '../../../http/factors/enrol.ts';
import type { Answer } from '../../../support/keyward.ts';
import { databasesFor } from '../../../support/usual-size.ts';

const NEW_PASSWORD = 'Different-horse-2';

/** The tables that acts on accounts write, except for counters of guesses. */
const WRITTEN = ['accounts', 'sessions', 'totps', 'recovery_codes', 'email_changes', 'events'];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`mails and their acts, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    const call = (method: string, path: string, token: string | undefined, body?: object) =>
      keyward.call(method, path, { token, ...(body !== undefined && { body }) });

    const withFactor = async () => {
      const member = await addMember(keyward);
      return { ...member, ...(await enrolTotp(keyward, member)) };
    };

    /** Prepares each act, and returns its last request. */
    const ACTS: Record<string, () => Promise<() => Promise<Answer>>> = {
      'a new password': async () => {
        const { token } = await addMember(keyward);
        return () => call('PUT', '/update/password', token, { password: NEW_PASSWORD });
      },
      'a new email': async () => {
        const { token, email } = await addMember(keyward);
        return () => call('PATCH', '/me', token, { email: `moved.${email}` });
      },
      'a reset': async () => {
        const { email } = await addMember(keyward);
        const otp = await codeFor(keyward, 'reset', email);
        return () => call('POST', '/forgot/password', undefined, { email, otp, password: NEW_PASSWORD });
      },
      'the first proof of a mailbox': async () => {
        const { email } = await addMember(keyward, { verified: false });
        const otp = await codeFor(keyward, 'verify', email);
        return () => call('POST', '/link/verify', undefined, { email, otp });
      },
      'a new factor': async () => {
        const { token } = await addMember(keyward);
        const secret = await beginTotp(keyward, token);
        return () => call('POST', '/account/totp/confirm', token, { code: codeOf(keyward, secret) });
      },
      'new recovery codes': async () => {
        const { token } = await withFactor();
        return () => call('POST', '/account/recovery-codes', token);
      },
      'a removed factor': async () => {
        const { token } = await withFactor();
        return () => call('DELETE', '/account/totp', token);
      },
      'a used recovery code': async () => {
        const { token, codes } = await withFactor();
        return () => call('POST', '/account/reauthenticate', token, { code: codes[0] });
      },
      'a deletion': async () => {
        const { token } = await addMember(keyward);
        return () => call('DELETE', '/me', token);
      },
      'a password by a superadmin': async () => {
        const { id } = await addMember(keyward);
        const { token } = await addSuperadmin(keyward);
        return () => call('PATCH', '/account', token, { account_id: id, password: NEW_PASSWORD });
      },
      'a reset of factors by a superadmin': async () => {
        const { id } = await withFactor();
        const { token } = await addSuperadmin(keyward);
        return () => call('DELETE', `/account/factors?account_id=${id}`, token);
      },
    };

    const state = async () => {
      const tables = WRITTEN.map((table) => keyward.database.query(`select * from ${table} order by 1, 2`));
      // An event gets its position a moment after its act.
      return (await Promise.all(tables)).map((rows) => rows.map((row) => ({ ...row, position: null })));
    };

    for (const [name, prepare] of Object.entries(ACTS))
      it(`${name}: nothing happens without the mail that tells the owner`, async () => {
        const { database, unexpected } = keyward;
        const act = await prepare();
        const before = await state();
        await database.query('alter table mail_queue rename to gone');
        const refused = await act();
        await database.query('alter table gone rename to mail_queue');
        assert.ok(refused.status >= 500, refused.text);
        assert.deepEqual(await state(), before);
        unexpected.length = 0;
        const answer = await act();
        assert.equal(answer.status, 200, answer.text);
        assert.notDeepEqual(await state(), before);
      });
  });
}
