import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, enrolTotp } from '../../server/test/http/factors/enrol.ts';
import { enrol } from '../../server/test/http/factors/passkeys.ts';
import { FRONTEND, type Setup, suiteSetup } from '../../server/test/http/providers/harness.ts';
import { addPerson, proveMailbox } from '../../server/test/http/people.ts';
import { Authenticator } from '../../server/test/support/authenticator.ts';
import { createBrowser } from '../../server/test/support/browser.ts';
import { assertError, PASSWORD } from '../../server/test/support/keyward.ts';
import { createFactorsClient } from '../src/factors.ts';
import { type Account, type ErrorDetails, memoryStorage, type Result } from '../src/index.ts';
import { countingClient, dataOf, errorOf, pathOf, signedIn } from './support/people.ts';

describe('second factors', async () => {
  const { keyward, providers }: Setup = await suiteSetup('sqlite');
  const [provider] = providers;
  const browser = () => countingClient(keyward.url, { frontendUrl: FRONTEND });

  function challengeOf({ error }: Result<unknown>): ErrorDetails['SecondFactorRequiredError'] {
    assert.ok(error?.kind === 'SecondFactorRequiredError', error?.stack);
    return error.details;
  }
  async function personWithTotp() {
    const person = await addPerson(keyward);
    return { ...person, ...(await enrolTotp(keyward, person)) };
  }
  /** A challenge of the account, as a redirect brings it. */
  async function brought(email: string): Promise<string> {
    const { challenge, methods, expires_at } = challengeOf(
      await browser().client.login({ identifier: email, password: PASSWORD }),
    );
    const query = { challenge, methods: methods.join(), expires_at: String(expires_at) };
    return `${FRONTEND}/oauth/callback?${new URLSearchParams(query).toString()}`;
  }

  it('a login says which factor it needs, and the answer to its challenge keeps the session', async () => {
    const { email, secret, codes } = await personWithTotp();
    const { client } = browser();
    const { challenge, methods, expires_at } = challengeOf(
      await client.login({ identifier: email, password: PASSWORD }),
    );
    assert.deepEqual(methods, ['totp', 'recovery_code']);
    assert.equal(expires_at, Math.floor(keyward.clock.now() / 1000) + 600);
    const wrong = { challenge, method: 'totp', code: '000000' } as const;
    errorOf(await client.answerChallenge(wrong), 'SecondFactorInvalidError');
    assert.equal(dataOf(await client.getSession()), null);
    const answer = { challenge, method: 'totp', code: codeOf(keyward, secret, 1) } as const;
    assert.equal(dataOf(await client.answerChallenge(answer)).account.email, email);
    assert.equal(dataOf(await client.getSession())?.account.email, email);
    errorOf(await client.answerChallenge(answer), 'ChallengeInvalidError');

    dataOf(await client.logout());
    const again = challengeOf(await client.loginWithPassword({ identifier: email, password: PASSWORD }));
    const code = codes[0] ?? assert.fail();
    dataOf(await client.answerChallenge({ challenge: again.challenge, method: 'recovery_code', code }));
    dataOf(await client.me());
  });

  it('passkeys are unavailable without the help of a browser', async () => {
    const { client } = await signedIn(keyward);
    errorOf(await client.reauthenticate({ method: 'passkey' }), 'PasskeyUnavailableError');
  });

  it('OA20, OA21: the redirect of a sign-in that began here is answered with its verifier; one that began elsewhere is not answered', async () => {
    provider.user = { sub: 'grace', email: 'g@example.org', email_verified: true, name: 'Grace' };
    const walked = async ({ client }: ReturnType<typeof browser>) => {
      const url = dataOf(await client.providers.loginUrl({ provider: 'idp1' }));
      return (await createBrowser().followTo(url, FRONTEND)).href;
    };
    const first = browser();
    dataOf(await first.client.handleRedirect({ href: await walked(first) }));
    const token = dataOf(await first.client.getSession())?.access_token ?? assert.fail();
    const { secret } = await enrolTotp(keyward, { token });

    const here = browser();
    const href = await walked(here);
    assert.deepEqual(
      [...new URL(href).searchParams.keys()],
      ['challenge', 'methods', 'expires_at', 'code_challenge'],
    );
    const elsewhere = browser();
    errorOf(await elsewhere.client.handleRedirect({ href }), 'UnexpectedSignInError');
    assert.deepEqual(elsewhere.requests, []);

    const { challenge, methods } = challengeOf(await here.client.handleRedirect({ href }));
    assert.deepEqual(methods, ['totp', 'recovery_code']);
    // Only a browser can sign, so this test ends with the service's options.
    await enrol(keyward, token, new Authenticator());
    errorOf(await here.client.answerChallenge({ challenge, method: 'passkey' }), 'PasskeyUnavailableError');
    errorOf(
      await elsewhere.client.answerChallenge({ challenge, method: 'passkey' }),
      'ChallengeInvalidError',
    );
    const code = codeOf(keyward, secret, 1);
    // Another browser has the cookie of the redirect, so only the verifier works.
    errorOf(
      await elsewhere.client.answerChallenge({ challenge, method: 'totp', code }),
      'ChallengeInvalidError',
    );
    dataOf(await here.client.answerChallenge({ challenge, method: 'totp', code }));
    assert.equal(dataOf(await here.client.getSession())?.account.name, 'Grace');
  });

  it('OA21: an answer to a sign-in that began elsewhere needs confirmation', async () => {
    const stranger = await personWithTotp();
    const asked: Account[] = [];
    for (const [answer, kept] of [
      [undefined, false],
      [() => false, false],
      [(account: Account) => asked.push(account) > 0, true],
    ] as const) {
      const { client, requests } = browser();
      const { challenge } = challengeOf(await client.handleRedirect({ href: await brought(stranger.email) }));
      keyward.clock.advance(60_000);
      requests.length = 0;
      const result = await client.answerChallenge({
        challenge,
        method: 'totp',
        code: codeOf(keyward, stranger.secret),
        ...(answer && { confirm: answer }),
      });
      if (kept) dataOf(result);
      else errorOf(result, 'UnexpectedSignInError');
      assert.equal(requests.includes('POST /auth/logout'), !kept);
      assert.equal(dataOf(await client.getSession())?.account.email, kept ? stranger.email : undefined);
    }
    assert.deepEqual(
      asked.map(({ email }) => email),
      [stranger.email],
    );

    const { client } = await signedIn(keyward, { name: 'Ada' });
    const { challenge } = challengeOf(await client.handleRedirect({ href: await brought(stranger.email) }));
    keyward.clock.advance(60_000);
    const code = codeOf(keyward, stranger.secret);
    const confirm = () => assert.fail('asked');
    errorOf(
      await client.answerChallenge({ challenge, method: 'totp', code, confirm }),
      'UnexpectedSignInError',
    );
    assert.equal(dataOf(await client.me()).account.name, 'Ada');
  });

  it('cookies are sent with calls that authenticate, and with no others', async () => {
    const sent: [string, unknown][] = [];
    const { client } = countingClient(keyward.url, {
      fetch: (input, init) => {
        sent.push([pathOf(input), init?.credentials]);
        return fetch(input, init);
      },
    });
    const { email, secret } = await personWithTotp();
    const { challenge } = challengeOf(await client.login({ identifier: email, password: PASSWORD }));
    dataOf(await client.answerChallenge({ challenge, method: 'totp', code: codeOf(keyward, secret, 1) }));
    dataOf(await client.me());
    assert.deepEqual(sent, [
      ['/auth/login', 'include'],
      ['/auth/login/challenge', 'include'],
      ['/auth/me', undefined],
    ]);
  });

  it('changes of factors say how to reauthenticate, and have methods that share the session', async () => {
    const storage = memoryStorage();
    const { email } = await addPerson(keyward);
    const { factors, ...client } = createFactorsClient({ url: keyward.url, storage });
    dataOf(await client.login({ identifier: email, password: PASSWORD }));
    const { token } = { token: dataOf(await client.getSession())?.access_token ?? '' };
    await proveMailbox(keyward, token);
    keyward.clock.advance(11 * 60_000);
    const { error } = await factors.totp.begin();
    assert.ok(error?.kind === 'ReauthenticationRequiredError', error?.stack);
    assert.deepEqual(error.details.methods, ['password']);
    errorOf(
      await client.reauthenticate({ method: 'password', password: 'Wrong-1' }),
      'InvalidCredentialsError',
    );
    const { authenticated_until: until } = dataOf(
      await client.reauthenticate({ method: 'password', password: PASSWORD }),
    );
    assert.equal(until, Math.floor(keyward.clock.now() / 1000) + 600);

    const { secret } = dataOf(await factors.totp.begin());
    const confirmed = dataOf(await factors.totp.confirm({ code: codeOf(keyward, secret) }));
    assert.equal(confirmed.recovery_codes?.length, 10);
    const listed = dataOf(await factors.list());
    assert.deepEqual([listed.recovery_codes, listed.passkeys], [{ left: 10 }, []]);
    assert.equal(dataOf(await factors.renewRecoveryCodes()).recovery_codes.length, 10);
    keyward.clock.advance(11 * 60_000);
    errorOf(await factors.totp.remove(), 'ReauthenticationRequiredError');
    dataOf(await client.reauthenticate({ method: 'totp', code: codeOf(keyward, secret) }));
    dataOf(await factors.totp.remove());
    assertError(await keyward.call('DELETE', '/account/totp', { token }), 404, 'FactorNotFoundError');
  });
});
