import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startOidcProvider, type TestOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addCast, addMember, addOrganization, type Cast, membersOf, outcome } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { GROUP, USER } from '../scim/help.ts';
import { connect, CONNECTIONS_ON, signInBy, verifyDomain } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what an API key has made in organizations, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let provider: TestOidcProvider;
    let cast: Cast;
    let serial = 0;

    before(async () => {
      provider = await startOidcProvider();
      cast = await addCast(keyward);
    });
    after(() => provider[Symbol.asyncDispose]());

    for (const revoked of [false, true])
      it(`gives ${revoked ? 'only what plain members have once the key is revoked' : 'everything while the key exists'}`, async () => {
        const acme = await addOrganization(keyward, cast.root, cast.owner);
        const domain = `keys${(serial += 1)}.example`;
        await verifyDomain(keyward, acme, domain);
        const mailbox = () => `p${(serial += 1)}@${domain}`;
        const boss = await addPerson(keyward, { email: mailbox(), verified: true });
        await addMember(keyward, cast.root, acme, boss, 'owner');
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
        const invited = await addPerson(keyward, { email: mailbox(), verified: true });
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
        const newcomer = await assertSignedIn(keyward, await enter(mailbox(), ['bosses']));
        assert.deepEqual(await roles(newcomer.account['id']), given);
        const asBoss = await enter(boss.email);
        if (revoked) assertFailed(asBoss, 'connection_unapproved');
        else await assertSignedIn(keyward, asBoss);

        const send = async (path: string, sent: object) => {
          const headers = { 'content-type': 'application/scim+json' };
          const how = { token: asText(scim.body['token']), body: sent, headers };
          const done = await keyward.call('POST', `/scim/v2/${connection.id}${path}`, how);
          assert.equal(done.status, 201, done.text);
          return JSON.parse(done.text);
        };
        const { id, userName } = await send('/Users', { schemas: [USER], userName: mailbox() });
        await send('/Groups', { schemas: [GROUP], displayName: 'bosses', members: [{ value: id }] });
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
