import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ErrorKind, KeywardError, type KeywardEvent } from '../../src/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { auditLogOf } from '../support/audit-log.ts';
import { until } from '../support/until.ts';
import { ADA, bearer, bodyOf, direct, json, mounted, signUp } from './mounted.ts';
import { databasesFor } from '../support/usual-size.ts';

const GRACE = { name: 'Grace', email: 'grace@example.org', password: 'Compilers-1' };

function refusal(kind: ErrorKind, statusCode: number, path?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof KeywardError);
    assert.deepEqual([error.kind, error.statusCode], [kind, statusCode]);
    const [field] = [error.details?.['fields']].flat();
    if (path !== undefined) assert.equal(Object(field).path, path);
    return true;
  };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`keyward.api on ${kind}`, () => {
    it('acts as the routes do: same fields, bodies, rules and events, in the name of the host', async () => {
      await using service = await mounted({}, kind);
      const { keyward, database } = service;
      const { accounts, sessions, invitations, codes, events, applications } = keyward.api;
      const root = await accounts.create({ ...ADA, role: 'superadmin', email_verified: true });
      const send = direct(keyward);
      const login = await bodyOf(
        await send('/auth/login', json({ identifier: ADA.email, password: ADA.password })),
      );
      const asRoot = bearer(String(login['access_token']));

      const grace = await accounts.create(GRACE);
      assert.deepEqual(await bodyOf(await send(`/auth/account/query?field=id&value=${grace.id}`, asRoot)), {
        ...grace,
        accounts: [grace],
      });
      const listed = await accounts.list({ limit: 1, role: 'superadmin' });
      assert.deepEqual([listed.total, listed.accounts[0]?.email], [1, ADA.email]);
      assert.deepEqual(await accounts.list(), await bodyOf(await send('/auth/account', asRoot)));
      assert.equal((await accounts.query({ field: 'email', value: GRACE.email })).id, grace.id);
      const changed = await accounts.update({ account_id: grace.id, name: 'Rear Admiral', phone: null });
      assert.equal(changed.name, 'Rear Admiral');

      await signUp(send, { email: 'eve@example.org' });
      const [session] = (await sessions.list({ limit: 1 })).sessions;
      await sessions.end({ session_id: session?.id ?? 0 });
      await assert.rejects(
        sessions.end({ session_id: session?.id ?? 0 }),
        refusal('SessionNotFoundError', 404),
      );

      const invited = await invitations.create({ email: 'new@example.org', role: 'editor' });
      assert.equal((await invitations.list({ status: 'pending' })).invitations[0]?.id, invited.id);
      await invitations.revoke({ id: invited.id });
      await send('/auth/send/email/otp/login', json({ email: GRACE.email }));
      assert.deepEqual(
        (await codes.list()).otps.map(({ identifier }) => identifier),
        [GRACE.email],
      );
      assert.equal((await accounts.unlock({ account_id: grace.id })).success, true);
      const made = await applications.create({
        name: 'Orders',
        redirect_uris: ['https://app.example.com/callback'],
        first_party: true,
      });
      const id = made.client_id;
      assert.match(made.client_secret ?? '', /^kw_app_/);
      assert.equal((await applications.update({ id, name: 'Shop' })).name, 'Shop');
      const { id: secret_id } = await applications.addSecret({ id });
      await applications.removeSecret({ id, secret_id });
      assert.deepEqual((await applications.list()).applications, [await applications.get({ id })]);
      await applications.delete({ id });
      await assert.rejects(applications.get({ id }), refusal('ApplicationNotFoundError', 404));

      await accounts.delete({ account_id: grace.id });
      await assert.rejects(
        accounts.query({ field: 'id', value: String(grace.id) }),
        refusal('UserNotFoundError', 404),
      );
      await assert.rejects(
        accounts.update({ account_id: root.id, role: 'user' }),
        refusal('LastSuperadminError', 409),
      );

      const page = await events.list({ type: ['account.*', 'invitation.*', 'session.ended'], order: 'asc' });
      const told: KeywardEvent[] = JSON.parse(JSON.stringify(page.events));
      const host = told.filter(({ data }) => data.actor?.name === 'host application');
      assert.deepEqual(
        host.map(({ type }) => type),
        [
          'account.created',
          'account.created',
          'account.updated',
          'session.ended',
          'invitation.created',
          'invitation.revoked',
          'account.unlocked',
          'account.deleted',
        ],
      );
      for (const { data } of host)
        assert.deepEqual(
          [data.actor, data.client, data.request_id],
          [{ type: 'service', id: null, name: 'host application' }, null, null],
        );
      assert.equal((await auditLogOf(database, 'account.created')).length, 3);
    });

    it('manages organizations, with their members, roles and invitations', async () => {
      await using service = await mounted({ organizations: { enabled: true, ownRoles: true } }, kind);
      const { accounts, organizations, events } = service.keyward.api;
      const [ada, grace] = [await accounts.create(ADA), await accounts.create(GRACE)];
      await assert.rejects(organizations.create({ name: 'Acme' }), refusal('ValidationError', 422, 'owner'));
      const { id } = await organizations.create({ name: 'Acme', owner: ada.id, external_id: 'customer-7' });
      assert.equal((await organizations.update({ id, slug: 'acme-2' })).slug, 'acme-2');
      assert.equal((await organizations.list({ external_id: 'customer-7' })).organizations[0]?.id, id);
      const { members, roles, invitations } = organizations;
      assert.deepEqual((await members.add({ id, account_id: grace.id })).roles, ['member']);
      await roles.create({ id, name: 'writers', permissions: ['org:write'] });
      await members.update({ id, account_id: grace.id, roles: ['writers'] });
      assert.deepEqual((await members.get({ id, account_id: grace.id })).roles, ['writers']);
      await assert.rejects(roles.delete({ id, name: 'writers' }), refusal('RoleInUseError', 409));
      await organizations.transfer({ id, account_id: grace.id });
      await members.remove({ id, account_id: ada.id });
      assert.equal((await members.list({ id })).total, 1);
      const { results } = await invitations.create({ id, emails: ['new@example.org'] });
      await invitations.revoke({ id, invitation_id: results[0]?.invitation?.id ?? '' });
      const { domains } = organizations;
      await domains.add({ id, domain: 'acme.example' });
      assert.equal((await domains.verify({ id, domain: 'acme.example', vouch: true })).status, 'verified');
      await domains.update({ id, domain: 'acme.example', joining: 'suggest' });
      assert.equal((await domains.list({ id })).domains[0]?.joining, 'suggest');
      await domains.remove({ id, domain: 'acme.example' });
      assert.equal((await organizations.suspend({ id })).status, 'suspended');
      assert.equal((await organizations.activate({ id })).status, 'active');
      await organizations.delete({ id });
      assert.equal((await organizations.restore({ id })).status, 'active');
      const page = await events.list({ type: ['organization.*', 'member.*', 'role.*'], order: 'asc' });
      const told: KeywardEvent[] = JSON.parse(JSON.stringify(page.events));
      assert.equal(
        told.every(({ data }) => data.actor?.name === 'host application'),
        true,
      );
    });

    it('has no organizations while they are off', async () => {
      await using service = await mounted({}, kind);
      await assert.rejects(service.keyward.api.organizations.list(), refusal('RouteNotFoundError', 404));
    });

    it('refuses what the routes refuse, and fields that a call does not have', async () => {
      await using service = await mounted({}, kind);
      const { accounts, events } = service.keyward.api;
      await accounts.create(GRACE);
      // Programs without types may pass anything.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const wrong = (input: unknown) => input as never;
      for (const [call, kindOf, status, path] of [
        [() => accounts.create(GRACE), 'EmailAlreadyExistsError', 409],
        [
          () => accounts.create({ ...GRACE, email: 'x@example.org', password: 'short' }),
          'WeakPasswordError',
          400,
        ],
        [() => accounts.create({ ...GRACE, email: 'nobody' }), 'ValidationError', 422, 'email'],
        [() => accounts.create(wrong({ email: 'x@example.org' })), 'ValidationError', 422, 'name'],
        [() => accounts.create(wrong({ ...GRACE, id: 7 })), 'ValidationError', 422, 'id'],
        [() => accounts.list(wrong({ limit: '5' })), 'ValidationError', 422, 'limit'],
        [() => accounts.list(wrong({ lmit: 5 })), 'ValidationError', 422, 'lmit'],
        [() => accounts.list({ limit: 101 }), 'ValidationError', 422, 'limit'],
        [() => accounts.query(wrong([])), 'ValidationError', 422, 'field'],
        [() => accounts.query(wrong(7)), 'ValidationError', 422, 'input'],
        [() => events.list({ type: 'none.*' }), 'ValidationError', 422, 'type'],
      ] as const)
        await assert.rejects(call, refusal(kindOf, status, path));
    });

    it('can be called in hooks and listeners, and waits for events', async () => {
      const roles: string[] = [];
      await using service = await mounted(
        {
          // A fake one would end each hook at once.
          clock: systemClock,
          hooks: {
            async afterSignUp({ account }) {
              await service.keyward.api.accounts.update({ account_id: account.id, role: 'member' });
            },
            async beforeLogin({ account }) {
              roles.push(
                (await service.keyward.api.accounts.query({ field: 'id', value: String(account.id) })).role,
              );
            },
          },
        },
        kind,
      );
      const { keyward } = service;
      const heard: string[] = [];
      keyward.on('account.role_changed', async ({ data }) => {
        await keyward.api.accounts.update({ account_id: data.account.id, name: 'Heard' });
        heard.push(data.account.email);
      });
      const { cursor } = await keyward.api.events.list({ limit: 1 });
      const waiting = keyward.api.events.list({ after: cursor, wait: 20, type: 'account.created' });
      const send = direct(keyward);
      await signUp(send);
      const login = await send('/auth/login', json({ identifier: ADA.email, password: ADA.password }));
      assert.equal(login.status, 200);
      assert.deepEqual(roles, ['member', 'member']);
      assert.equal((await waiting).events.length, 1);
      await until(() => heard.length > 0, 'the listener to have changed the account');
      assert.equal((await keyward.api.accounts.query({ field: 'email', value: ADA.email })).name, 'Heard');
    });
  });
}
