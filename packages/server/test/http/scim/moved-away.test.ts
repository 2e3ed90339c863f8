import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { codeIn } from '../../support/mail-server.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { membersOf } from '../organizations/help.ts';
import { moveUnproven, newSession } from '../people.ts';
import { addStage, onUser, patch, type Stage } from './help.ts';

const INACTIVE = patch({ op: 'replace', path: 'active', value: false });

for (const kind of databasesFor(import.meta.filename)) {
  describe(`accounts that a provider has opened, and that have moved away, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { ...CONNECTIONS_ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    let serial = 0;

    const post = (path: string, body: object, token?: string) =>
      keyward.call('POST', path, { body, ...(token !== undefined && { token }) });
    const statusOf = async (token: string) => (await keyward.call('GET', '/me', { token })).status;
    const accountOf = async (uid: string) => {
      const [row] = await keyward.database.query('select * from accounts where uid = $1', [uid]);
      return row;
    };
    const isMember = async ({ cast, acme }: Stage, id: number) =>
      (await membersOf(keyward, cast.root, acme))[id] !== undefined;

    /** The provider opens an account, which moves to another mailbox. */
    async function movedAway(stage: Stage) {
      const made = await stage.provider.add();
      const id = Number((await accountOf(made.id))?.['id']);
      const email = `elsewhere${(serial += 1)}@free.example`;
      await moveUnproven(keyward, stage.cast.root, { id }, email);
      const { token } = await newSession(keyward, id);
      return { made, id, token, email };
    }

    const PROOFS: Record<string, (email: string) => Promise<unknown>> = {
      'a sign-in by a code': async (email) =>
        post('/login/otp', { email, otp: await codeFor(keyward, 'login', email) }),
      'a reset': async (email) =>
        post('/forgot/password', { email, otp: await codeFor(keyward, 'reset', email), password: PASSWORD }),
      'a code to verify': async (email) =>
        post('/link/verify', { email, otp: await codeFor(keyward, 'verify', email) }),
    };
    for (const [name, prove] of Object.entries(PROOFS))
      it(`O7-3: are no longer the organization’s after a first proof by ${name}`, async () => {
        const stage = await addStage(keyward);
        const { made, id, email } = await movedAway(stage);
        assert.ok(await isMember(stage, id));
        await prove(email);
        assert.equal((await accountOf(made.id))?.['email_verified'], 1);
        assert.ok(!(await isMember(stage, id)));
        const { token } = await newSession(keyward, id);
        for (const [method, body] of [['PATCH', INACTIVE], ['DELETE']] as const) {
          const answer = await stage.provider.send(method, onUser(made), body);
          assert.ok(answer.status < 300, answer.text);
          assert.equal(await statusOf(token), 200, method);
          assert.equal((await accountOf(made.id))?.['deletion_at'], null, method);
        }
      });

    it('O7-3: keep their sessions and stay, when their members have proven a private mailbox', async () => {
      const stage = await addStage(keyward);
      const { made, id, token, email } = await movedAway(stage);
      const own = await post('/link/verify', { email, otp: await codeFor(keyward, 'verify', email) }, token);
      assert.equal(own.status, 200, own.text);
      assert.ok(await isMember(stage, id));
      assert.equal((await stage.provider.send('PATCH', onUser(made), INACTIVE)).status, 200);
      assert.ok(!(await isMember(stage, id)));
      assert.equal(await statusOf(token), 200);
      assert.equal((await stage.provider.send('DELETE', onUser(made))).status, 204);
      assert.equal(await statusOf(token), 200);
      assert.equal((await accountOf(made.id))?.['deletion_at'], null);
    });

    it('O7-3: are not the provider’s to delete after they have come back', async () => {
      const stage = await addStage(keyward);
      const { made, token, email } = await movedAway(stage);
      const back = String(made['userName']);
      for (const address of [email, back]) {
        if (address === back) {
          await keyward.mail.nextMail(back);
          await keyward.call('PATCH', '/me', { token, body: { email: back } });
        }
        const otp =
          address === back
            ? codeIn(await keyward.mail.nextMail(back))
            : await codeFor(keyward, 'verify', address);
        assert.equal((await post('/link/verify', { email: address, otp }, token)).status, 200);
      }
      assert.equal((await stage.provider.send('DELETE', onUser(made))).status, 204);
      assert.equal((await accountOf(made.id))?.['deletion_at'], null);
    });
  });
}
