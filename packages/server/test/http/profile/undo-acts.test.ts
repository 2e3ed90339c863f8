import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { addSuperadmin } from '../admin/admin.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { addMember, addOrganization, type Acme, membersOf } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { type Answer, assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { changeAndUndo } from './undo-help.ts';

const DAY_MS = 86_400_000;
const RECEIVER = 'https://hooks.example.org/';
/** Gets no events, so that it does not fail. */
const HOOK = { url: RECEIVER, types: ['log.changed'] };

let serial = 0;
const newEmail = () => `made${(serial += 1)}@example.org`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an undo takes back what the account did, ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: {
        KEYWARD_LIMIT_MAILBOX: '1000/1h',
        KEYWARD_ORGANIZATIONS_ENABLED: 'on',
        KEYWARD_OAUTH_ENABLED: 'on',
        KEYWARD_CONNECTION_NETWORKS: '127.0.0.0/8',
      },
    });
    let root: SignedUp;
    let other: SignedUp;
    let owner: SignedUp;
    let acme: Acme;

    beforeEach(async () => {
      other = await addSuperadmin(keyward, { verified: true });
      root = await addSuperadmin(keyward, { verified: true });
      owner = await addPerson(keyward, { verified: true });
      acme = await addOrganization(keyward, other, owner);
      await addMember(keyward, other, acme, await addPerson(keyward, { verified: true }), 'member');
    });

    type Caller = Pick<SignedUp, 'token'>;

    async function ask(
      method: string,
      path: string,
      { token }: Caller,
      body?: object,
    ): Promise<Answer['body']> {
      const answer = await keyward.call(method, path, { token, ...(body && { body }) });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.body;
    }

    const make = (path: string, by: Caller, body: object = {}) => ask('POST', path, by, body);

    const undo = (person: SignedUp) => changeAndUndo(keyward, person);

    /** Passes the window of an undo. */
    async function later(person: SignedUp): Promise<SignedUp> {
      keyward.clock.advance(15 * DAY_MS);
      return { ...person, ...(await newSession(keyward, person.id)) };
    }

    const saml = {
      idp_entity_id: 'https://idp.example.org',
      idp_sso_url: 'https://idp.example.org/sso',
    };
    const connect = async (by: Caller): Promise<string> =>
      String((await make(`${acme.path}/connection`, by, { name: 'Acme', saml }))['id']);
    /** As an active connection; without a certificate, nobody can turn it on. */
    const turnOn = (id: string) =>
      keyward.database.query(`update connections set status = 'active' where uid = $1`, [id]);
    const statusOf = async (id: string) =>
      (await ask('GET', `${acme.path}/connection/${id}`, other))['status'];

    for (const since of ['stays one', 'is demoted'] as const)
      it(`H6, R1: drops the password that the account has set for a superadmin who ${since}`, async () => {
        const password = 'Planted-horse-2';
        await ask('PATCH', '/account', root, { account_id: other.id, password });
        if (since === 'is demoted')
          await ask('PATCH', '/account', root, { account_id: other.id, role: 'user' });
        const logIn = () => keyward.call('POST', '/login', { body: { identifier: other.email, password } });
        const thief = await logIn();
        assert.equal(thief.status, 200, thief.text);
        await undo(root);
        assert.equal((await logIn()).status, 401);
        const me = await keyward.call('GET', '/me', { token: String(thief.body['access_token']) });
        assertError(me, 401, 'SessionDestroyedError');
      });

    for (const role of ['superadmin', 'user'] as const)
      it(`drops the password that the account has set with the role ${role}`, async () => {
        const person = role === 'user' ? other : await addPerson(keyward, { verified: true });
        const password = 'Planted-horse-2';
        await ask('PATCH', '/account', root, { account_id: person.id, password, role });
        const logIn = () => keyward.call('POST', '/login', { body: { identifier: person.email, password } });
        assert.equal((await logIn()).status, 200);
        await undo(root);
        const [row] = await keyward.database.query('select role from accounts where id = $1', [person.id]);
        assert.equal(row?.['role'], 'user');
        assert.equal((await logIn()).status, 401);
      });

    it('keeps the password that the account has set for somebody without a role', async () => {
      const person = await addPerson(keyward, { verified: true });
      await ask('PATCH', '/account', root, { account_id: person.id, password: 'Planted-horse-2' });
      await undo(root);
      const body = { identifier: person.email, password: 'Planted-horse-2' };
      assert.equal((await keyward.call('POST', '/login', { body })).status, 200);
    });

    it('H6: gives another superadmin the email back that the account has changed', async () => {
      const email = newEmail();
      await ask('PATCH', '/account', root, { account_id: other.id, email, email_verified: true });
      await undo(root);
      const [row] = await keyward.database.query('select email from accounts where id = $1', [other.id]);
      assert.equal(row?.['email'], other.email);
    });

    /** Somebody with the mailbox of the new email signs in to the account. */
    async function moveToThief(): Promise<{ email: string; token: string }> {
      const email = newEmail();
      await ask('PATCH', '/account', root, { account_id: other.id, email, email_verified: true });
      const otp = await codeFor(keyward, 'login', email);
      const answer = await keyward.call('POST', '/login/otp', { body: { email, otp } });
      assert.equal(answer.status, 200, answer.text);
      return { email, token: String(answer.body['access_token']) };
    }

    for (const how of ['and nobody moves back', 'and the thief moves back'] as const)
      it(`P7, P8: ends the undo links of a mailbox to which another superadmin was moved, ${how}`, async () => {
        const thief = await moveToThief();
        await ask('PUT', '/update/password', thief, { password: 'Planted-horse-3' });
        let mail = await keyward.mail.nextMail(thief.email);
        while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(thief.email);
        if (how === 'and the thief moves back') await ask('PATCH', '/me', thief, { email: other.email });
        await undo(root);
        const token = new URL(linkIn(mail)).searchParams.get('token');
        const again = await keyward.call('POST', '/email/undo', { body: { token } });
        assertError(again, 400, 'EmailUndoInvalidError');
        const [row] = await keyward.database.query('select email from accounts where id = $1', [other.id]);
        assert.equal(row?.['email'], other.email);
      });

    it('P7: suspends another superadmin whose email the account has changed, and somebody has taken', async () => {
      const thief = await moveToThief();
      const body = { name: 'Squatter', email: other.email, password: PASSWORD };
      assert.equal((await keyward.call('POST', '/signup/password', { body })).status, 200);
      await undo(root);
      const columns = 'email, role, status';
      const [row] = await keyward.database.query(`select ${columns} from accounts where id = $1`, [other.id]);
      assert.deepEqual(row, { email: thief.email, role: 'superadmin', status: 'suspended' });
      const me = await keyward.call('GET', '/me', { token: thief.token });
      assertError(me, 403, 'AccountInactiveError');
    });

    it('H10, O5: somebody who is no superadmin any more takes nothing from anybody', async () => {
      const third = await addPerson(keyward, { verified: true });
      await ask('PATCH', '/account', root, { account_id: third.id, role: 'superadmin' });
      const member = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, member, 'owner');
      const promoted = { ...third, ...(await newSession(keyward, third.id)) };
      await ask('PATCH', '/account', promoted, { account_id: root.id, role: 'user' });
      keyward.clock.advance(1);
      await undo({ ...root, ...(await newSession(keyward, root.id)) });
      assert.equal((await keyward.call('GET', '/apikey', { token: promoted.token })).status, 200);
      assert.deepEqual((await membersOf(keyward, other, acme))[member.id], ['owner']);
    });

    it('RA4: ends keys, invitations and portals, each with an event', async () => {
      const { key } = await make('/apikey', root, { name: 'Thief', scopes: ['accounts:read'] });
      await make('/invitation', root, { email: newEmail(), role: 'superadmin' });
      await make(`${acme.path}/invitation`, root, { emails: [newEmail()], roles: ['admin'] });
      const { url } = await make(`${acme.path}/portal`, root, { sections: ['connections'] });
      const told = await undo(root);
      assertError(await keyward.call('GET', '/account', { token: String(key) }), 401, 'InvalidTokenError');
      const opened = { token: String(url).split('#')[1] ?? '' };
      assertError(await keyward.call('GET', '/portal', opened), 400, 'PortalInvalidError');
      assert.deepEqual((await ask('GET', '/invitation', other))['invitations'], []);
      assert.deepEqual((await ask('GET', `${acme.path}/invitation`, other))['invitations'], []);
      for (const type of [
        'key.revoked',
        'invitation.revoked',
        'organization.invitation_revoked',
        'portal.ended',
      ])
        assert.equal(told.filter((one) => one === type).length, 1, `${type} in ${told.join(' ')}`);
    });

    it('ends an earlier invitation that was sent again', async () => {
      const { id } = await make('/invitation', root, { email: newEmail(), expires_in_days: 30 });
      const invited = await make(`${acme.path}/invitation`, other, {
        emails: [newEmail(), newEmail()],
        expires_in_days: 30,
      });
      const results: { invitation: { id: string } }[] = JSON.parse(JSON.stringify(invited['results']));
      const [again, kept] = results.map(({ invitation }) => invitation.id);
      root = await later(root);
      await make(`/invitation/${String(id)}/resend`, root);
      await make(`${acme.path}/invitation/${again}/resend`, root);
      await undo(root);
      other = await later(other);
      assert.deepEqual((await ask('GET', '/invitation', other))['invitations'], []);
      const left: { id: string }[] = JSON.parse(
        JSON.stringify((await ask('GET', `${acme.path}/invitation`, other))['invitations']),
      );
      assert.deepEqual(
        left.map((one) => one.id),
        [kept],
      );
    });

    it('disables webhooks that were made or changed, but no earlier ones', async () => {
      const [early, changed] = [await make('/webhook', root, HOOK), await make('/webhook', root, HOOK)].map(
        ({ id }) => String(id),
      );
      const renamed = String((await make('/webhook', root, HOOK))['id']);
      root = await later(root);
      const made = String((await make('/webhook', root, HOOK))['id']);
      await ask('PATCH', `/webhook/${changed}`, root, { url: `${RECEIVER}thief` });
      await ask('PATCH', `/webhook/${renamed}`, root, { description: 'Shop' });
      const told = await undo(root);
      other = { ...other, ...(await newSession(keyward, other.id)) };
      const enabled = async (id: unknown) => (await ask('GET', `/webhook/${String(id)}`, other))['enabled'];
      assert.deepEqual(
        [await enabled(early), await enabled(renamed), await enabled(changed), await enabled(made)],
        [true, true, false, false],
      );
      assert.equal(told.filter((type) => type === 'webhook.changed').length, 2);
    });

    it('disables connections and ends tokens that a member made, and what a portal of the member made', async () => {
      const mine = await connect(owner);
      const others = await connect(other);
      await turnOn(others);
      await make(`${acme.path}/connection/${others}/scim_token`, owner);
      const { url } = await make(`${acme.path}/portal`, owner, { sections: ['connections'] });
      const portal = { token: String(url).split('#')[1] ?? '' };
      const byPortal = String((await make('/portal/connection', portal, { name: 'Portal', saml }))['id']);
      await turnOn(mine);
      await turnOn(byPortal);
      const told = await undo(owner);
      assert.equal(await statusOf(mine), 'disabled');
      assert.equal(await statusOf(byPortal), 'disabled');
      const { scim_tokens: tokens } = await ask('GET', `${acme.path}/connection/${others}/scim_token`, other);
      assert.deepEqual(tokens, []);
      assert.ok(
        told.includes('connection.token_revoked') && told.includes('connection.updated'),
        told.join(' '),
      );
    });

    it('turns applications off that were made, and removes secrets that were added', async () => {
      const { client_id: early } = await make('/application', other, { name: 'Early', type: 'machine' });
      const { client_id: made } = await make('/application', root, { name: 'Thief', type: 'machine' });
      const before = await keyward.database.query('select id from application_secrets', []);
      await make(`/application/${String(early)}/secrets`, root);
      await ask('PATCH', `/application/${String(early)}`, root, { name: 'Renamed' });
      const told = await undo(root);
      const enabled = async (id: unknown) =>
        (await ask('GET', `/application/${String(id)}`, other))['enabled'];
      assert.deepEqual([await enabled(early), await enabled(made)], [true, false]);
      assert.deepEqual(await keyward.database.query('select id from application_secrets', []), before);
      assert.ok(told.includes('application.secret_removed') && told.includes('application.updated'));
    });

    it('demotes superadmins that were made, and undoes what they did; the last one stays', async () => {
      const { id } = await make('/account', root, {
        name: 'Thief',
        email: newEmail(),
        role: 'superadmin',
        email_verified: true,
      });
      const made = await newSession(keyward, Number(id));
      const { key } = await make('/apikey', made, { name: 'Thief', scopes: ['webhooks:write'] });
      const { id: hook } = await make('/webhook', { token: String(key) }, HOOK);
      const promoted = await addPerson(keyward, { verified: true });
      await ask('PATCH', '/account', made, { account_id: promoted.id, role: 'superadmin' });
      await undo(root);
      const roleOf = async (account: unknown) =>
        (await keyward.app.services.store.accounts.find('id', Number(account)))?.role;
      assert.deepEqual(
        [await roleOf(id), await roleOf(promoted.id), await roleOf(root.id)],
        ['user', 'user', 'superadmin'],
      );
      assertError(await keyward.call('GET', '/account', { token: String(key) }), 401, 'InvalidTokenError');
      assert.equal((await ask('GET', `/webhook/${String(hook)}`, other))['enabled'], false);
    });

    it('finds an act whose event the settings would have removed', async () => {
      const { id } = await make('/webhook', root, HOOK);
      await ask('PATCH', '/config/events', root, { audit_days: 1 });
      keyward.clock.advance(3 * DAY_MS);
      await keyward.app.services.sweep();
      root = { ...root, ...(await newSession(keyward, root.id)) };
      await undo(root);
      other = { ...other, ...(await newSession(keyward, other.id)) };
      assert.equal((await ask('GET', `/webhook/${String(id)}`, other))['enabled'], false);
    });

    for (const how of ['promoted', 'invited'] as const)
      it(`R1: follows a superadmin whom it ${how}, and who is gone, also once the settings would have forgotten that`, async () => {
        let id = 0;
        if (how === 'promoted') {
          id = (await addPerson(keyward, { verified: true })).id;
          await ask('PATCH', '/account', root, { account_id: id, role: 'superadmin' });
        } else {
          const email = newEmail();
          await make('/invitation', root, { email, role: 'superadmin' });
          const token = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
          const body = { token, name: 'Thief', password: PASSWORD };
          const opened = await keyward.call('POST', '/signup/invitation', { body });
          assert.ok(opened.status < 300, opened.text);
          const [row] = await keyward.database.query('select id from accounts where email = $1', [email]);
          id = Number(row?.['id']);
        }
        const made = await newSession(keyward, id);
        const second = await addPerson(keyward, { verified: true });
        await ask('PATCH', '/account', made, { account_id: second.id, role: 'superadmin' });
        await ask('DELETE', '/account', other, { account_id: id });
        await ask('PATCH', '/config/events', root, { audit_days: 1 });
        keyward.clock.advance(3 * DAY_MS);
        await keyward.app.services.sweep();
        await undo({ ...root, ...(await newSession(keyward, root.id)) });
        assert.equal((await keyward.app.services.store.accounts.find('id', second.id))?.role, 'user');
      });
  });
}
