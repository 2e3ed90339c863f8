import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { rowsOf } from '../admin/admin.ts';
import { asObject, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addWebhook, change, LOCAL } from '../webhooks/help.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type Acme, addAcme, addCast, addMember, addOrganization, ON } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`events of an organization on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { ...ON, ...LOCAL } });

    const read = async ({ path }: Acme, { token }: { token: string }, query = '') =>
      keyward.call('GET', `${path}/event${query}`, { token });
    const typesIn = async (acme: Acme, by: { token: string }, query = '') =>
      rowsOf(await read(acme, by, query), 'events').map(({ type }) => type);

    it('are those about it alone, in pages, for members who may read them', async () => {
      const cast = await addCast(keyward);
      const [acme, other] = [
        await addAcme(keyward, cast),
        await addOrganization(keyward, cast.root, cast.other),
      ];
      const { token } = cast.root;
      await keyward.call('PATCH', acme.path, { token, body: { name: 'Acme Ltd' } });
      await keyward.call('PATCH', other.path, { token, body: { name: 'Other Ltd' } });
      const all = ['organization.created', ...Array<string>(4).fill('member.added'), 'organization.updated'];
      assert.deepEqual(await typesIn(acme, cast.admin, '?order=asc'), all);
      assert.deepEqual(await typesIn(acme, cast.admin), all.toReversed());
      assert.deepEqual(await typesIn(acme, cast.admin, '?type=organization.*'), [
        'organization.updated',
        'organization.created',
      ]);
      const first = await read(acme, cast.owner, '?order=asc&limit=4');
      assert.equal(first.body['has_more'], true);
      const cursor = String(first.body['cursor']);
      assert.deepEqual(await typesIn(acme, cast.owner, `?after=${cursor}`), all.slice(4));
      assertRefusal(await read(acme, cast.member), 403, 'PermissionMissingError');
      assertRefusal(await read(acme, cast.stranger), 404, 'OrganizationNotFoundError');
    });

    it('show of accounts what members see of each other, and nothing of the requests', async () => {
      const cast = await addCast(keyward);
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      await addMember(keyward, cast.root, acme, cast.member, 'member');
      for (const by of [cast.owner, cast.root]) {
        const [added] = rowsOf(await read(acme, by, '?type=member.added'), 'events');
        const data = asObject(added?.['data']);
        assert.deepEqual(Object.keys(data).sort(), ['account', 'actor', 'organization', 'roles', 'source']);
        assert.deepEqual(Object.keys(asObject(data['account'])).sort(), [
          'avatar_url',
          'email',
          'handle',
          'id',
          'name',
        ]);
        assert.deepEqual(asObject(data['actor'])['id'], cast.root.id);
      }
    });

    it('are all that a webhook of the organization receives', async () => {
      await using receiver = await startReceiver();
      const cast = await addCast(keyward);
      const [acme, other] = [
        await addOrganization(keyward, cast.root, cast.owner),
        await addOrganization(keyward, cast.root, cast.other),
      ];
      const webhook = await addWebhook(keyward, receiver.url, { organization: acme.id });
      const { token } = webhook.root;
      await addMember(keyward, cast.root, other, cast.admin, 'member');
      await addMember(keyward, cast.root, acme, cast.member, 'member');
      await keyward.call('POST', '/logout', { token: cast.stranger.token });
      await addMember(keyward, cast.root, acme, cast.admin, 'member');
      const heard = await receiver.gets(2);
      assert.deepEqual(
        heard.map(({ event }) => [event.type, asObject(event.data['organization'])['id']]),
        [
          ['member.added', acme.id],
          ['member.added', acme.id],
        ],
      );
      // Bound to another one, and to none.
      await change(keyward, webhook, { organization: other.id });
      await addMember(keyward, cast.root, acme, cast.other, 'member');
      await addMember(keyward, cast.root, other, cast.member, 'member');
      assert.equal(asObject((await receiver.gets(3))[2]?.event.data['organization'])['id'], other.id);
      await change(keyward, webhook, { organization: null });
      const shown = await keyward.call('GET', `/webhook/${webhook.id}`, { token });
      assert.equal(shown.body['organization'], null);
      assert.ok((await receiver.gets(4)).some(({ event }) => event.type === 'webhook.changed'));
      const unknown = { url: receiver.url, organization: `org_${'A'.repeat(22)}` };
      assertRefusal(
        await keyward.call('POST', '/webhook', { token, body: unknown }),
        422,
        'ValidationError',
        ['organization'],
      );
    });
  });
}
