import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { rowsOf } from '../admin/admin.ts';
import { FRONTEND, suiteMailed } from '../codes/support/mailed.ts';
import { asObject, assertRefusal, asText, timestampOf } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import {
  type Acme,
  addAcme,
  addCast,
  addInvitation,
  addMember,
  addOrganization,
  membersOf,
  ON,
  outcome,
  resultsOf,
} from './help.ts';
import { untilAnswered } from '../../support/until.ts';

const DAY_MS = 86_400_000;
let serial = 0;

function newEmail(): string {
  serial += 1;
  return `joiner${serial}@example.org`;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`invitations to organizations on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { ...ON, KEYWARD_LIMIT_MAILBOX: '20/1h', KEYWARD_LIMIT_CHANGES: '10000/1h' },
    });

    /** An account whose email is proven. */
    const addProven = () => addPerson(keyward, { verified: true });

    const post = (path: string, { token }: { token: string }, body?: object) =>
      keyward.call('POST', path, { token, ...(body !== undefined && { body }) });
    const invite = ({ path }: Acme, by: { token: string }, body: object) =>
      post(`${path}/invitation`, by, body);
    const accept = (by: { token: string }, body: object) => post('/invitation/accept', by, body);
    const open = (token: string, fields: object = {}) =>
      keyward.call('POST', '/signup/invitation', {
        body: { token, name: 'Grace', password: PASSWORD, ...fields },
      });
    const received = async ({ token }: { token: string }) =>
      rowsOf(await keyward.call('GET', '/me/invitations', { token }), 'invitations');
    const openOf = async ({ path }: Acme, { token }: { token: string }) =>
      rowsOf(await keyward.call('GET', `${path}/invitation`, { token }), 'invitations');

    async function mailed(email: string): Promise<{ link: URL; token: string; subject: string }> {
      const mail = await keyward.mail.nextMail(email);
      const link = new URL(linkIn(mail));
      const token = link.searchParams.get('token') ?? '';
      return { link, token, subject: mail.parsed.subject ?? '' };
    }

    /** Invites an email, and reads the token from its mail. */
    async function inviteTo(acme: Acme, by: SignedUp, email: string, ...roles: string[]) {
      const id = await addInvitation(keyward, by, acme, email, ...roles);
      return { id, ...(await mailed(email)) };
    }

    it('name their organization and inviter to the holder of the token, until they end', async () => {
      const check = (token: string) => keyward.call('POST', '/invitation/check', { body: { token } });
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { name: 'Acme' });
      const member = await addProven();
      const { token } = await inviteTo(acme, cast.admin, member.email);
      const known = await check(token);
      assert.equal(known.status, 200, known.text);
      const { organization, invited_by: by, ...offer } = known.body;
      assert.deepEqual([asObject(organization)['id'], asObject(organization)['name']], [acme.id, 'Acme']);
      assert.equal(by, (await accountRow(keyward, cast.admin.id))['name']);
      assert.deepEqual([offer['email'], offer['name'], offer['has_account']], [member.email, null, true]);
      const email = newEmail();
      const { token: fresh, id } = await inviteTo(acme, cast.admin, email);
      const accounts = async () => {
        const { has_account: proven, has_unproven_account: unproven } = (await check(fresh)).body;
        return { proven, unproven };
      };
      assert.deepEqual(await accounts(), { proven: false, unproven: false });
      await keyward.signUp({ email });
      assert.deepEqual(await accounts(), { proven: false, unproven: true });

      const state = (what: string) => post(`${acme.path}/${what}`, cast.root);
      assert.equal((await state('suspend')).status, 200);
      assertRefusal(await check(fresh), 403, 'OrganizationSuspendedError');
      assert.equal((await state('activate')).status, 200);
      assert.equal((await accept(member, { token })).status, 200);
      assertRefusal(await check(token), 400, 'InvitationInvalidError');
      await keyward.call('DELETE', `${acme.path}/invitation/${id}`, { token: cast.admin.token });
      assertRefusal(await check(fresh), 400, 'InvitationInvalidError');
    });

    it('come by mail, give each email a result, and are listed without their token', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { name: 'Acme. evil.example/x' });
      const member = await addProven();
      await addMember(keyward, cast.root, acme, member, 'member');
      const email = newEmail();
      const answer = await keyward.call('POST', `${acme.path}/invitation`, {
        token: cast.admin.token,
        body: {
          emails: [email, 'nobody', member.email, email.toUpperCase()],
          frontend_url: FRONTEND,
          expires_in_days: 3,
        },
        headers: { 'accept-language': 'de' },
      });
      assert.equal(answer.status, 200, answer.text);
      const results = resultsOf(answer);
      assert.deepEqual(
        results.map((result) => [result.email, result.error?.error ?? result.invitation?.status]),
        [
          [email, 'pending'],
          ['nobody', 'ValidationError'],
          [member.email, 'AlreadyMemberError'],
          [email.toUpperCase(), 'ValidationError'],
        ],
      );
      const now = keyward.clock.now();
      const shown = {
        id: results[0]?.invitation?.id,
        roles: ['member'],
        created_at: timestampOf(now),
        expires_at: timestampOf(now + 3 * DAY_MS),
        email,
        status: 'pending',
        created_by: cast.admin.id,
      };
      assert.deepEqual(await openOf(acme, cast.admin), [shown]);
      const { link, token, subject } = await mailed(email);
      assert.equal(link.origin + link.pathname, `${FRONTEND}/invitation`);
      assert.match(subject, /^Einladung zu einer Organisation bei /);
      const [row] = await keyward.database.query('select * from organization_invitations where email = $1', [
        email,
      ]);
      assert.ok(!JSON.stringify(row).includes(token));
      const told = (await auditLogOf(keyward.database, 'organization.invitation_created')).at(-1);
      assert.deepEqual(told?.data['invitation'], { id: shown.id, email, roles: ['member'] });
      assert.equal(asObject(told?.data['organization'])['id'], acme.id);
      // Those for accounts know nothing of them.
      assert.equal((await open('x'.repeat(43))).body['error'], 'InvitationInvalidError');
      const others = await keyward.call('GET', `/invitation?q=${email}`, { token: cast.root.token });
      assert.deepEqual(rowsOf(others, 'invitations'), []);
    });

    it('are accepted by the account of the email alone, by the token or by the id; a refusal uses nothing up', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const person = await addProven();
      const { token, id } = await inviteTo(acme, cast.admin, person.email, 'admin');
      const other = await addProven();
      assertRefusal(await accept(other, { token }), 403, 'InvitationOtherAccountError');
      assertRefusal(await accept(other, { id }), 400, 'InvitationInvalidError');
      assert.deepEqual(await received(other), []);
      assertRefusal(await accept(person, {}), 422, 'ValidationError');
      assertRefusal(await accept(person, { token, id }), 422, 'ValidationError');
      assertRefusal(await open(token), 409, 'EmailAlreadyExistsError');
      assert.deepEqual(
        (await received(person)).map(({ id: own, roles, organization }) => [
          own,
          roles,
          asObject(organization)['id'],
        ]),
        [[id, ['admin'], acme.id]],
      );
      const joined = await accept(person, { token });
      assert.equal(joined.status, 200, joined.text);
      assert.equal(joined.body['id'], acme.id);
      const membership = asObject(joined.body['membership']);
      assert.deepEqual([membership['roles'], membership['source']], [['admin'], 'invitation']);
      assertRefusal(await accept(person, { token }), 400, 'InvitationInvalidError');
      assertRefusal(await accept(person, { id }), 400, 'InvitationInvalidError');
      assert.deepEqual(await openOf(acme, cast.owner), []);
      const mine = rowsOf(
        await keyward.call('GET', '/me/organizations', { token: person.token }),
        'organizations',
      );
      assert.deepEqual(
        mine.map(({ id: own, membership: held }) => [own, asObject(held)['permissions']]),
        [[acme.id, membership['permissions']]],
      );
      const held = await keyward.call('GET', '/me/export', { token: person.token });
      assert.deepEqual(held.body['organizations'], [
        {
          id: acme.id,
          name: 'Acme',
          roles: ['admin'],
          source: 'invitation',
          created_at: timestampOf(keyward.clock.now()),
        },
      ]);
      const told = (await auditLogOf(keyward.database, 'member.added')).at(-1);
      assert.deepEqual(
        [told?.data['source'], asObject(told?.data['actor'])['id']],
        ['invitation', person.id],
      );

      const second = await addProven();
      const by = await inviteTo(acme, cast.owner, second.email);
      assert.equal((await accept(second, { id: by.id })).status, 200);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[second.id], ['member']);
    });

    it('need a proven email, since anybody can type it', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const squatter = await addPerson(keyward, { verified: false });
      const { token, id } = await inviteTo(acme, cast.admin, squatter.email);
      assert.deepEqual(await received(squatter), []);
      for (const body of [{ token }, { id }])
        assertRefusal(await accept(squatter, body), 403, 'EmailProofRequiredError');
      // The owner of the mailbox gets the account, and the squatter loses it.
      const opened = await open(token);
      assert.equal(opened.status, 200, opened.text);
      assertRefusal(await accept(squatter, { token }), 401, 'SessionDestroyedError');
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[squatter.id], ['member']);
    });

    it('open an account that is a member, also where sign-ups need an invitation', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { max_members: 5 });
      const settings = (body: object) =>
        keyward.call('PATCH', '/config/signup', { token: cast.root.token, body });
      assert.equal((await settings({ mode: 'invite' })).status, 200);
      const email = newEmail();
      const { token } = await inviteTo(acme, cast.owner, email);
      assertRefusal(await open(token, { name: undefined }), 422, 'ValidationError');
      const last = await inviteTo(acme, cast.owner, newEmail());
      const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)));
      await settings({ mode: 'open' });
      assert.deepEqual(
        answers.map(outcome).sort(),
        ['ok', ...Array.from({ length: 19 }, () => '400 InvitationInvalidError')].sort(),
      );
      const won = answers.find(({ status }) => status === 200);
      const account = asObject(won?.body['account']);
      assert.deepEqual([account['email'], account['email_verified'], account['role']], [email, true, 'user']);
      const mine = await keyward.call('GET', '/me/organizations', {
        token: asText(won?.body['access_token']),
      });
      assert.deepEqual(
        rowsOf(mine, 'organizations').map(({ id }) => id),
        [acme.id],
      );
      // No account without the membership.
      const accounts = async () => (await keyward.database.query('select id from accounts')).length;
      const count = await accounts();
      assertRefusal(await open(last.token), 403, 'OrganizationLimitError');
      assert.equal(await accounts(), count);
      const more = { token: cast.root.token, body: { max_members: 6 } };
      assert.equal((await keyward.call('PATCH', acme.path, more)).status, 200);
      assert.equal((await open(last.token)).status, 200);
    });

    it('hold when twenty people accept one link, or the last seat, at once', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const person = await addProven();
      const { token } = await inviteTo(acme, cast.owner, person.email);
      const same = await Promise.all(
        Array.from({ length: 20 }, () => untilAnswered(() => accept(person, { token }))),
      );
      assert.deepEqual(
        same.map(outcome).sort(),
        ['ok', ...Array.from({ length: 19 }, () => '400 InvitationInvalidError')].sort(),
      );
      const people = await Promise.all(Array.from({ length: 20 }, addProven));
      const emails = people.map(({ email }) => email);
      const seats = { token: cast.root.token, body: { max_members: 6 } };
      assert.equal((await keyward.call('PATCH', acme.path, seats)).status, 200);
      const invited = resultsOf(await invite(acme, cast.admin, { emails }));
      const joined = await Promise.all(
        people.map((one, index) => untilAnswered(() => accept(one, { id: invited[index]?.invitation?.id }))),
      );
      assert.deepEqual(
        joined.map(outcome).sort(),
        ['ok', ...Array.from({ length: 19 }, () => '403 OrganizationLimitError')].sort(),
      );
      assert.equal(Object.keys(await membersOf(keyward, cast.root, acme)).length, 6);
      // The others still have theirs.
      assert.equal((await openOf(acme, cast.admin)).length, 10);
      const list = await keyward.call('GET', `${acme.path}/invitation`, { token: cast.admin.token });
      assert.equal(list.body['total'], 19);
    });

    it('end when they are revoked, replaced, resent or expired, also while somebody accepts', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const person = await addProven();
      const one = ({ id }: { id: string }) => `${acme.path}/invitation/${id}`;
      const first = await inviteTo(acme, cast.admin, person.email, 'admin');
      const second = await inviteTo(acme, cast.admin, person.email);
      assertRefusal(await accept(person, { token: first.token }), 400, 'InvitationInvalidError');
      assert.equal((await openOf(acme, cast.admin)).length, 1);
      const again = await post(`${one(second)}/resend`, cast.owner, { expires_in_days: 90 });
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(
        [again.body['expires_at'], again.body['created_by']],
        [timestampOf(keyward.clock.now() + 90 * DAY_MS), cast.owner.id],
      );
      assertRefusal(await accept(person, { token: second.token }), 400, 'InvitationInvalidError');
      const third = await mailed(person.email);
      const races = await Promise.all([
        accept(person, { token: third.token }),
        keyward.call('DELETE', one(second), { token: cast.admin.token }),
      ]);
      const isMember = person.id in (await membersOf(keyward, cast.root, acme));
      assert.deepEqual(
        races.map(outcome),
        isMember ? ['ok', '404 InvitationNotFoundError'] : ['400 InvitationInvalidError', 'ok'],
      );
      const elsewhere = await addOrganization(keyward, cast.root, cast.stranger);
      const other = await inviteTo(elsewhere, cast.stranger, newEmail());
      for (const [method, path] of [
        ['DELETE', one(other)],
        ['POST', `${one(other)}/resend`],
      ] as const)
        assertRefusal(await keyward.call(method, path, cast.owner), 404, 'InvitationNotFoundError');
      const late = await addProven();
      const { token, id } = await inviteTo(acme, cast.admin, late.email);
      keyward.clock.advance(7 * DAY_MS);
      const back = await keyward.logIn(late.email);
      for (const body of [{ token }, { id }])
        assertRefusal(await accept(back, body), 400, 'InvitationInvalidError');
      assertRefusal(await open(token), 400, 'InvitationInvalidError');
      assert.deepEqual(await received(back), []);
      const owner = await keyward.logIn(cast.owner.email);
      assert.ok((await openOf(acme, owner)).some((row) => row['status'] === 'expired'));
      keyward.clock.advance(31 * DAY_MS);
      await keyward.app.services.sweep();
      const left = await keyward.database.query('select id from organization_invitations where uid = $1', [
        id,
      ]);
      assert.deepEqual(left, []);
    });

    it('grant no more than the inviter may grant, when they are made and when they are accepted', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const email = newEmail();
      const beyond = resultsOf(await invite(acme, cast.admin, { emails: [email], roles: ['owner'] }));
      assert.deepEqual(
        beyond.map(({ error }) => [error?.error, error?.details]),
        [['PermissionMissingError', { permission: 'org:delete' }]],
      );
      assert.deepEqual(await openOf(acme, cast.admin), []);
      assert.equal(
        outcome(await invite(acme, cast.member, { emails: [email] })),
        '403 PermissionMissingError',
      );
      assert.equal(
        outcome(await invite(acme, cast.admin, { emails: [email], roles: ['nothing'] })),
        '422 ValidationError',
      );
      const heir = await addProven();
      const { id, token } = await inviteTo(acme, cast.owner, heir.email, 'owner');
      const resend = await post(`${acme.path}/invitation/${id}/resend`, cast.admin);
      assert.equal(outcome(resend), '403 PermissionMissingError');
      assert.equal((await accept(heir, { token })).status, 200);
      const roles = (whom: SignedUp, ...names: string[]) =>
        keyward.call('PATCH', `${acme.path}/member/${whom.id}`, {
          token: cast.root.token,
          body: { roles: names },
        });
      const [first, second, third] = [await addProven(), await addProven(), await addProven()];
      const [admin, member] = [
        await inviteTo(acme, cast.admin, first.email, 'admin'),
        await inviteTo(acme, cast.admin, second.email),
      ];
      assert.equal((await roles(cast.admin, 'member')).status, 200);
      assertRefusal(await accept(first, { token: admin.token }), 400, 'InvitationInvalidError');
      assert.equal((await accept(second, { token: member.token })).status, 200);
      assert.equal((await roles(cast.admin, 'admin')).status, 200);
      assert.equal((await accept(first, { token: admin.token })).status, 200);
      const bySuperadmin = await inviteTo(acme, cast.root, third.email, 'owner');
      assert.equal((await accept(third, { token: bySuperadmin.token })).status, 200);
      keyward.clock.advance(11 * 60_000);
      const makeOwner = { emails: [email], roles: ['owner'] };
      assertRefusal(await invite(acme, cast.owner, makeOwner), 403, 'ReauthenticationRequiredError');
    });

    it('keep a role in use, and wait while the organization is suspended or deleted', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { token: root } = cast.root;
      const settings = { token: root, body: { own_roles: true } };
      assert.equal((await keyward.call('PATCH', '/config/organizations', settings)).status, 200);
      const role = { name: 'writers', permissions: ['org:write'] };
      assert.equal((await post(`${acme.path}/role`, cast.owner, role)).status, 201);
      const person = await addProven();
      const { token } = await inviteTo(acme, cast.owner, person.email, 'writers');
      const remove = () => keyward.call('DELETE', `${acme.path}/role/writers`, cast.owner);
      assertRefusal(await remove(), 409, 'RoleInUseError');
      const turn = (method: string, path = '') => keyward.call(method, acme.path + path, { token: root });
      assert.equal((await turn('POST', '/suspend')).status, 200);
      assertRefusal(await accept(person, { token }), 403, 'OrganizationSuspendedError');
      assert.deepEqual(await received(person), []);
      assert.equal((await turn('POST', '/activate')).status, 200);
      assert.equal((await turn('DELETE')).status, 200);
      assertRefusal(await accept(person, { token }), 400, 'InvitationInvalidError');
      assert.equal((await turn('POST', '/restore')).status, 200);
      assert.equal((await accept(person, { token })).status, 200);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[person.id], ['writers']);
    });

    it('end when the account joins in another way, or is deleted, or the only owner leaves', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const [first, second] = [await addProven(), await addProven()];
      for (const { email } of [first, second]) await inviteTo(acme, cast.owner, email);
      await addMember(keyward, cast.root, acme, first, 'member');
      assert.deepEqual(await received(first), []);
      assert.equal((await keyward.call('DELETE', '/me', { token: second.token })).status, 200);
      assert.deepEqual(await openOf(acme, cast.owner), []);
      const alone = await addOrganization(keyward, cast.root, cast.stranger);
      const person = await addProven();
      const { token } = await inviteTo(alone, cast.stranger, person.email);
      const grace = (days: number) =>
        keyward.call('PATCH', '/config/signup', {
          token: cast.root.token,
          body: { deletion_grace_days: days },
        });
      assert.equal((await grace(7)).status, 200);
      assert.equal((await keyward.call('DELETE', '/me', { token: cast.stranger.token })).status, 200);
      assert.equal((await grace(0)).status, 200);
      assertRefusal(await accept(person, { token }), 400, 'InvitationInvalidError');
    });

    it('open accounts in the permitted domains alone, unless a superadmin invites', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const rules = async (allowed_domains: string[]) =>
        assert.equal(
          (
            await keyward.call('PATCH', '/config/signup', {
              token: cast.root.token,
              body: { allowed_domains },
            })
          ).status,
          200,
        );
      await rules(['corp.example']);
      const { token } = await inviteTo(acme, cast.admin, newEmail());
      const refused = await open(token);
      assert.deepEqual([refused.status, refused.body['error']], [403, 'EmailDomainNotAllowedError']);
      const { token: bySuperadmin } = await inviteTo(acme, cast.root, newEmail());
      assert.equal((await open(bySuperadmin)).status, 200);
      await rules([]);
      assert.equal((await open(token)).status, 200);
    });

    it('are sent by members whose own email is proven', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const unproven = await addPerson(keyward);
      await addMember(keyward, cast.root, acme, unproven, 'admin');
      const { id } = await inviteTo(acme, cast.admin, newEmail());
      assertRefusal(await invite(acme, unproven, { emails: [newEmail()] }), 403, 'EmailProofRequiredError');
      const again = await post(`${acme.path}/invitation/${id}/resend`, unproven);
      assertRefusal(again, 403, 'EmailProofRequiredError');
    });

    it('count as mails, and at most a hundred wait', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const email = newEmail();
      const errorOf = (answer: Answer) => resultsOf(answer)[0]?.error?.error ?? 'ok';
      const outcomes: string[] = [];
      for (let mail = 0; mail < 21; mail += 1)
        outcomes.push(errorOf(await invite(acme, cast.admin, { emails: [email] })));
      assert.deepEqual(outcomes, [...Array.from({ length: 20 }, () => 'ok'), 'RateLimitedError']);
      // Of both kinds of invitations together.
      const account = await keyward.call('POST', '/invitation', {
        token: cast.root.token,
        body: { email },
      });
      assertRefusal(account, 429, 'RateLimitedError');
      const many = Array.from({ length: 100 }, newEmail);
      const results = resultsOf(await invite(acme, cast.admin, { emails: many }));
      assert.equal(results.filter(({ invitation }) => invitation !== undefined).length, 99);
      const refused = results.at(-1)?.error;
      assert.deepEqual([refused?.error, refused?.details], ['OrganizationLimitError', { limit: 100 }]);
      // One that is replaced makes room for itself.
      assert.equal(errorOf(await invite(acme, cast.admin, { emails: many.slice(0, 1) })), 'ok');
      const tooMany = await invite(acme, cast.admin, { emails: [...many, newEmail()] });
      assertRefusal(tooMany, 422, 'ValidationError');
    });

    it('O7-8: are not sent again after they ended, unless the organization has room for them', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const email = newEmail();
      await invite(acme, cast.admin, { emails: [email], expires_in_days: 1 });
      const [ended] = await openOf(acme, cast.admin);
      keyward.clock.advance(DAY_MS);
      const admin = await newSession(keyward, cast.admin.id);
      await invite(acme, admin, { emails: Array.from({ length: 100 }, newEmail) });
      const again = (id: unknown) => post(`${acme.path}/invitation/${String(id)}/resend`, admin);
      assertRefusal(await again(ended?.['id']), 403, 'OrganizationLimitError');
      const pending = (await openOf(acme, admin)).find(({ status }) => status === 'pending');
      assert.equal(outcome(await again(pending?.['id'])), 'ok');
      const path = `${acme.path}/invitation/${String(pending?.['id'])}`;
      await keyward.call('DELETE', path, { token: admin.token });
      assert.equal(outcome(await again(ended?.['id'])), 'ok');
    });
  });

  describe(`invitations to organizations by people who send many, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { ...ON, KEYWARD_LIMIT_CHANGES: '10/1h', KEYWARD_LIMIT_SIGNUPS: '1/1h' },
    });

    it('open no more accounts than an address may open, unless a superadmin invites', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const join = async (by: SignedUp) => {
        const email = newEmail();
        await addInvitation(keyward, by, acme, email);
        const token = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
        const body = { token, name: 'Grace', password: PASSWORD };
        return (await keyward.call('POST', '/signup/invitation', { body })).status;
      };
      assert.deepEqual(
        [await join(cast.admin), await join(cast.admin), await join(cast.root)],
        [200, 429, 200],
      );
    });

    it('count as acts of the member, one for each mail', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const body = { emails: Array.from({ length: 12 }, newEmail) };
      const answer = await keyward.call('POST', `${acme.path}/invitation`, { token: cast.admin.token, body });
      const errors = resultsOf(answer).map(({ error }) => error?.error ?? 'ok');
      assert.deepEqual(errors, [
        ...Array.from({ length: 9 }, () => 'ok'),
        ...Array.from({ length: 3 }, () => 'RateLimitedError'),
      ]);
    });
  });
}
