import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswer, assertRefusal, timestampOf } from '../expectations.ts';
import { addMember, codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, NOT_COUNTS, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`administration of codes on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const list = async (token: string | undefined, query = '') =>
      rowsOf(await keyward.call('GET', `/otp/?${query}`, { token }), 'otps');
    const remove = (path: string, token: string | undefined) => keyward.call('DELETE', path, { token });

    it('OT2: GET /otp/ 200: what was sent to whom and its outcome, and never the code', async () => {
      const { token } = await addSuperadmin(keyward);
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const sent = keyward.clock.now();
      const identifier = `identifier=${email.toUpperCase()}`;
      const [row, ...none] = await list(token, identifier);
      assert.deepEqual(none, []);
      const expected = {
        id: row?.['id'],
        identifier: email,
        purpose: 'login',
        attempts: 0,
        created_at: timestampOf(sent),
        expires_at: timestampOf(sent + 600_000),
        used_at: null,
      };
      assert.deepEqual(row, expected);
      const whole = await keyward.call('GET', '/otp/', { token });
      const [stored] = await keyward.database.query('select code_hash from codes where email_key = $1', [
        email,
      ]);
      assert.equal(whole.text.includes(otp) || whole.text.includes(String(stored?.['code_hash'])), false);

      assert.equal((await list(token, `${identifier}&used=false&expired=false&purpose=login`)).length, 1);
      assert.equal((await list(token, `${identifier}&purpose=reset`)).length, 0);
      await keyward.call('POST', '/login/otp', { body: { email, otp } });
      assert.deepEqual(await list(token, `${identifier}&used=true`), [
        { ...expected, used_at: timestampOf(sent) },
      ]);
      for (const query of [identifier, `${identifier}&used=false`, `field=id&value=${String(row?.['id'])}`])
        assert.deepEqual(await list(token, query), [], 'used ones are left out');
      keyward.clock.advance(600_000);
      assert.equal((await list(token, `${identifier}&used=true&expired=true`)).length, 1);
      assert.equal((await list(token, `${identifier}&used=true&expired=false`)).length, 0);
      assert.deepEqual(await list(token, 'identifier=%25'), []);
    });

    it('GET /otp/ finds by field and value', async () => {
      const { token } = await addSuperadmin(keyward);
      await remove('/otp/clear', token);
      const { email } = await addMember(keyward);
      await codeFor(keyward, 'reset', email);
      const [row = {}] = await list(token);
      const day = String(row['created_at']).slice(0, 10);
      for (const [field, value, found] of [
        ['id', row['id'], 1],
        ['id', '999999', 0],
        ['identifier', email.slice(2, 9).toUpperCase(), 1],
        ['identifier', '%', 0],
        ['purpose', 'ESE', 1],
        ['purpose', 'login', 0],
        ['attempts', 0, 1],
        ['attempts', 2 ** 31, 0],
        ['created_at', day, 1],
        ['expires_at', day.slice(0, 4), 1],
        ['expires_at', '1999', 0],
        ['used_at', day, 0],
      ] as const) {
        const rows = await list(token, `field=${field}&value=${encodeURIComponent(String(value))}`);
        assert.equal(rows.length, found, `${field} ${String(value)}`);
      }
      const answer = await keyward.call('GET', '/otp/?field=code_hash&value=x', { token });
      assertRefusal(answer, 422, 'ValidationError', ['field']);
    });

    it('DELETE /otp/ removes one code, which is recorded', async () => {
      const root = await addSuperadmin(keyward);
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const [row] = await list(root.token, `identifier=${email}`);
      const body = { id: Number(row?.['id']) };
      const events = await eventsOf(keyward, async () => {
        const message = 'Code removed successfully';
        const removed = await keyward.call('DELETE', '/otp/', { token: root.token, body });
        assertAnswer(removed, 200, { success: true, message });
      });
      assert.deepEqual(
        events.filter(({ name }) => name === 'admin.codes_removed').map(({ metadata }) => metadata),
        [{ code_id: body.id, purpose: 'login', count: 1 }],
      );
      assert.equal((await keyward.call('POST', '/login/otp', { body: { email, otp } })).status, 404);
      const again = await keyward.call('DELETE', '/otp/', { token: root.token, body });
      assertRefusal(again, 404, 'OTPNotFoundError');
      await assertForSuperadmins(keyward, (token) => keyward.call('DELETE', '/otp/', { token, body }));
    });

    it('DELETE /otp/cleanup removes expired rows, /otp/clear everything; both are recorded', async () => {
      const root = await addSuperadmin(keyward);
      const { token } = root;
      await remove('/otp/clear', token);
      const [old, live] = [await addMember(keyward), await addMember(keyward)];
      await codeFor(keyward, 'login', old.email);
      keyward.clock.advance(600_000);
      const otp = await codeFor(keyward, 'login', live.email);
      const message = 'Expired codes removed successfully';
      const events = await eventsOf(keyward, async () => {
        assertAnswer(await remove('/otp/cleanup', token), 200, { success: true, message, count: 1 });
        assert.deepEqual(
          (await list(token)).map(({ identifier }) => identifier),
          [live.email],
        );
        assertAnswer(await remove('/otp/clear', token), 200, {
          success: true,
          message: 'All codes removed successfully',
          count: 1,
        });
      });
      const told = events.filter(({ name }) => name === 'admin.codes_removed');
      assert.deepEqual(
        told.map(({ accountId, metadata }) => ({ accountId, ...metadata })),
        [
          { accountId: root.id, which: 'expired', count: 1 },
          { accountId: root.id, which: 'all', count: 1 },
        ],
      );
      assert.deepEqual(await list(token), []);
      const login = { body: { email: live.email, otp } };
      assert.equal((await keyward.call('POST', '/login/otp', login)).status, 404);
    });

    it('RL11: 422 for an invalid page, limit or filter', async () => {
      const { token } = await addSuperadmin(keyward);
      const queries = NOT_COUNTS.flatMap((value) => [`page=${value}`, `limit=${value}`]);
      for (const query of [...queries, 'used=1', 'expired=x', 'purpose=other', 'sort=code_hash']) {
        const answer = await keyward.call('GET', `/otp/?${query}`, { token });
        assertRefusal(answer, 422, 'ValidationError', [query.replace(/=.*/, '')]);
      }
    });

    it('401, 403: for superadmins only', async () => {
      await assertForSuperadmins(keyward, (token) => keyward.call('GET', '/otp/', { token }));
      for (const path of ['/otp/cleanup', '/otp/clear']) {
        await assertForSuperadmins(keyward, (token) => remove(path, token));
      }
    });
  });
}
