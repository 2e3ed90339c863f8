import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { until } from '../../support/until.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { type Acme, addMember, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { asText } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { connect, CONNECTIONS_ON } from './help.ts';

const TOLD = 'connection.trust_lost';
const MAILS = 'needs your approval';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`owners hear that a connection has lost its trust, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on' },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    let acme: Acme;
    let owner: SignedUp;

    beforeEach(async () => {
      owner = await addPerson(keyward, { verified: true });
      acme = await addOrganization(keyward, cast.root, owner, { name: 'Initech' });
    });

    async function send({ id }: { id: number }, method: string, path: string, body?: object) {
      const { token } = await newSession(keyward, id);
      const answer = await keyward.call(method, path, { token, ...(body !== undefined && { body }) });
      assert.equal(outcome(answer), 'ok', answer.text);
    }
    async function member(...roles: string[]): Promise<SignedUp> {
      const account = await addPerson(keyward, { verified: true });
      await addMember(keyward, cast.root, acme, account, ...roles);
      return account;
    }
    async function addKey(): Promise<{ id: number; token: string }> {
      const { token } = await newSession(keyward, cast.root.id);
      const body = { name: 'provisioning', scopes: ['organizations:write'] };
      const made = await keyward.call('POST', '/apikey', { token, body });
      return { id: Number(made.body['id']), token: asText(made.body['key']) };
    }
    const give = (who: SignedUp, ...roles: string[]) =>
      send(owner, 'PATCH', `${acme.path}/member/${who.id}`, { roles });
    /** How often the events of the organization tell it. */
    async function events(): Promise<number> {
      const rows = await keyward.database.query('select type from events where organization = $1', [acme.id]);
      return rows.filter(({ type }) => type === TOLD).length;
    }
    const mailed = ({ email }: SignedUp) =>
      keyward.mail.mailsTo(email).filter(({ parsed }) => parsed.subject?.includes(MAILS)).length;
    async function assertTold(mails: number, told = mails): Promise<void> {
      assert.equal(await events(), told);
      await until(() => mailed(owner) === mails, 'the mails to the owner');
    }

    it('by a mail once, and by an event at each loss, until it is approved again or a day after the rights are back', async () => {
      const [maker, second, plain] = [await member('owner'), await member('owner'), await member('member')];
      const connection = await connect(keyward, maker, acme, provider);
      await give(plain, 'admin');
      await give(maker, 'owner', 'admin');
      await assertTold(0);
      await give(maker, 'admin');
      await assertTold(1);
      await give(maker, 'member');
      await assertTold(1, 2);
      await until(() => mailed(second) === 1, 'the mail to the other owner');
      assert.deepEqual([mailed(maker), mailed(plain)], [0, 0]);
      await give(maker, 'owner');
      await give(maker, 'member');
      await assertTold(1, 3);
      await keyward.database.query('update connections set trust_lost_at = trust_lost_at - 86400000');
      await give(maker, 'owner');
      await give(maker, 'member');
      await assertTold(2, 4);
      await send(second, 'PATCH', connection.path, {});
      await give(maker, 'owner');
      await give(maker, 'member');
      await assertTold(2, 4);
      await give(second, 'member');
      await assertTold(3, 5);
    });

    it('P16-3: by one mail about all connections, and at most twenty of them', async () => {
      const maker = await member('owner');
      const others: SignedUp[] = [];
      for (let more = 0; more < 20; more += 1) others.push(await member('owner'));
      for (let more = 0; more < 3; more += 1) await connect(keyward, maker, acme, provider);
      await give(maker, 'member');
      await until(() => [owner, ...others].filter((one) => mailed(one) > 0).length === 20, 'the mails');
      assert.deepEqual([owner, ...others].map(mailed), [...Array<number>(20).fill(1), 0]);
    });

    it('P16-2: by no event when its maker, who has left it behind, does something elsewhere', async () => {
      const maker = await member('owner');
      await connect(keyward, maker, acme, provider);
      await give(maker, 'member');
      await send(maker, 'POST', `${acme.path}/leave`);
      await assertTold(1, 2);
      const other = await addOrganization(keyward, cast.root, owner);
      await addMember(keyward, cast.root, other, maker, 'member');
      await send(maker, 'PUT', '/update/password', {
        password: 'Another-horse-1',
        current_password: PASSWORD,
      });
      await assertTold(1, 2);
    });

    for (const [what, roles, act] of [
      ['is removed', ['owner'], ({ id }) => send(owner, 'DELETE', `${acme.path}/member/${id}`)],
      ['leaves', ['admin'], (maker) => send(maker, 'POST', `${acme.path}/leave`)],
      [
        'is suspended',
        ['owner'],
        ({ id }) => send(cast.root, 'PATCH', '/account/', { account_id: id, status: 'inactive' }),
      ],
      ['is deleted', ['owner'], ({ id }) => send(cast.root, 'DELETE', '/account/', { account_id: id })],
      [
        'has a role that loses permissions',
        ['it'],
        () => send(owner, 'PATCH', `${acme.path}/role/it`, { permissions: ['org:read', 'org:write'] }),
      ],
    ] as const satisfies readonly (readonly [
      string,
      readonly string[],
      (maker: SignedUp) => Promise<unknown>,
    ])[])
      it(`when its maker ${what}`, async () => {
        const permissions = ['org:read', 'org:connections:write'];
        await send(owner, 'POST', `${acme.path}/role`, { name: 'it', description: '', permissions });
        const maker = await member(...roles);
        await connect(keyward, maker, acme, provider);
        await connect(keyward, owner, acme, provider);
        await assertTold(0);
        await act(maker);
        await assertTold(1);
      });

    it('when the superadmin who has made it is demoted, unless a member with the rights', async () => {
      for (const [asOwner, times] of [
        [true, 0],
        [false, 1],
      ] as const) {
        const root = await addSuperadmin(keyward);
        if (asOwner) await addMember(keyward, cast.root, acme, root, 'owner');
        await connect(keyward, root, acme, provider);
        await send(cast.root, 'PATCH', '/account/', { account_id: root.id, role: 'user' });
        await assertTold(times);
      }
    });

    it('when the API key that has made it is revoked', async () => {
      const [made, other] = [await addKey(), await addKey()];
      const connection = await connect(keyward, made, acme, provider);
      await connect(keyward, other, acme, provider);
      await connect(keyward, owner, acme, provider);
      await assertTold(0);
      await send(cast.root, 'DELETE', `/apikey/${made.id}`);
      await assertTold(1);
      await send(owner, 'PATCH', connection.path, {});
      await send(cast.root, 'DELETE', `/apikey/${other.id}`);
      await assertTold(2);
    });

    it('not for a connection that signs in nobody', async () => {
      const maker = await member('owner');
      await connect(keyward, maker, acme, provider, { status: 'draft' });
      await give(maker, 'member');
      await assertTold(0);
    });
  });
}
