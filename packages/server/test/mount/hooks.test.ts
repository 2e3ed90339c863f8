import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'node:test';
import type { Arrival } from '../../src/features/hooks/sign-in-hooks.ts';
import { HOOK_LIMIT_MS } from '../../src/features/hooks/bounded.ts';
import type { Account, ServiceEvent, SignInFacts } from '../../src/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { assertError, PASSWORD } from '../support/keyward.ts';
import { accessTokenOf, addMember, codeFor, suiteMailed } from '../http/codes/support/mailed.ts';
import { assertFailed, assertSignedIn, count, signInWith, suiteSetup } from '../http/providers/harness.ts';
import { ADA, bodyOf, direct, json, mounted, signUp } from './mounted.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

const NEVER = new Promise<void>(() => {});

for (const kind of ANY_DATABASE) {
  describe(`hooks on ${kind}`, () => {
    const told: [string, Arrival][] = [];
    let refuse: string | undefined;
    const hooks = {
      afterSignUp: (arrival: Arrival) => void told.push(['signed up', arrival]),
      beforeLogin: (arrival: Arrival) => {
        told.push(['login', arrival]);
        return refuse === undefined ? undefined : { refuse };
      },
    };
    const taken = () => told.splice(0).map(([what, { method, reason }]) => `${what}: ${method} ${reason}`);

    describe('codes and passwords', () => {
      const keyward = suiteMailed(kind, { parts: { hooks } });

      it('run for each sign-up and each login, and for nothing else', async () => {
        refuse = undefined;
        const { email, id } = await keyward.signUp();
        assert.deepEqual(told[0]?.[1].account.id, id);
        assert.deepEqual(taken(), ['signed up: password sign-up', 'login: password sign-up']);
        await keyward.logIn(email);
        assert.deepEqual(taken(), ['login: password login']);
        await keyward.call('POST', '/login', { body: { identifier: email, password: 'Wrong-horse-1' } });
        assert.deepEqual(taken(), []);
        const otp = await codeFor(keyward, 'login', email);
        accessTokenOf(await keyward.call('POST', '/login/otp', { body: { email, otp } }));
        assert.deepEqual(taken(), ['login: code login']);
        const other = await addMember(keyward);
        told.length = 0;
        const reset = { email: other.email, otp: await codeFor(keyward, 'reset', other.email) };
        const body = { ...reset, password: 'Another-horse-2' };
        accessTokenOf(await keyward.call('POST', '/forgot/password', { body }));
        assert.deepEqual(taken(), ['login: code password-reset']);
        const newcomer = { email: 'newcomer@example.org', name: 'Newcomer', password: PASSWORD };
        const otpOfNewcomer = await codeFor(keyward, 'signup', newcomer.email);
        accessTokenOf(
          await keyward.call('POST', '/signup/otp', { body: { ...newcomer, otp: otpOfNewcomer } }),
        );
        assert.deepEqual(taken(), ['signed up: code sign-up', 'login: code sign-up']);
      });

      it('refuse a login, which then leaves no session', async () => {
        const { id, email } = await addMember(keyward);
        const otp = await codeFor(keyward, 'login', email);
        const before = await count(keyward, 'sessions');
        refuse = 'Your subscription has ended.';
        for (const [path, body] of [
          ['/login', { identifier: email, password: PASSWORD }],
          ['/login/password', { identifier: email, password: PASSWORD }],
          ['/login/otp', { email, otp }],
        ] as const) {
          const answer = await keyward.call('POST', path, { body });
          assertError(answer, 403, 'LoginRefusedError');
          assert.equal(answer.body['message'], 'Your subscription has ended.');
          assert.equal(answer.text.includes('access_token'), false);
        }
        assert.equal(await count(keyward, 'sessions'), before);
        refuse = undefined;
        await keyward.logIn(email);
        assert.equal(
          told.every(([, { account }]) => account.id === id),
          true,
        );
        told.length = 0;
      });
    });

    describe('providers', async () => {
      const { keyward } = await suiteSetup(kind, { parts: { hooks } });

      it('run for the account that a first sign-in makes, and may refuse the next', async () => {
        refuse = undefined;
        told.length = 0;
        await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
        assert.deepEqual(taken(), ['signed up: provider sign-up', 'login: provider sign-up']);
        refuse = 'Not today.';
        const before = await count(keyward, 'sessions');
        const query = await signInWith(keyward, 'idp1');
        assertFailed(query, 'login_refused');
        assert.equal(query.get('error'), 'Not today.');
        assert.equal(await count(keyward, 'sessions'), before);
        assert.deepEqual(taken(), ['login: provider login']);
      });
    });
  });
}

describe('hooks of a host', () => {
  it('see the account as everybody does, and the caller', async () => {
    const seen: SignInFacts[] = [];
    await using service = await mounted({ hooks: { beforeLogin: (facts) => void seen.push(facts) } });
    await signUp((path, init) => {
      const request = new Request(`http://localhost${path}`, init);
      return service.keyward.fetch(request, { clientAddress: '203.0.113.7' });
    });
    const [facts] = seen;
    assert.equal(facts?.account.email, ADA.email);
    assert.equal(facts.client.ipAddress, '203.0.113.7');
    assert.equal('password_hash' in facts.account, false);
  });

  it('that throw or reject are reported, and the login continues', async () => {
    await using service = await mounted({
      hooks: {
        afterSignUp: () => Promise.reject(new Error('first')),
        beforeLogin: () => {
          throw new Error('second');
        },
        onEvent: async ({ name }) => {
          await setImmediate();
          if (name === 'account.signed_up') throw new Error('third');
        },
      },
    });
    await signUp(direct(service.keyward));
    await setImmediate();
    assert.deepEqual(service.reported.splice(0).map(String), [
      'Error: first',
      'Error: second',
      'Error: third',
    ]);
  });

  it('that hang are abandoned after two seconds, and their signal aborts', async () => {
    const clock = createFakeClock(Date.now(), { holdSleeps: true });
    const { promise: asked, resolve } = Promise.withResolvers<AbortSignal>();
    const beforeLogin = ({ signal }: SignInFacts) => {
      resolve(signal);
      return NEVER;
    };
    await using service = await mounted({ hooks: { beforeLogin } }, 'sqlite', clock);
    const signingUp = signUp(direct(service.keyward));
    const signal = await asked;
    clock.advance(HOOK_LIMIT_MS - 1);
    await setImmediate();
    assert.equal(signal.aborted, false);
    clock.advance(1);
    await signingUp;
    assert.equal(signal.aborted, true);
    assert.match(String(service.reported.splice(0)), /beforeLogin took longer than 2000 ms/);
  });

  it('TK15: add claims to tokens, but none with a meaning, and a mistake in them locks nobody out', async () => {
    const answers = [
      (account: Account) => ({ tier: account.email === ADA.email ? 'gold' : 'none', nothing: null }),
      () => ({ role: 'superadmin', sub: 'mallory', exp: 1, tier: 'own' }),
      () => Promise.reject(new Error('away')),
      () => ({ tier: 1n }),
      () => Object(['tier']),
      () => ({ tier: 'x'.repeat(2_000) }),
      () => {},
    ];
    const told: string[] = [];
    await using service = await mounted({
      hooks: {
        claims: async (account) => answers.shift()?.(account),
        onEvent: ({ name }) => void told.push(name),
      },
    });
    const send = direct(service.keyward);
    await signUp(send);
    const tiers: unknown[] = [];
    while (answers.length > 0) {
      const { access_token: token } = await bodyOf(
        await send('/auth/login', json({ identifier: ADA.email, password: ADA.password })),
      );
      const me = await bodyOf(
        await send('/auth/me', { headers: { authorization: `Bearer ${String(token)}` } }),
      );
      const { tier, role, nothing } = Object(me['payload']);
      assert.deepEqual([role, nothing], ['user', undefined]);
      tiers.push(tier);
    }
    assert.deepEqual(tiers, ['own', undefined, undefined, undefined, undefined, undefined]);
    assert.equal(told.filter((name) => name === 'token.claims_left_out').length, 1);
    const reports = service.reported.splice(0).map(String);
    assert.equal(reports.length, 4);
    assert.match(String(reports[0]), /returned role, sub, exp/);
    assert.match(String(reports[3]), /did not return an object/);
  });

  it('hear of every event', async () => {
    const events: ServiceEvent[] = [];
    {
      await using service = await mounted({ hooks: { onEvent: (event) => void events.push(event) } });
      const send = direct(service.keyward);
      await signUp(send);
      const refused = await send('/auth/login', json({ identifier: ADA.email, password: 'Wrong-1' }));
      assert.equal((await bodyOf(refused))['error'], 'InvalidCredentialsError');
    }
    assert.deepEqual(
      events.map(({ name }) => name),
      ['service.started', 'account.signed_up', 'login.failed', 'service.stopping'],
    );
  });
});
