import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { asObject } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { addOther, addStage, patch, type Resource, resourceIn, type TestProvider } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the email of provisioned people on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { ...CONNECTIONS_ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' } });

    const accountOf = async ({ id }: Resource) => {
      const [row] = await keyward.database.query('select * from accounts where uid = $1', [id]);
      return accountRow(keyward, Number(row?.['id']));
    };
    const rename = async (provider: TestProvider, made: Resource) => {
      const email = `moved-${String(made['userName'])}`;
      const change = patch({ op: 'replace', path: 'userName', value: email });
      const answer = resourceIn(await provider.send('PATCH', `/Users/${made.id}`, change));
      assert.equal(answer['userName'], email);
      return email;
    };
    /** The new email is mailed a code, and the old one a link; the account stays. */
    async function assertAsked(provider: TestProvider, made: Resource) {
      const before = await accountOf(made);
      const email = await rename(provider, made);
      const toOld = await keyward.mail.nextMail(String(made['userName']));
      const code = codeIn(await keyward.mail.nextMail(email));
      const undo = new URL(linkIn(toOld));
      assert.equal(undo.pathname, '/email-undo');
      assert.equal((await accountOf(made))['email'], before['email']);
      return { email, code, undo: undo.searchParams.get('token') };
    }

    it('changes with the provider’s for accounts that are its own', async () => {
      const { provider } = await addStage(keyward);
      const made = await provider.add();
      const email = await rename(provider, made);
      assert.equal((await accountOf(made))['email'], email);
    });

    it('leaves no credential of the earlier mailbox to the owner of the new one', async () => {
      const { provider } = await addStage(keyward);
      const made = await provider.add();
      const id = Number((await accountOf(made))['id']);
      const { token } = await newSession(keyward, id);
      await keyward.app.services.store.providerLinks.insert({
        account_id: id,
        provider: 'https://planted.example',
        subject: 'thief',
        created_at: keyward.clock.now(),
      });
      const planted = 'Planted-horse-1';
      const set = await keyward.call('PUT', '/update/password', { token, body: { password: planted } });
      assert.equal(set.status, 200, set.text);
      await keyward.call('PATCH', '/me', { token, body: { phone: '+491709998877' } });
      const identifier = await rename(provider, made);
      const refused = await keyward.call('POST', '/login', { body: { identifier, password: planted } });
      assert.equal(refused.status, 401, refused.text);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
      const { password_hash: hash, phone, email_verified: verified } = await accountOf(made);
      assert.deepEqual([hash, phone, verified], [null, null, 1]);
      const links = await keyward.app.services.store.providerLinks.ofAccount(id);
      assert.deepEqual(links, []);
    });

    it('stays until somebody with the account confirms it, if the account was adopted', async () => {
      const { provider } = await addStage(keyward);
      const grace = await addPerson(keyward, { email: `grace@${provider.domain}`, verified: true });
      const made = await provider.add({ userName: grace.email });
      const { email, code, undo } = await assertAsked(provider, made);
      const body = { email, otp: code };
      // The admin of the domain reads the new mailbox.
      assert.equal((await keyward.call('POST', '/link/verify', { body })).status, 403);
      const confirmed = await keyward.call('POST', '/link/verify', { token: grace.token, body });
      assert.equal(confirmed.status, 200, confirmed.text);
      assert.equal((await accountOf(made))['email'], email);
      assert.equal((await keyward.call('POST', '/email/undo', { body: { token: undo } })).status, 200);
      assert.equal((await accountOf(made))['email'], grace.email);
      // Nothing is asked again for the same email.
      const other = patch({ op: 'replace', path: 'displayName', value: 'Grace' });
      assert.equal((await provider.send('PATCH', `/Users/${made.id}`, other)).status, 200);
      assert.equal((await accountOf(made))['email'], grace.email);
    });

    it('does not replace a change that the owner has asked for', async () => {
      const { cast, provider } = await addStage(keyward);
      const grace = await addPerson(keyward, { email: `grace@${provider.domain}`, verified: true });
      const made = await provider.add({ userName: grace.email });
      const confirms = async (confirm_email_change: boolean) => {
        const setting = { token: cast.root.token, body: { confirm_email_change } };
        assert.equal((await keyward.call('PATCH', '/config/signup', setting)).status, 200);
      };
      await confirms(true);
      const body = { email: `own.${grace.id}@private.example` };
      const own = await keyward.call('PATCH', '/me', { token: grace.token, body });
      assert.equal(own.body['pending_email'], body.email, own.text);
      await rename(provider, made);
      const me = await keyward.call('GET', '/me', { token: grace.token });
      assert.equal(asObject(me.body['account'])['pending_email'], body.email, me.text);
      await confirms(false);
    });

    it('stays for members of other organizations, and with second factors', async () => {
      const stage = await addStage(keyward);
      const { cast, provider } = stage;
      const member = await provider.add();
      const other = await addOther(keyward, stage);
      const body = { account_id: (await accountOf(member))['id'] };
      const joined = await keyward.call('POST', `${other.acme.path}/member`, {
        token: cast.root.token,
        body,
      });
      assert.equal(joined.status, 201, joined.text);
      await assertAsked(provider, member);

      const guarded = await provider.add();
      const { token } = await newSession(keyward, Number((await accountOf(guarded))['id']));
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
      await keyward.database.query('update accounts set second_factors = 1 where uid = $1', [guarded.id]);
      await assertAsked(provider, guarded);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
    });
  });
}
