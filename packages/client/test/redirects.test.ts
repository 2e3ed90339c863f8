import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addMember, startMailed } from '../../server/test/http/codes/support/mailed.ts';
import { linkIn } from '../../server/test/support/mail-server.ts';
import type { Purpose } from '../../server/src/store/tables/codes.ts';
import { countingClient, dataOf, errorOf } from './support/people.ts';

/** A frontend other than the service's own address, which is the fallback. */
const FRONTEND = 'http://localhost:5173';

describe('pages that the service redirects to', () => {
  for (const profile of ['documented', 'strict'])
    it(`in the profile ${profile}`, async () => {
      await using keyward = await startMailed('sqlite', {
        settings: { KEYWARD_PROFILE: profile, KEYWARD_DUAL_TOKEN_MODE: 'on' },
      });
      const { client, requests } = countingClient(keyward.url, { frontendUrl: FRONTEND });
      const { email } = await addMember(keyward, { name: 'Ada' });

      /** The target of a mailed link. */
      async function clicked(purpose: Purpose, to: string): Promise<string> {
        dataOf(await client.sendLink({ purpose, email: to }));
        const response = await fetch(linkIn(await keyward.mail.nextMail(to)), { redirect: 'manual' });
        return response.headers.get('location') ?? '';
      }

      const login = await clicked('login', email);
      assert.equal(new URL(login).origin, FRONTEND);
      assert.equal(new URL(login).searchParams.has('code'), profile === 'strict');
      requests.length = 0;
      // A page that reads its address twice uses the code only once.
      const [first, second] = await Promise.all([
        client.handleRedirect({ href: login }),
        client.handleRedirect({ href: login }),
      ]);
      const redirect = dataOf(first);
      assert.ok(redirect?.page === 'oauth/callback');
      assert.equal(redirect.session?.account.name, 'Ada');
      assert.deepEqual(dataOf(second), redirect);
      assert.deepEqual(requests, [profile === 'strict' ? 'POST /auth/token/exchange' : 'GET /auth/me']);
      assert.ok(dataOf(await client.getSession())?.refresh_token);
      dataOf(await client.me());

      const verified = dataOf(await client.handleRedirect({ href: await clicked('verify', email) }));
      assert.deepEqual(verified, { page: 'magic-link/callback', email });
      const reset = dataOf(await client.handleRedirect({ href: await clicked('reset', email) }));
      assert.ok(reset?.page === 'reset-password' && reset.email === email);
      dataOf(await client.resetPassword({ email, otp: reset.otp, password: 'Another-horse-2' }));
      const signup = dataOf(
        await client.handleRedirect({ href: await clicked('signup', 'new@example.org') }),
      );
      assert.ok(signup?.page === 'signup');
      const person = { name: 'New', email: signup.email, otp: signup.otp, password: 'Another-horse-2' };
      assert.equal(dataOf(await client.signupWithOtp(person)).account.email, 'new@example.org');

      // A second time, which is too late.
      const used = new URL(login);
      if (profile === 'strict')
        errorOf(await client.handleRedirect({ href: used.href }), 'InvalidTokenError');
    });

  it("a sign-in at the service's pages can be finished only in the browser that began it", async () => {
    await using keyward = await startMailed('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    const { client } = countingClient(keyward.url, { frontendUrl: `${FRONTEND}/shop` });
    const { client: pages } = countingClient(keyward.url);
    const { client: other } = countingClient(keyward.url, { frontendUrl: FRONTEND });
    const { email, token, refreshToken: refresh_token } = await addMember(keyward);
    const begin = async (options = {}) => new URL(dataOf(await client.signInWithPages(options)));
    /** The act of the pages after a sign-in. */
    async function finish({ searchParams }: URL): Promise<string> {
      const { code_challenge_method: method, ...asked } = Object.fromEntries(searchParams);
      assert.equal(method, 'S256');
      const body = { ...asked, refresh_token };
      const { status, text, body: answer } = await keyward.call('POST', '/token/code', { token, body });
      assert.equal(status, 200, text);
      return String(answer['location']);
    }
    const address = await begin({ state: '/cart' });
    assert.equal(address.origin + address.pathname, `${keyward.url}/signin`);
    assert.equal(address.searchParams.get('return_to'), `${FRONTEND}/shop/oauth/callback`);
    const href = await finish(address);
    errorOf(await other.handleRedirect({ href, confirm: () => true }), 'UnexpectedSignInError');
    const arrived = dataOf(await client.handleRedirect({ href }));
    assert.ok(arrived?.page === 'oauth/callback' && arrived.session !== undefined);
    assert.deepEqual([arrived.session.account.email, arrived.state], [email, '/cart']);
    assert.equal(dataOf(await client.me()).account.email, email);
    assert.equal((await begin({ page: 'signup' })).pathname, '/signup');
    assert.equal(dataOf(await pages.getSession()), null);
  });

  it('OA20: with `sameBrowser` a mailed link signs in only in the browser that requested it', async () => {
    await using keyward = await startMailed('sqlite');
    const options = { frontendUrl: FRONTEND, sameBrowser: true };
    const [{ client }, { client: other }] = [
      countingClient(keyward.url, options),
      countingClient(keyward.url, options),
    ];
    for (const send of [client.sendLink, client.sendOtp]) {
      const { email } = await addMember(keyward);
      dataOf(await send({ purpose: 'login', email }));
      const response = await fetch(linkIn(await keyward.mail.nextMail(email)), { redirect: 'manual' });
      const href = response.headers.get('location') ?? '';
      assert.deepEqual([...new URL(href).searchParams.keys()], ['code', 'code_challenge']);
      errorOf(await other.handleRedirect({ href, confirm: () => true }), 'UnexpectedSignInError');
      dataOf(await client.handleRedirect({ href }));
      assert.equal(dataOf(await client.me()).account.email, email);
    }
  });

  const { client, requests } = countingClient('http://127.0.0.1:9');
  const read = async (path: string) => client.handleRedirect({ href: FRONTEND + path });

  it('errors have kind, code and message', async () => {
    const error = errorOf(
      await read('/magic-link/callback?error=The%20code%20has%20expired&error_code=otp_expired'),
      'OTPExpiredError',
    );
    assert.equal(error.message, 'The code has expired');
    assert.equal(error.code, 'otp_expired');
    errorOf(await read('/app/oauth/callback/?error=x&error_code=oauth_denied'), 'OAuthDeniedError');
  });

  it('links that a page must confirm', async () => {
    assert.deepEqual(dataOf(await read('/magic-link/confirm?purpose=login&email=a%40b.org&otp=123456')), {
      page: 'magic-link/confirm',
      purpose: 'login',
      email: 'a@b.org',
      otp: '123456',
    });
  });

  it('pass on the key of a link', async () => {
    const mailed = { email: 'a@b.org', otp: '123456', key: 'k'.repeat(22) };
    const query = new URLSearchParams(mailed).toString();
    for (const page of ['reset-password', 'signup'] as const)
      assert.deepEqual(dataOf(await read(`/${page}?${query}`)), { page, ...mailed });
    const confirm = await read(`/magic-link/confirm?purpose=verify&${query}`);
    assert.deepEqual(dataOf(confirm), { page: 'magic-link/confirm', purpose: 'verify', ...mailed });
  });

  it('are recognised only by what a redirect carries', async () => {
    for (const path of [
      '/',
      '/signup',
      '/oauth/callback',
      '/magic-link/callback',
      '/reset-password?email=a%40b.org',
      '/search?code=x&email=a%40b.org&otp=123456',
      '/search?error=x&error_code=y',
      '/mysignup?email=a%40b.org&otp=123456',
    ])
      assert.equal(dataOf(await read(path)), null, path);
    assert.deepEqual(requests, []);
  });

  it('can be read again after a failed connection', async () => {
    errorOf(await read('/oauth/callback?code=x'), 'NetworkError');
    errorOf(await client.handleRedirect({ href: 'no address' }), 'ClientError');
  });
});
