import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { membersOf, outcome, suiteCast } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { GROUP, resourceIn, scimSender, USER } from '../scim/help.ts';
import { connect, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what an API key has made in organizations, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);

    for (const revoked of [false, true])
      it(`gives ${revoked ? 'only what plain members have once the key is revoked' : 'everything while the key exists'}`, async () => {
        const boss = await acme.member('owner');
        const made = await keyward.call('POST', '/apikey', {
          token: cast.root.token,
          body: { name: 'provisioning', scopes: ['organizations:write'] },
        });
        const key = { token: asText(made.body['key']) };
        const mapping = { bosses: ['owner'] };
        const connection = await connect(keyward, key, acme, provider, { mapping });
        const scim = await keyward.call('POST', `${connection.path}/scim_token`, key);
        const portal = await keyward.call('POST', `${acme.path}/portal`, {
          ...key,
          body: { sections: ['scim'] },
        });
        const link = { token: new URL(asText(portal.body['url'])).hash.slice(1) };
        const invited = await addPerson(keyward, { email: acme.newEmail(), verified: true });
        const body = { emails: [invited.email], roles: ['owner'] };
        assert.equal((await keyward.call('POST', `${acme.path}/invitation`, { ...key, body })).status, 200);
        if (revoked) {
          const id = String(made.body['id']);
          const ended = await keyward.call('DELETE', `/apikey/${id}`, { token: cast.root.token });
          assert.equal(ended.status, 200, ended.text);
        }

        const roles = async (id: unknown) => (await membersOf(keyward, cast.root, acme))[Number(id)];
        const given = revoked ? ['member'] : ['owner'];
        const enter = (email: string, groups: string[] = []) =>
          signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada', groups });
        const newcomer = await assertSignedIn(keyward, await enter(acme.newEmail(), ['bosses']));
        assert.deepEqual(await roles(newcomer.account['id']), given);
        const asBoss = await enter(boss.email);
        if (revoked) assertFailed(asBoss, 'connection_unapproved');
        else await assertSignedIn(keyward, asBoss);

        const send = scimSender(keyward, connection.id, scim.body['token']);
        const userName = acme.newEmail();
        const { id } = resourceIn(await send('POST', '/Users', { schemas: [USER], userName }), 201);
        const bosses = { schemas: [GROUP], displayName: 'bosses', members: [{ value: id }] };
        resourceIn(await send('POST', '/Groups', bosses), 201);
        const provisioned = await assertSignedIn(keyward, await enter(userName));
        assert.deepEqual(await roles(provisioned.account['id']), given);

        const opened = await keyward.call('GET', '/portal/', link);
        assert.equal(outcome(opened), revoked ? '400 PortalInvalidError' : 'ok');
        const received = await keyward.call('GET', '/me/invitations', invited);
        const [invitation] = Object(received.body['invitations']);
        const accepted = await keyward.call('POST', '/invitation/accept', {
          token: invited.token,
          body: { id: invitation.id },
        });
        assert.equal(outcome(accepted), revoked ? '400 InvitationInvalidError' : 'ok');
        await keyward.call('PATCH', connection.path, { token: cast.owner.token, body: {} });
        await assertSignedIn(keyward, await enter(boss.email));
      });
  });
}
