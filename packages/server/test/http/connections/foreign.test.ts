import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { type Acme, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, signInBy, verifyDomain } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`connections of other organizations on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    let serial = 0;

    interface Stage {
      bank: Acme;
      email: string;
      /** The consultant enters by the bank's connection, and by that of the firm. */
      byBank: () => Promise<URLSearchParams>;
      byFirm: () => Promise<URLSearchParams>;
      /** The domain of the bank. */
      domain: string;
    }

    /** A consultant whom a bank has let in, and whose own firm connects its provider afterwards. */
    async function stage(at: 'bank' | 'firm' = 'firm'): Promise<Stage> {
      serial += 1;
      const [domain, firmDomain] = [`bank${serial}.example`, `firm${serial}.example`];
      const [bank, firm] = [
        await addOrganization(keyward, cast.root, cast.owner),
        await addOrganization(keyward, cast.root, cast.stranger),
      ];
      await verifyDomain(keyward, bank, domain);
      const email = `consultant@${at === 'bank' ? domain : firmDomain}`;
      const enter = (connection: Connected, sub: string) => () =>
        signInBy(keyward, connection, provider, { sub, email, name: 'Ada' });
      const trusted = { trust_factors: true };
      const byBank = enter(await connect(keyward, cast.owner, bank, provider, trusted), `bank-${email}`);
      await assertSignedIn(keyward, await byBank());
      await keyward.database.query('update accounts set email_verified = 1 where email = $1', [email]);
      if (at === 'firm') await verifyDomain(keyward, firm, firmDomain);
      const connected = await connect(keyward, cast.stranger, firm, provider, trusted);
      return { bank, email, domain, byBank, byFirm: enter(connected, `firm-${email}`) };
    }
    const require = (domain: string) =>
      keyward.database.query("update organization_domains set joining = 'require' where domain = $1", [
        domain,
      ]);
    const givePassword = (email: string) =>
      keyward.database.query(
        `update accounts set password_hash = (select password_hash from accounts where id = $1) where email = $2`,
        [cast.member.id, email],
      );
    const setPolicy = ({ path }: Acme, policy: object) =>
      keyward.call('PATCH', path, { token: cast.root.token, body: { policy } });
    const activate = ({ id }: Acme, token: string) =>
      keyward.call('POST', '/token/organization', { token, body: { organization: id } });
    async function missedAt(bank: Acme, token: string): Promise<unknown> {
      const { status, body, text } = await activate(bank, token);
      assert.equal(status, 403, text);
      return asObject(body['details'])['missing'];
    }

    it('sign in members of one that requires its own, but do not let them enter it', async () => {
      const { domain, byFirm, byBank, bank, email } = await stage();
      await assertSignedIn(keyward, await byFirm());
      await require(domain);
      const { token } = await assertSignedIn(keyward, await byFirm());
      const sent = { token, body: { organization: bank.id } };
      const refused = await keyward.call('POST', '/token/organization', sent);
      assert.equal(outcome(refused), '403 ConnectionRequiredError', refused.text);
      const { url } = asObject(asObject(refused.body['details'])['connection']);
      assert.match(asText(url), /\/auth\/connection\/con_[^/]+\/login$/);
      // Whatever else the person proves, and by the id of the bank.
      await givePassword(email);
      const proof = { token, body: { password: PASSWORD } };
      assert.equal((await keyward.call('POST', '/account/reauthenticate', proof)).status, 200);
      await keyward.database.query(
        `update memberships set roles = '["admin"]' where account_id in (
        select id from accounts where email = $1)`,
        [email],
      );
      const members = await keyward.call('GET', `${bank.path}/member`, { token });
      assert.equal(outcome(members), '403 ConnectionRequiredError');
      assert.equal((await keyward.call('POST', `${bank.path}/leave`, { token })).status, 200);
      // The domain of the email belongs to the firm by now.
      assertFailed(await byBank(), 'account_elsewhere');
      const own = await stage('bank');
      await require(own.domain);
      await assertSignedIn(keyward, await own.byBank());
    });

    it('do not hide a requirement behind the domain of the email', async () => {
      const { domain, byFirm, email, bank } = await stage();
      await assertSignedIn(keyward, await byFirm());
      await require(email.slice(email.indexOf('@') + 1));
      await require(domain);
      const { token } = await assertSignedIn(keyward, await byFirm());
      const sent = { token, body: { organization: bank.id } };
      assert.equal(
        outcome(await keyward.call('POST', '/token/organization', sent)),
        '403 ConnectionRequiredError',
      );
    });

    it('satisfy no policy that requires a connection or a second factor', async () => {
      const { bank, byFirm, email } = await stage();
      // Its word about factors counts once the identity is linked.
      await byFirm();
      const { token } = await assertSignedIn(keyward, await byFirm());
      assert.equal((await activate(bank, token)).status, 200);
      await setPolicy(bank, { methods: ['connection'] });
      assert.deepEqual(await missedAt(bank, token), ['methods']);
      await setPolicy(bank, { methods: null, require_second_factor: true });
      assert.deepEqual(await missedAt(bank, token), ['require_second_factor']);
      // O15-2: the word of the firm counts there, and a factor of Keyward for everybody.
      const { body } = await keyward.call('GET', '/me', { token });
      assert.deepEqual(asObject(body['session'])['amr'], ['fed']);
      await givePassword(email);
      const proof = { token, body: { password: PASSWORD } };
      assert.equal((await keyward.call('POST', '/account/reauthenticate', proof)).status, 200);
      await enrolTotp(keyward, { token });
      assert.equal((await activate(bank, token)).status, 200);
    });

    it('do not affect those of the organization itself', async () => {
      const { bank, byBank } = await stage('bank');
      await setPolicy(bank, { methods: ['connection'], require_second_factor: true });
      const { token } = await assertSignedIn(keyward, await byBank());
      assert.equal((await activate(bank, token)).status, 200);
    });

    it('keep nobody from signing in once the domain of the email has another owner', async () => {
      const { domain, email, bank } = await stage('bank');
      const other = `other${(serial += 1)}.example`;
      await verifyDomain(keyward, await addOrganization(keyward, cast.root, cast.stranger), other);
      await require(domain);
      await require(other);
      await givePassword(email);
      await keyward.database.query('update accounts set email = $1, email_key = $1 where email = $2', [
        `ada@${other}`,
        email,
      ]);
      const body = { identifier: `ada@${other}`, password: PASSWORD };
      const signedIn = await keyward.call('POST', '/login', { body });
      assert.equal(signedIn.status, 200, signedIn.text);
      const refused = await activate(bank, asText(signedIn.body['access_token']));
      assert.equal(outcome(refused), '403 ConnectionRequiredError');
    });
  });
}
