import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { identify } from '../../../src/mount/identity.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { type Answer, PASSWORD } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { setJwt } from '../cookies/cookies.ts';
import { asObject, assertRefusal, asText, claimsOf } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addMember, addOrganization, ON } from './help.ts';

const MINUTE_MS = 60_000;
const FRONTEND = 'https://app.example.org/in';
const code_verifier = 'v'.repeat(43);
const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the policy of an organization on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: {
        ...ON,
        KEYWARD_ALLOWED_FRONTENDS: 'https://app.example.org',
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_LIMIT_CHANGES: '10000/1h',
        KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8',
        KEYWARD_SESSION_DURATION_DAYS: '30',
      },
    });

    interface Tokens {
      token: string;
      refreshToken: string;
    }

    const tokensOf = ({ body }: Answer): Tokens => ({
      token: asText(body['access_token']),
      refreshToken: asText(body['refresh_token']),
    });
    const refresh = ({ refreshToken }: Tokens, organization?: string | null, ipAddress?: string) =>
      keyward.call('POST', '/token/refresh', {
        body: { refresh_token: refreshToken, ...(organization !== undefined && { organization }) },
        ...(ipAddress !== undefined && { headers: { 'x-forwarded-for': ipAddress } }),
      });
    const activate = ({ token, refreshToken }: Partial<Tokens>, organization: string) =>
      keyward.call('POST', '/token/organization', {
        token,
        body: { organization, refresh_token: refreshToken },
      });

    /** An organization, and a member of it who signs in by password. */
    async function stage(policy: object = {}) {
      const root = await addSuperadmin(keyward);
      const [owner, member] = [
        await addPerson(keyward, { verified: true }),
        await addPerson(keyward, { verified: true }),
      ];
      const acme = await addOrganization(keyward, root, owner);
      await addMember(keyward, root, acme, member, 'member');
      const setPolicy = (edit: object, by: { token: string } = root) =>
        keyward.call('PATCH', acme.path, { token: by.token, body: { policy: edit } });
      assert.equal((await setPolicy(policy)).status, 200);
      const logIn = async () => {
        const body = { identifier: member.email, password: PASSWORD };
        return tokensOf(await keyward.call('POST', '/login', { body }));
      };
      return { root, owner, member, acme, setPolicy, logIn };
    }

    function assertMisses(answer: Answer, ...missing: string[]): void {
      assertRefusal(answer, 403, 'OrganizationPolicyError');
      assert.deepEqual(asObject(answer.body['details'])['missing'], missing);
    }

    const organizationIn = (answer: Answer) => {
      assert.equal(answer.status, 200, answer.text);
      return asObject(claimsOf(answer.body['access_token'])['org'] ?? {})['id'];
    };

    it('is changed field by field, with an event, and shown', async () => {
      const { acme, owner, setPolicy } = await stage({ session_minutes: 600 });
      const none = {
        require_second_factor: false,
        methods: null,
        session_minutes: 600,
        idle_minutes: null,
        allowed_addresses: null,
      };
      const changed = await setPolicy({ methods: ['passkey', 'password'] });
      assert.deepEqual(changed.body['policy'], { ...none, methods: ['passkey', 'password'] });
      const told = (await auditLogOf(keyward.database, 'organization.updated')).at(-1);
      assert.deepEqual(told?.data['previous'], { policy: none });
      const shown = await keyward.call('GET', acme.path, { token: owner.token });
      assert.deepEqual(shown.body['policy'], changed.body['policy']);
      const cleared = await setPolicy({ methods: null, session_minutes: null });
      assert.deepEqual(cleared.body['policy'], { ...none, session_minutes: null });
    });

    it('is checked when the organization becomes active; a refusal uses nothing up', async () => {
      const { acme, logIn, setPolicy } = await stage({ methods: ['passkey', 'code'] });
      const tokens = await logIn();
      const refused = await activate(tokens, acme.id);
      assertMisses(refused, 'methods');
      assert.deepEqual(asObject(refused.body['details'])['methods'], ['passkey', 'code']);
      assertMisses(await refresh(tokens, acme.id), 'methods');
      await setPolicy({ methods: ['password'] });
      assert.equal(organizationIn(await activate(tokens, acme.id)), acme.id);
    });

    it('is checked at each refresh; a refusal uses nothing up, and null leaves the organization', async () => {
      const { acme, logIn, setPolicy } = await stage();
      const tokens = tokensOf(await activate(await logIn(), acme.id));
      await setPolicy({ require_second_factor: true, methods: ['provider'] });
      assertMisses(await refresh(tokens), 'require_second_factor', 'methods');
      assertMisses(await refresh(tokens), 'require_second_factor', 'methods');
      const out = await refresh(tokens, null);
      assert.equal(organizationIn(out), undefined);
      assertMisses(await refresh(tokensOf(out), acme.id), 'require_second_factor', 'methods');
      assert.equal((await refresh(tokensOf(out))).status, 200);
    });

    for (const dual of [false, true])
      it(`deactivates the organization while a session misses it, in ${dual ? 'dual' : 'single'}-token mode`, async () => {
        setJwt(keyward, { dual_token_mode: dual, access_token_expire_minutes: 120 });
        const { acme, member, setPolicy } = await stage();
        const answer = await activate(await keyward.logIn(member.email), acme.id);
        const token = asText(answer.body['access_token']);
        const refresh_token = dual ? asText(answer.body['refresh_token']) : undefined;
        const active = async () => {
          const { organization } = (await keyward.call('GET', '/me', { token })).body;
          const request = { method: 'GET', headers: { authorization: `Bearer ${token}` } };
          assert.deepEqual((await identify(request, keyward.app.services))?.organization, organization);
          return organization === null ? undefined : asObject(organization)['id'];
        };
        /** The organization in the tokens that a frontend gets for the session. */
        async function handedOver() {
          const made = await keyward.call('POST', '/token/code', {
            token,
            body: { return_to: FRONTEND, code_challenge, refresh_token },
          });
          assert.equal(made.status, 200, made.text);
          const code = new URL(asText(made.body['location'])).searchParams.get('token_code');
          const body = { code, code_verifier };
          return organizationIn(await keyward.call('POST', '/token/exchange', { body }));
        }
        assert.deepEqual([await active(), await handedOver()], [acme.id, acme.id]);
        for (const edit of [{ methods: ['passkey'] }, { require_second_factor: true }]) {
          await setPolicy(edit);
          assert.deepEqual([await active(), await handedOver()], [undefined, undefined]);
          await setPolicy({ methods: null, require_second_factor: false });
        }
        await setPolicy({ session_minutes: 60, allowed_addresses: ['192.0.2.7'] });
        // An API at an address of its own asks for its users.
        assert.equal(await active(), acme.id);
        keyward.clock.advance(61 * MINUTE_MS);
        assert.deepEqual([await active(), await handedOver()], [undefined, undefined]);
        setJwt(keyward, { dual_token_mode: true, access_token_expire_minutes: 15 });
      });

    it('distinguishes a code, the link of a mail and a password', async () => {
      const { acme, member, setPolicy } = await stage({ methods: ['code'] });
      const otp = await codeFor(keyward, 'login', member.email);
      const body = { email: member.email, otp };
      const tokens = tokensOf(await keyward.call('POST', '/login/otp', { body }));
      const entered = await activate(tokens, acme.id);
      assert.equal(organizationIn(entered), acme.id);
      await setPolicy({ methods: ['link'] });
      assertMisses(await refresh(tokensOf(entered)), 'methods');
    });

    it('limits the age of the session, and the time without a use', async () => {
      const { acme, logIn, setPolicy } = await stage({ session_minutes: 60 });
      const untilIn = (token: string) => Object(claimsOf(token)['org']).exp;
      const begun = Math.floor(keyward.clock.now() / 1000);
      let tokens = tokensOf(await activate(await logIn(), acme.id));
      assert.equal(untilIn(tokens.token), begun + 60 * 60);
      keyward.clock.advance(59 * MINUTE_MS);
      tokens = tokensOf(await refresh(tokens));
      keyward.clock.advance(2 * MINUTE_MS);
      assertMisses(await refresh(tokens), 'session_minutes');
      const again = await addSuperadmin(keyward);
      await setPolicy({ session_minutes: null, idle_minutes: 30 }, again);
      tokens = tokensOf(await activate(await logIn(), acme.id));
      assert.equal(untilIn(tokens.token), Number(claimsOf(tokens.token)['iat']) + 60);
      for (let count = 0; count < 4; count += 1) {
        keyward.clock.advance(25 * MINUTE_MS);
        tokens = tokensOf(await refresh(tokens));
      }
      keyward.clock.advance(40 * MINUTE_MS);
      assertMisses(await refresh(tokens), 'idle_minutes');
      // Leaving and coming back is no way around it.
      const out = tokensOf(await refresh(tokens, null));
      assertMisses(await refresh(out, acme.id), 'idle_minutes');
      const proof = { token: out.token, body: { password: PASSWORD } };
      const proven = await keyward.call('POST', '/account/reauthenticate', proof);
      assert.equal(proven.status, 200, proven.text);
      assert.equal(organizationIn(await refresh(out, acme.id)), acme.id);
      await setPolicy({ idle_minutes: null, methods: ['password'] }, await addSuperadmin(keyward));
      assert.equal(untilIn(tokensOf(await activate(await logIn(), acme.id)).token), undefined);
    });

    it('names the networks that requests may come from', async () => {
      const { acme, logIn } = await stage({ allowed_addresses: ['192.0.2.0/24', '2001:db8::/32'] });
      const tokens = await logIn();
      assertMisses(await refresh(tokens, acme.id), 'allowed_addresses');
      assertMisses(await refresh(tokens, acme.id, '198.51.100.7'), 'allowed_addresses');
      const entered = await refresh(tokens, acme.id, '2001:db8::7');
      assert.equal(organizationIn(entered), acme.id);
      assert.equal((await refresh(tokensOf(entered), undefined, '192.0.2.7')).status, 200);
    });

    it('locks nobody out by mistake: a member cannot set one that their own session misses', async () => {
      const { acme, owner, setPolicy } = await stage();
      assertMisses(await setPolicy({ require_second_factor: true }, owner), 'require_second_factor');
      assertMisses(await setPolicy({ allowed_addresses: ['192.0.2.7'] }, owner), 'allowed_addresses');
      const { body } = await keyward.call('GET', acme.path, { token: owner.token });
      assert.equal(asObject(body['policy'])['require_second_factor'], false);
      assert.equal((await setPolicy({ session_minutes: 600 }, owner)).status, 200);
    });

    it('cannot be lifted by a session that misses it', async () => {
      const { owner, setPolicy } = await stage({ methods: ['passkey'] });
      assertMisses(await setPolicy({ methods: null }, owner), 'methods');
      assertMisses(await setPolicy({ session_minutes: 600 }, owner), 'methods');
      assert.equal((await setPolicy({ methods: null })).status, 200);
      assert.equal((await setPolicy({ session_minutes: 600 }, owner)).status, 200);
    });

    it('refuses rules that it cannot check', async () => {
      const { setPolicy } = await stage();
      for (const [edit, path] of [
        [{ methods: [] }, 'policy.methods'],
        [{ methods: ['magic'] }, 'policy.methods.0'],
        [{ session_minutes: 1 }, 'policy.session_minutes'],
        [{ allowed_addresses: ['everywhere'] }, 'policy.allowed_addresses.0'],
        [{ unknown: true }, 'policy.unknown'],
      ] as const)
        assertRefusal(await setPolicy(edit), 422, 'ValidationError', [path]);
    });
  });
}
