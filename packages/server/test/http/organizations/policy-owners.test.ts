import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { connect, CONNECTIONS_ON, eachHome, signInBy } from '../connections/help.ts';
import { asObject, assertRefusal, asText } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { outcome, suiteCast } from './help.ts';

const MINUTE_MS = 60_000;
const OFFICE = '192.0.2.7';
const NO_POLICY = {
  require_second_factor: false,
  methods: null,
  session_minutes: null,
  idle_minutes: null,
  allowed_addresses: null,
};

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the policy of an organization, and its owners, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: {
        ...CONNECTIONS_ON,
        KEYWARD_LIMIT_CHANGES: '10000/1h',
        KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8',
        KEYWARD_SESSION_DURATION_DAYS: '30',
      },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const reauthenticate = async ({ token }: { token: string }) => {
      const answer = await keyward.call('POST', '/account/reauthenticate', {
        token,
        body: { password: PASSWORD },
      });
      assert.equal(answer.status, 200, answer.text);
    };
    // The tests let the time pass.
    beforeEach(() => reauthenticate(cast.root));
    const acme = eachHome(keyward, cast);

    const atOffice = { headers: { 'x-forwarded-for': OFFICE } };
    const setPolicy = (policy: object, { token }: { token: string }, more = {}) =>
      keyward.call('PATCH', acme.path, { token, body: { policy }, ...more });
    const read = ({ token }: { token: string }, more = {}) =>
      keyward.call('GET', `${acme.path}/member`, { token, ...more });
    function assertKeptOut(answer: Answer, field: string): void {
      assertRefusal(answer, 403, 'OrganizationPolicyError');
      assert.deepEqual(asObject(answer.body['details'])['missing'], [field]);
    }

    it('binds owners again once an owner has saved what an admin set', async () => {
      const [admin, owner] = [await acme.member('admin'), await acme.member('owner')];
      await enrolTotp(keyward, admin);
      const policy = { require_second_factor: true };
      assert.equal((await setPolicy(policy, admin)).status, 200);
      assert.equal((await read(owner)).status, 200);
      assert.equal((await setPolicy(policy, cast.root)).status, 200);
      assertKeptOut(await read(owner), 'require_second_factor');
    });

    it('binds owners to what an owner has set, whatever an admin adds', async () => {
      const [admin, first, owner] = [
        await acme.member('admin'),
        await acme.member('owner'),
        await acme.member('owner'),
      ];
      for (const one of [admin, first]) await enrolTotp(keyward, one);
      assert.equal((await setPolicy({ require_second_factor: true }, first)).status, 200);
      assert.equal((await setPolicy({ session_minutes: 5_000 }, admin)).status, 200);
      assertKeptOut(await read(owner), 'require_second_factor');
      assert.equal((await setPolicy({ require_second_factor: false }, admin)).status, 200);
      assert.equal((await read(owner)).status, 200);
    });

    /** The ways to set each field from a session that meets it, while no other session does. */
    type Setting = readonly [policy: object, (by: SignedUp) => Promise<{ token: string; more?: object }>];
    const SETTINGS: Readonly<Record<keyof typeof NO_POLICY, Setting>> = {
      allowed_addresses: [
        { allowed_addresses: [OFFICE] },
        async ({ email }) => ({ ...(await keyward.logIn(email)), more: atOffice }),
      ],
      methods: [
        { methods: ['code'] },
        async ({ email }) => {
          const body = { email, otp: await codeFor(keyward, 'login', email) };
          const answer = await keyward.call('POST', '/login/otp', { body });
          return { token: asText(answer.body['access_token']) };
        },
      ],
      require_second_factor: [
        { require_second_factor: true },
        async ({ email }) => {
          const session = await keyward.logIn(email);
          await enrolTotp(keyward, session);
          return session;
        },
      ],
      session_minutes: [{ session_minutes: 5 }, ({ email }) => keyward.logIn(email)],
      idle_minutes: [{ idle_minutes: 5 }, ({ email }) => keyward.logIn(email)],
    };

    for (const [field, [policy, signIn]] of Object.entries(SETTINGS)) {
      it(`${field}: an admin keeps out other admins, but no owner with a recent proof`, async () => {
        const [admin, other, owner] = [
          await acme.member('admin'),
          await acme.member('admin'),
          await acme.member('owner'),
        ];
        keyward.clock.advance(8 * MINUTE_MS);
        const { token, more } = await signIn(admin);
        const set = await setPolicy(policy, { token }, more);
        assert.equal(set.status, 200, set.text);
        assert.deepEqual(set.body['policy'], { ...NO_POLICY, ...policy });
        for (const act of [read(other), setPolicy(NO_POLICY, other)]) assertKeptOut(await act, field);
        assertKeptOut(
          await keyward.call('POST', '/token/organization', {
            token: owner.token,
            body: { organization: acme.id },
          }),
          field,
        );

        assert.equal(outcome(await read(owner)), 'ok');
        keyward.clock.advance(3 * MINUTE_MS);
        for (const act of [read(owner), setPolicy(NO_POLICY, owner)])
          assertRefusal(await act, 403, 'ReauthenticationRequiredError');
        await reauthenticate(owner);
        // Without lifting it, too: the admin could set it again at once.
        const invited = await keyward.call('POST', `${acme.path}/invitation`, {
          token: owner.token,
          body: { emails: ['second@example.org'] },
        });
        assert.equal(outcome(invited), 'ok');
        const removed = await keyward.call('DELETE', `${acme.path}/member/${admin.id}`, owner);
        assert.equal(outcome(removed), 'ok');
        const lifted = await setPolicy(NO_POLICY, owner);
        assert.deepEqual(lifted.body['policy'], NO_POLICY, lifted.text);
        assert.equal(outcome(await read(other)), 'ok');
      });

      it(`${field}: the policy of an owner binds the other owners, whatever an admin adds`, async () => {
        const [admin, first, owner] = [
          await acme.member('admin'),
          await acme.member('owner'),
          await acme.member('owner'),
        ];
        keyward.clock.advance(8 * MINUTE_MS);
        const { token, more } = await signIn(first);
        assert.equal(outcome(await setPolicy(policy, { token }, more)), 'ok');
        for (const act of [read(owner), setPolicy(NO_POLICY, owner)]) assertKeptOut(await act, field);
        const by = await signIn(admin);
        const same = await setPolicy(policy, by, by.more);
        assert.equal(outcome(same), 'ok');
        assertKeptOut(await read(owner), field);
        const minutes = field === 'idle_minutes' ? 'session_minutes' : 'idle_minutes';
        assert.equal(outcome(await setPolicy({ [minutes]: 60 }, by, by.more)), 'ok');
        assertKeptOut(await read(owner), field);
      });
    }

    it('an admin who lets in only an own connection that nobody approved keeps no owner out', async () => {
      const [admin, owner] = [await acme.member('admin'), await acme.member('owner')];
      const connection = await connect(keyward, admin, acme, provider);
      const user = { sub: admin.email, email: admin.email, name: 'Ada' };
      const session = await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
      await reauthenticate(session);
      assert.equal(outcome(await setPolicy({ methods: ['connection'] }, session)), 'ok');
      const other = await acme.member('admin');
      assertKeptOut(await read(other), 'methods');
      const approved = await keyward.call('PATCH', connection.path, { token: owner.token, body: {} });
      assert.equal(approved.body['signs_in_owners'], true, approved.text);
      assert.equal(outcome(await setPolicy({ methods: null }, owner)), 'ok');
      assert.equal(outcome(await read(other)), 'ok');
    });
  });
}
