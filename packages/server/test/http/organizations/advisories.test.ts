import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { asObject, asText, claimsOf } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addMember, addOrganization, membersOf, ON, outcome } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what advisories about organizations of others taught, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { ...ON, KEYWARD_ALLOWED_FRONTENDS: 'https://app.example.org' },
    });
    const send = ({ token }: { token: string }, method: string, path: string, body?: object) =>
      keyward.call(method, path, { token, ...(body !== undefined && { body }) });

    async function stage() {
      const root = await addSuperadmin(keyward);
      const owner = await addPerson(keyward, { verified: true });
      const acme = await addOrganization(keyward, root, owner);
      return { root, owner, acme };
    }

    it('OR-1: an invitation is a random token, and only its row says to which organization it leads', async () => {
      const { root, owner, acme } = await stage();
      const other = await addOrganization(keyward, root, root);
      const invited = await addPerson(keyward, { verified: true });
      const body = { emails: [invited.email], frontend_url: 'https://app.example.org' };
      const made = await send(owner, 'POST', `${acme.path}/invitation`, body);
      assert.equal(made.status, 200, made.text);
      const mail = await keyward.mail.nextMail(invited.email);
      const token = new URL(linkIn(mail)).searchParams.get('token') ?? '';
      assert.match(token, /^org\.[A-Za-z0-9_-]{43,}$/);
      const rows = await keyward.database.query('select token_hash from organization_invitations');
      assert.ok(!JSON.stringify(rows).includes(token.slice('org.'.length)));
      const forged = [
        `org.${'A'.repeat(43)}`,
        token.slice(0, -1),
        `${token}A`,
        `${token}.${other.id}`,
        token.replace('org.', `org.${other.id}.`),
        String(rows[0]?.['token_hash']),
      ];
      for (const one of forged)
        assert.equal(
          outcome(await send(invited, 'POST', '/invitation/accept', { token: one })),
          '400 InvitationInvalidError',
          one,
        );
      const elsewhere = await send(invited, 'POST', '/invitation/accept', { token, organization: other.id });
      assert.equal(elsewhere.status, 422, elsewhere.text);
      assert.equal(outcome(await send(invited, 'POST', '/invitation/accept', { token })), 'ok');
      assert.ok(invited.id in (await membersOf(keyward, root, acme)));
      assert.ok(!(invited.id in (await membersOf(keyward, root, other))));
    });

    it('OR-2: ids never come back, and nobody chooses one', async () => {
      const { root, owner, acme } = await stage();
      assert.match(acme.id, /^org_[A-Za-z0-9_-]{22}$/);
      const member = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, member, 'member');
      assert.equal(
        (await send(member, 'POST', '/token/organization', { organization: acme.id })).status,
        200,
      );
      const numbers = async () =>
        Object(
          (
            await keyward.database.query(
              `select max(organizations.id) as organization, max(memberships.id) as membership
                from organizations join memberships on memberships.organization_id = organizations.id`,
            )
          )[0],
        );
      const before = await numbers();
      for (const table of ['memberships', 'organizations'])
        await keyward.database.query(`delete from ${table} where id = $1`, [
          table === 'memberships' ? before.membership : before.organization,
        ]);
      const fields = { id: acme.id, uid: acme.id, name: 'Again', owner: owner.id };
      const made = await send(root, 'POST', '/organization', fields);
      if (made.status === 201) assert.notEqual(made.body['id'], acme.id);
      const next = await addOrganization(keyward, root, owner);
      assert.notEqual(next.id, acme.id);
      const after = await numbers();
      assert.ok(after.organization > before.organization && after.membership > before.membership);
      // The session whose membership is gone does not act in the one that came after.
      const me = await send(member, 'GET', '/me');
      assert.equal(me.body['organization'], null);
    });

    it('OR-2: nobody marks a domain, an email or a membership as verified in a body', async () => {
      const { owner, acme } = await stage();
      const flags = { status: 'verified', verified: true, verified_at: '2026-01-01', vouched_by: null };
      const claimed = await send(owner, 'POST', `${acme.path}/domain`, { domain: 'mine.example', ...flags });
      if (claimed.status === 201) assert.equal(claimed.body['status'], 'pending');
      else await send(owner, 'POST', `${acme.path}/domain`, { domain: 'mine.example' });
      await send(owner, 'PATCH', `${acme.path}/domain/mine.example`, { joining: 'join', ...flags });
      const listed = await send(owner, 'GET', `${acme.path}/domain`);
      assert.match(listed.text, /"status":"pending"/);
      const vouched = await send(owner, 'POST', `${acme.path}/domain/mine.example/verify`, { vouch: true });
      assert.equal(outcome(vouched), '403 RoleMismatchError');
      const stranger = await addPerson(keyward);
      await send(stranger, 'PATCH', '/me', { email_verified: true, email_verified_at: '2026-01-01' });
      const me = await send(stranger, 'GET', '/me');
      assert.equal(asObject(me.body['account'])['email_verified'], false);
    });

    it('OR-3: tokens name no organization while organizations are off, also for sessions that had one', async () => {
      const { root, owner, acme } = await stage();
      const turned = await send(owner, 'POST', '/token/organization', { organization: acme.id });
      const token = asText(turned.body['access_token']);
      assert.equal(asObject(claimsOf(token)['org'])['id'], acme.id);
      const turn = async (enabled: boolean) => {
        const set = await send(root, 'PATCH', '/config/organizations', { enabled });
        assert.equal(set.status, 200, set.text);
      };
      await turn(false);
      try {
        const me = await send({ token }, 'GET', '/me');
        assert.deepEqual([me.status, 'organization' in me.body], [200, false]);
        const again = await keyward.logIn(owner.email);
        assert.equal('org' in claimsOf(again.token), false);
      } finally {
        await turn(true);
      }
    });
  });
}
