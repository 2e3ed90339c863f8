import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { codeIn } from '../../support/mail-server.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { asObject, asText } from '../expectations.ts';
import { codeOf, enrolTotp } from '../factors/enrol.ts';
import { type Acme, addMember, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertSignedIn, FRONTEND } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy, verifyDomain } from './help.ts';

function assertReauthentication(answer: Answer, of = ''): void {
  assert.equal(outcome(answer), '403 ReauthenticationRequiredError', `${of} ${answer.text}`);
}

/** What changes the credentials of an account, or ends what others have. */
const OWN_ACTS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['PUT', '/update/password', { password: 'Laundered-horse-1' }],
  ['PATCH', '/me', { email: 'thief@example.net' }],
  ['PATCH', '/me', { handle: 'the.thief' }],
  ['PATCH', '/me', { phone: '+491701112223' }],
  ['POST', '/account/totp'],
  ['DELETE', '/account/totp'],
  ['POST', '/account/recovery-codes'],
  ['POST', '/account/passkeys/options'],
  ['POST', `/account/oauth/link/idp1?${new URLSearchParams({ frontend_url: FRONTEND }).toString()}`],
  ['DELETE', '/me/sessions'],
  ['DELETE', '/me/sessions/1'],
  ['POST', '/logout-all'],
  ['DELETE', '/me', {}],
];

/** What the owner of an organization may do there. */
const OWNER_ACTS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/member'],
  ['GET', '/invitation'],
  ['GET', '/connection'],
  ['GET', '/event'],
  ['PATCH', '', { name: 'Taken' }],
  ['POST', '/invitation', { emails: ['thief@example.net'], roles: ['admin'] }],
  ['POST', '/portal', { sections: ['domains'] }],
  ['POST', '/domain', { domain: 'thief.example' }],
  ['DELETE', '/domain/thief.example'],
  ['DELETE', ''],
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sessions that connections began, outside of their organization, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: {
        ...CONNECTIONS_ON,
        KEYWARD_LIMIT_MAILBOX: '1000/1h',
        KEYWARD_IDP1_CLIENT_ID: 'keyward',
        KEYWARD_IDP1_CLIENT_SECRET: 'secret',
      },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    let person: SignedUp;
    let own: Acme;

    beforeEach(async () => {
      person = await addPerson(keyward, { email: acme.newEmail(), verified: true });
      own = await addOrganization(keyward, cast.root, person);
    });

    const enter = async (connection: Connected) =>
      assertSignedIn(
        keyward,
        await signInBy(keyward, connection, provider, { sub: 'ada', email: person.email, name: 'Ada' }),
      );
    const send = (token: string, method: string, path: string, body?: object) =>
      keyward.call(method, path, { token, ...(body !== undefined && { body }) });
    const activate = (token: string, { id }: Acme) =>
      send(token, 'POST', '/token/organization', { organization: id });
    const permissionsIn = async (token: string, organization: Acme) => {
      const turned = await activate(token, organization);
      assert.equal(turned.status, 200, turned.text);
      const me = await keyward.call('GET', '/me', { token: asText(turned.body['access_token']) });
      return asObject(me.body['organization'])['permissions'];
    };
    async function assertBounded(token: string): Promise<void> {
      for (const [method, path, body] of OWN_ACTS)
        assertReauthentication(await send(token, method, path, body), `${method} ${path}`);
      for (const [method, path, body] of OWNER_ACTS)
        assertReauthentication(await send(token, method, own.path + path, body), `${method} …${path}`);
      assert.deepEqual(await permissionsIn(token, own), ['org:read']);
      assert.equal((await send(token, 'GET', own.path)).status, 200);
      assert.equal((await send(token, 'PATCH', '/me', { name: 'Ada L.' })).status, 200);
    }
    const prove = (token: string, body: object) => send(token, 'POST', '/account/reauthenticate', body);

    it('have the rights of plain members, and change no credential, whoever made the connection', async () => {
      await addMember(keyward, cast.root, acme, person, 'admin');
      for (const maker of [cast.owner, cast.root]) {
        const { token } = await enter(await connect(keyward, maker, acme, provider));
        await assertBounded(token);
        assert.equal((await send(token, 'GET', `${acme.path}/member`)).status, 200);
        await keyward.database.query('delete from provider_links');
      }
    });

    it('O7-5: show only the default role in other organizations, and nobody’s show roles that are gone', async () => {
      const define = async (...names: string[]) => {
        const body = { roles: names.map((name) => ({ name, permissions: [] })) };
        const set = await send(cast.root.token, 'PATCH', '/config/organizations', body);
        assert.equal(set.status, 200, set.text);
      };
      const rolesIn = async (token: string) => {
        const turned = await activate(token, other);
        assert.equal(turned.status, 200, turned.text);
        const me = await keyward.call('GET', '/me', { token: asText(turned.body['access_token']) });
        return asObject(me.body['organization'])['roles'];
      };
      await define('auditor', 'gone');
      const other = await addOrganization(keyward, cast.root, cast.stranger);
      await addMember(keyward, cast.root, other, person, 'member', 'auditor', 'gone');
      await define('auditor');
      const { token } = await enter(await connect(keyward, cast.owner, acme, provider));
      assert.deepEqual(await rolesIn(token), ['member']);
      assert.deepEqual(await rolesIn((await keyward.logIn(person.email)).token), ['member', 'auditor']);
    });

    it('make nothing in the organization that outlasts the trust in the connection', async () => {
      await addMember(keyward, cast.root, acme, person, 'owner');
      const connection = await connect(keyward, cast.owner, acme, provider);
      const { token } = await enter(connection);
      const oidc = { issuer: provider.issuer, client_id: 'a', client_secret: 'b' };
      const lasting: typeof OWNER_ACTS = [
        ['POST', '/connection', { name: 'Theirs', oidc }],
        ['PATCH', `/connection/${connection.id}`, {}],
        ['POST', `/connection/${connection.id}/scim_token`],
        ['POST', '/portal', { sections: ['connections'] }],
        ['POST', '/transfer', { account_id: cast.owner.id }],
        ['PATCH', `/member/${cast.owner.id}`, { roles: ['member'] }],
        ['PATCH', '', { policy: { session_minutes: 5 } }],
      ];
      for (const [method, path, body] of lasting)
        assertReauthentication(await send(token, method, acme.path + path, body), `${method} …${path}`);
      const body = { emails: ['thief@example.net'], roles: ['owner'] };
      const invited = await send(token, 'POST', `${acme.path}/invitation`, body);
      assert.match(invited.text, /ReauthenticationRequiredError/);
      assert.equal((await prove(token, { password: PASSWORD })).status, 200);
      assert.equal(outcome(await send(token, 'POST', `${acme.path}/connection`, lasting[0]?.[2])), 'ok');
    });

    it('have them once their owner proves a credential of the account', async () => {
      const connection = await connect(keyward, cast.owner, acme, provider);
      const { token } = await enter(connection);
      await assertBounded(token);
      assert.equal((await prove(token, { password: PASSWORD })).status, 200);
      for (const [method, path, body] of OWNER_ACTS.slice(0, 6))
        assert.equal(outcome(await send(token, method, own.path + path, body)), 'ok', `${method} ${path}`);
      assert.equal((await send(token, 'POST', '/account/totp')).status, 200);
    });

    it('confirm no change of the email, which a session of the account then can', async () => {
      const { token } = await enter(await connect(keyward, cast.owner, acme, provider));
      const confirms = (confirm_email_change: boolean) =>
        send(cast.root.token, 'PATCH', '/config/signup', { confirm_email_change });
      assert.equal((await confirms(true)).status, 200);
      const email = acme.newEmail();
      assert.equal((await send(person.token, 'PATCH', '/me', { email })).status, 200);
      const body = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
      assertReauthentication(await send(token, 'POST', '/link/verify', body));
      assert.equal((await send(person.token, 'POST', '/link/verify', body)).status, 200);
      assert.equal((await confirms(false)).status, 200);
    });

    it('end when the connection is turned off or deleted, unless a credential of the account was proven', async () => {
      // O15-8: also those of its former provider.
      const oidc = { issuer: 'https://idp.example.com', client_id: 'other', client_secret: 'other' };
      for (const [method, body] of [
        ['PATCH', { status: 'disabled' }],
        ['PATCH', { oidc }],
        ['PATCH', { trust_factors: false }],
        ['DELETE', undefined],
      ] as const) {
        const connection = await connect(keyward, cast.owner, acme, provider, { trust_factors: true });
        const [{ token }, proven] = [await enter(connection), await enter(connection)];
        assert.equal((await prove(proven.token, { password: PASSWORD })).status, 200);
        const other = await enter(await connect(keyward, cast.owner, acme, provider));
        assert.equal((await send(cast.owner.token, method, connection.path, body)).status, 200);
        assert.equal(outcome(await send(token, 'GET', '/me')), '401 SessionDestroyedError', method);
        for (const kept of [proven, other])
          assert.equal((await send(kept.token, 'GET', '/me')).status, 200, method);
      }
    });

    it('O5-14: end when another organization takes over the domain, unless a credential was proven', async () => {
      const connection = await connect(keyward, cast.owner, acme, provider);
      const [{ token }, proven] = [await enter(connection), await enter(connection)];
      assert.equal((await prove(proven.token, { password: PASSWORD })).status, 200);
      const removed = await send(cast.owner.token, 'DELETE', `${acme.path}/domain/${acme.domain}`);
      assert.equal(removed.status, 200, removed.text);
      assert.equal((await send(token, 'GET', '/me')).status, 200);
      const buyer = await addOrganization(keyward, cast.root, await addPerson(keyward));
      const root = (path: string, body: object) =>
        send(cast.root.token, 'POST', `${buyer.path}/domain${path}`, body);
      assert.equal((await root('', { domain: acme.domain })).status, 201);
      const verified = await root(`/${acme.domain}/verify`, { vouch: true });
      assert.equal(verified.status, 200, verified.text);
      assert.equal(outcome(await send(token, 'GET', '/me')), '401 SessionDestroyedError');
      for (const kept of [proven, person]) assert.equal((await send(kept.token, 'GET', '/me')).status, 200);
    });

    it('O8: end when their person moves to a domain of another organization', async () => {
      const connection = await connect(keyward, cast.owner, acme, provider);
      const { token } = await enter(connection);
      const other = await addOrganization(keyward, cast.root, await addPerson(keyward));
      const domain = `moved-${kind}.example`;
      await verifyDomain(keyward, other, domain);
      const email = `person@${domain}`;
      assert.equal((await send(person.token, 'PATCH', '/me', { email })).status, 200);
      assert.equal((await send(token, 'GET', '/me')).status, 200);
      const body = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
      assert.equal((await send(person.token, 'POST', '/link/verify', body)).status, 200);
      assert.equal(outcome(await send(token, 'GET', '/me')), '401 SessionDestroyedError');
    });

    it('take a mailed code where the account has only come by the connection', async () => {
      const connection = await connect(keyward, cast.owner, acme, provider);
      const email = acme.newEmail();
      const query = await signInBy(keyward, connection, provider, { sub: 'new', email, name: 'New' });
      const { token } = await assertSignedIn(keyward, query);
      const refused = await send(token, 'POST', '/account/passkeys/options');
      assert.deepEqual(asObject(refused.body['details'])['methods'], ['otp'], refused.text);
      assertReauthentication(await send(token, 'POST', '/account/totp'));
      const otp = await codeFor(keyward, 'login', email);
      assert.equal((await prove(token, { otp })).status, 200);
      assert.equal((await send(token, 'POST', '/account/totp')).status, 200);
    });

    it('have no more in the organization either, once the connection has lost its trust', async () => {
      const maker = await addPerson(keyward, { verified: true });
      await addMember(keyward, cast.root, acme, maker, 'admin');
      await addMember(keyward, cast.root, acme, person, 'admin');
      const { token } = await enter(await connect(keyward, maker, acme, provider));
      assert.equal((await send(token, 'GET', `${acme.path}/member`)).status, 200);
      await send(cast.owner.token, 'PATCH', `${acme.path}/member/${maker.id}`, { roles: ['member'] });
      await assertBounded(token);
      assertReauthentication(await send(token, 'GET', `${acme.path}/member`));
      assert.equal((await prove(token, { password: PASSWORD })).status, 200);
      assert.equal((await send(token, 'GET', `${acme.path}/member`)).status, 200);
    });

    it('take a factor of the account where it has one, and never the word of the provider', async () => {
      const connection = await connect(keyward, cast.owner, acme, provider, { trust_factors: true });
      // The identity is linked.
      await enter(connection);
      const { secret } = await enrolTotp(keyward, person);
      const { token } = await enter(connection);
      await assertBounded(token);
      const refused = await send(token, 'DELETE', '/account/totp');
      assert.deepEqual(asObject(refused.body['details'])['methods'], ['totp', 'recovery_code']);
      const tries = await prove(token, { password: PASSWORD });
      assert.notEqual(tries.status, 200, tries.text);
      keyward.clock.advance(60_000);
      assert.equal((await prove(token, { code: codeOf(keyward, secret) })).status, 200);
      assert.equal((await send(token, 'DELETE', '/account/totp')).status, 200);
    });
  });
}
