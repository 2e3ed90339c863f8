import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { suiteCast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

const IT_ROLE = { name: 'it', permissions: ['org:read', 'org:connections:write'] };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`identities from before somebody vouched for a connection, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    let connection: Connected;
    let helper: SignedUp;
    let boss: SignedUp;

    before(async () => {
      const { status, text } = await keyward.call('PATCH', '/config/organizations', {
        token: cast.root.token,
        body: { roles: [IT_ROLE] },
      });
      assert.equal(status, 200, text);
    });
    beforeEach(async () => {
      [helper, boss] = [await acme.member('it'), await acme.member('member')];
      connection = await connect(keyward, helper, acme, provider);
    });

    const enter = (sub: string, { email }: { email: string }) =>
      signInBy(keyward, connection, provider, { sub, email, name: 'Ada' });
    const enters = async (...who: Parameters<typeof enter>) => assertSignedIn(keyward, await enter(...who));
    async function vouch(): Promise<void> {
      keyward.clock.advance(1_000);
      const { body, text } = await keyward.call('PATCH', connection.path, {
        token: cast.owner.token,
        body: {},
      });
      assert.equal(body['signs_in_owners'], true, text);
    }
    async function promote({ id }: SignedUp): Promise<void> {
      const { status, text } = await keyward.call('PATCH', `${acme.path}/member/${id}`, {
        token: cast.owner.token,
        body: { roles: ['owner'] },
      });
      assert.equal(status, 200, text);
    }
    const invitations = async ({ token }: { token: string }) =>
      (await keyward.call('GET', `${acme.path}/invitation`, { token })).status;
    const linksOf = async ({ token }: SignedUp) =>
      (await keyward.call('GET', '/event?type=provider.unlinked', { token })).text;

    for (const first of ['the helper', 'the owner of the account'])
      it(`reach the account of their email, when ${first} signs in first`, async () => {
        const planted = await enters('helper', boss);
        assert.equal(planted.account['id'], boss.id);
        await vouch();
        await promote(boss);
        assert.equal(await invitations(planted), 403);
        const signIns = [
          async () => assert.equal((await enters('helper', helper)).account['id'], helper.id),
          async () => {
            const own = await enters('boss', boss);
            assert.equal(own.account['id'], boss.id);
            assert.equal(await invitations(own), 200);
          },
        ];
        for (const signIn of first === 'the helper' ? signIns : signIns.toReversed()) await signIn();
        // No other identity can take it over now.
        assertFailed(await enter('another', boss), 'oauth_already_linked');
        assert.match(await linksOf(cast.root), /provider.unlinked/);
      });

    it('reach nobody either once somebody else with the same rights vouches', async () => {
      const peer = await acme.member('owner');
      const made = await connect(keyward, peer, acme, provider);
      connection = made;
      assert.equal((await enters('helper', boss)).account['id'], boss.id);
      await vouch();
      await promote(boss);
      assert.equal((await enters('helper', helper)).account['id'], helper.id);
    });

    it('reach no account without an email', async () => {
      await enters('helper', boss);
      await vouch();
      assertFailed(await enter('helper', { email: '' }), 'provider_email_missing');
    });

    it('stay where the provider still names the email, which may change again', async () => {
      assert.equal((await enters('boss', boss)).account['id'], boss.id);
      await vouch();
      assert.equal((await enters('boss', boss)).account['id'], boss.id);
      const other = { email: acme.newEmail() };
      assert.equal((await enters('boss', other)).account['id'], boss.id);
    });

    it('stay when nobody is trusted for more than before', async () => {
      await vouch();
      await enters('boss', boss);
      const saved = await keyward.call('PATCH', connection.path, {
        token: cast.owner.token,
        body: { name: 'Renamed', keep_roles: true },
      });
      assert.equal(saved.status, 200, saved.text);
      assert.equal((await enters('boss', { email: acme.newEmail() })).account['id'], boss.id);
    });
  });
}
