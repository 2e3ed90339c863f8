import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { HOST_ACTOR } from '../../server/src/features/audit/actors/actor.ts';
import { suiteMailed } from '../../server/test/http/codes/support/mailed.ts';
import { connect } from '../../server/test/http/connections/help.ts';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { addMember, addOrganization } from '../../server/test/http/organizations/help.ts';
import { addPerson, newSession } from '../../server/test/http/people.ts';
import { PASSWORD, type SignedUp } from '../../server/test/support/keyward.ts';
import { codeIn } from '../../server/test/support/mail-server.ts';
import { stopwatch, until } from '../../server/test/support/until.ts';
import { type AdminClient, createAdminClient } from '../src/admin.ts';
import type { ErrorKind } from '../src/errors.ts';
import { memoryStorage } from '../src/index.ts';
import { createVerifier, type Verifier, type VerifierOptions } from '../src/verify.ts';
import { dataOf, errorOf, pathOf } from './support/people.ts';

const pem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

describe('a verifier', () => {
  const keyward = suiteMailed('sqlite', {
    settings: {
      KEYWARD_DUAL_TOKEN_MODE: 'on',
      KEYWARD_JWT_ALGORITHM: 'ES256',
      KEYWARD_ORGANIZATIONS_ENABLED: 'on',
      KEYWARD_JWT_SECRET: String(pem()),
    },
  });
  let credentials: { identifier: string; password: string };
  let root: AdminClient;
  let rootId: number;
  let verifier: Verifier;
  /** As old as the audit log. */
  let oldest: SignedUp;
  const open: Verifier[] = [];
  const requests: string[] = [];
  /** Whether the way to the service is cut. */
  let cut = false;
  /** How far the clock of the verifying machine is ahead. */
  let ahead = 0;
  const now = () => keyward.clock.now() + ahead;

  const counting: typeof fetch = (input, init) => {
    requests.push(pathOf(input));
    return cut ? Promise.reject(new TypeError('cut')) : fetch(input, init);
  };
  async function opened(options: Partial<VerifierOptions> = {}): Promise<Verifier> {
    const made = createVerifier({ url: keyward.url, credentials, fetch: counting, now, ...options });
    open.push(made);
    return made;
  }
  before(async () => {
    oldest = await keyward.signUp();
    // Clocks may differ by a minute.
    keyward.clock.advance(5 * 60_000);
    const { email, id } = await addPerson(keyward, { role: 'superadmin', verified: true });
    rootId = id;
    credentials = { identifier: email, password: PASSWORD };
    root = createAdminClient({ url: keyward.url, storage: memoryStorage() });
    dataOf(await root.login(credentials));
    verifier = await opened();
    assert.equal(dataOf(await verifier.ready()).current, true);
  });
  afterEach(() => {
    cut = false;
    ahead = 0;
  });
  after(async () => {
    await Promise.all(open.map((one) => one.close()));
  });

  /** Waits until a token is refused. @returns after how many milliseconds */
  async function refusedIn(token: string, kind: ErrorKind, by = verifier): Promise<number> {
    const took = stopwatch();
    await until(async () => (await by.verify(token)).error?.kind === kind, `refused with ${kind}`);
    return took();
  }

  /** The end of a session answers the verifier's request, so that its list is current. */
  async function later(minutes: number): Promise<void> {
    keyward.clock.advance(minutes * 60_000);
    await keyward.call('POST', '/logout', { token: (await keyward.signUp()).token });
    await until(async () => verifier.state().current, 'the list to be current');
  }

  it('accepts an access token with or without its scheme, without asking the service', async () => {
    const { token, id } = await keyward.signUp();
    dataOf(await verifier.verify(token));
    const start = requests.length;
    for (const given of [token, `Bearer ${token}`, `bearer ${token}`]) {
      const { aid, type, sid } = dataOf(await verifier.verify(given));
      assert.deepEqual([aid, type, Number.isSafeInteger(sid)], [id, 'access', true]);
    }
    assert.deepEqual(
      requests.slice(start).filter((path) => path !== '/auth/event'),
      [],
    );
  });

  it('refuses what is missing, changed, a refresh token or expired, as the service does', async () => {
    const { token, refreshToken } = await keyward.signUp();
    const expected: [string | undefined, ErrorKind][] = [
      [undefined, 'TokenMissingError'],
      ['', 'TokenMissingError'],
      ['Bearer ', 'TokenMissingError'],
      ['nonsense', 'InvalidTokenError'],
      [`${token.slice(0, -4)}AAAA`, 'InvalidTokenError'],
      [refreshToken, 'InvalidTokenError'],
    ];
    for (const [given, kind] of expected) {
      const { status } = errorOf(await verifier.verify(given), kind);
      const asked = await keyward.call('GET', '/me', { token: given });
      if (given && given !== 'Bearer ') assert.deepEqual([asked.status, asked.body['error']], [status, kind]);
    }
    ahead = 15 * 60_000 + 1;
    errorOf(await verifier.verify(token), 'TokenExpiredError');
  });

  it('O16-5: believes the second factor of a connection for its organization alone', async () => {
    const superadmin = await keyward.logIn(credentials.identifier);
    const member = await keyward.signUp();
    const acme = await addOrganization(keyward, superadmin, member, { slug: 'vouched' });
    // As a connection would have begun it.
    await keyward.database.query(
      `update sessions set method = 'connection', amr = 'fed mfa', factor_vouched = 1, factor_at = created_at,
         connection_organization_id = (select id from organizations where uid = $1) where account_id = $2`,
      [acme.id, member.id],
    );
    const turned = await keyward.call('POST', '/token/organization', {
      token: member.token,
      body: { organization: acme.id, refresh_token: member.refreshToken },
    });
    const token = String(turned.body['access_token']);
    await later(2);
    dataOf(await verifier.verify(token, { amr: ['mfa'], organization: acme.id }));
    errorOf(await verifier.verify(token, { amr: ['mfa'] }), 'ReauthenticationRequiredError');
  });

  it('judges by the active organization and its permissions, and follows their changes', async () => {
    const superadmin = await keyward.logIn(credentials.identifier);
    const [owner, member] = [await keyward.signUp(), await keyward.signUp()];
    const acme = await addOrganization(keyward, superadmin, owner, { slug: 'verified' });
    await addMember(keyward, superadmin, acme, member, 'member');
    // Its token is younger than these changes.
    await later(2);
    Object.assign(member, await keyward.logIn(member.email));
    const turned = await keyward.call('POST', '/token/organization', {
      token: member.token,
      body: { organization: acme.id, refresh_token: member.refreshToken },
    });
    const token = String(turned.body['access_token']);
    const asked = requests.length;
    dataOf(await verifier.verify(token, { organization: acme.id, permission: 'org:read' }));
    dataOf(await verifier.verify(token, { organization: 'verified' }));
    errorOf(await verifier.verify(token, { organization: 'other' }), 'OrganizationNotFoundError');
    const { details } = errorOf(
      await verifier.verify(token, { permission: 'org:write' }),
      'PermissionMissingError',
    );
    assert.deepEqual(details, { permission: 'org:write' });
    errorOf(await verifier.verify(member.token, { permission: 'org:read' }), 'OrganizationNotFoundError');
    assert.equal(requests.slice(asked).includes('/auth/me'), false);

    const path = `${acme.path}/member/${member.id}`;
    const change = { token: superadmin.token, body: { roles: ['admin'] } };
    assert.equal((await keyward.call('PATCH', path, change)).status, 200);
    await until(
      async () => (await verifier.verify(token, { permission: 'org:write' })).error === null,
      'more rights',
    );
    const questions = requests.length;
    dataOf(await verifier.verify(token, { permission: 'org:write' }));
    assert.equal(requests.slice(questions).includes('/auth/me'), false, 'asked once');
    await addMember(keyward, superadmin, acme, await keyward.signUp(), 'owner');
    await until(async () => {
      dataOf(await verifier.verify(token, { permission: 'org:write' }));
      return requests.slice(questions).includes('/auth/me');
    }, 'asked again, because another owner can begin a requirement');
    assert.equal((await keyward.call('DELETE', path, { token: superadmin.token })).status, 200);
    const took = stopwatch();
    await until(
      async () =>
        (await verifier.verify(token, { permission: 'org:read' })).error?.kind ===
        'OrganizationNotFoundError',
      'kicked out',
    );
    assert.ok(took() < 1_000);
    dataOf(await verifier.verify(token));
  });

  it('follows what a connection and a domain that requires it leave of the rights', async () => {
    const superadmin = await keyward.logIn(credentials.identifier);
    const email = 'member@required.example';
    const [owner, member] = [await keyward.signUp(), await addPerson(keyward, { email, verified: true })];
    const acme = await addOrganization(keyward, superadmin, owner, { slug: 'required' });
    await addMember(keyward, superadmin, acme, member, 'admin');
    const activeTokenOf = async (address: string): Promise<string> => {
      const { token: first, refreshToken } = await keyward.logIn(address);
      const turned = await keyward.call('POST', '/token/organization', {
        token: first,
        body: { organization: acme.id, refresh_token: refreshToken },
      });
      return String(turned.body['access_token']);
    };
    const token = await activeTokenOf(email);
    // Younger than each change so far.
    keyward.clock.advance(2 * 60_000);
    const answers = (kind: ErrorKind | undefined, what: string, of = token) =>
      until(async () => (await verifier.verify(of, { permission: 'org:write' })).error?.kind === kind, what);
    const domain = `${acme.path}/domain`;
    const by = { token: (await keyward.logIn(credentials.identifier)).token };
    const claim = { ...by, body: { domain: 'required.example', joining: 'require' } };
    assert.equal((await keyward.call('POST', domain, claim)).status, 201);
    const path = `${domain}/required.example`;
    const vouch = { ...by, body: { vouch: true } };
    assert.equal((await keyward.call('POST', `${path}/verify`, vouch)).status, 200);
    await answers(undefined, 'rights without a connection');
    const connection = await connect(keyward, by, acme, { issuer: 'https://id.example' });
    await answers('OrganizationNotFoundError', 'a domain that requires the connection');
    const elsewhere = await addPerson(keyward, { verified: true });
    const other = await addPerson(keyward, {
      email: 'root@required.example',
      role: 'superadmin',
      verified: true,
    });
    for (const one of [elsewhere, other]) await addMember(keyward, superadmin, acme, one, 'admin');
    const moving = await activeTokenOf(elsewhere.email);
    const demoted = await activeTokenOf(other.email);
    keyward.clock.advance(2 * 60_000);
    await answers(undefined, 'rights with an email elsewhere', moving);
    await answers(undefined, 'rights of a superadmin', demoted);
    const moved = 'moved@required.example';
    assert.equal((await keyward.call('PATCH', '/me', { token: moving, body: { email: moved } })).status, 200);
    const body = { email: moved, otp: codeIn(await keyward.mail.nextMail(moved)) };
    assert.equal((await keyward.call('POST', '/link/verify', { token: moving, body })).status, 200);
    await answers('OrganizationNotFoundError', 'an email that requires the connection', moving);
    dataOf(await root.admin.accounts.update({ account_id: other.id, role: 'user' }));
    await answers('OrganizationNotFoundError', 'a superadmin no more', demoted);
    assert.equal((await keyward.call('DELETE', connection.path, by)).status, 200);
    await answers(undefined, 'rights again');
  });

  it('TK14: accepts only tokens with the configured issuer and audience', async () => {
    const { email, token: forNobody } = await keyward.signUp();
    const body = {
      session_duration_days: 7,
      dual_token_mode: true,
      algorithm: 'ES256' as const,
      audience: ['orders', 'web'],
    };
    dataOf(await root.config.setJwt(body));
    const { token } = await keyward.logIn(email);
    for (const options of [
      { issuer: keyward.url },
      { audience: 'orders' },
      { issuer: keyward.url, audience: ['tv', 'web'] },
    ]) {
      const strict = await opened(options);
      dataOf(await strict.ready());
      dataOf(await strict.verify(token));
      if (options.audience !== undefined) errorOf(await strict.verify(forNobody), 'InvalidTokenError');
    }
    for (const options of [{ issuer: 'https://auth.example.com' }, { audience: 'tv' }, { audience: [] }]) {
      const strict = await opened(options);
      dataOf(await strict.ready());
      errorOf(await strict.verify(token), 'InvalidTokenError');
    }
  });

  it('refuses a good token that lacks the methods or the recent proof that a caller requires', async () => {
    const { token } = await keyward.signUp();
    const strict = await opened({ require: { amr: ['pwd', 'mfa'] } });
    dataOf(await strict.ready());
    const lacking = errorOf(await strict.verify(token), 'ReauthenticationRequiredError');
    assert.deepEqual([lacking.status, lacking.details], [403, { methods: [] }]);
    dataOf(await strict.verify(token, { amr: ['pwd'] }));
    dataOf(await verifier.verify(token, { amr: ['pwd'], maxAgeSeconds: 60 }));
    ahead = 30_000;
    dataOf(await verifier.verify(token, { maxAgeSeconds: 31 }));
    ahead = 32_000;
    errorOf(await verifier.verify(token, { maxAgeSeconds: 31 }), 'ReauthenticationRequiredError');
    dataOf(await verifier.verify(token));
  });

  it('refuses the token of a session within a second of its end', async () => {
    const [ada, grace] = [await keyward.signUp(), await keyward.signUp()];
    dataOf(await verifier.verify(ada.token));
    await keyward.call('POST', '/logout', { token: ada.token });
    const took = await refusedIn(ada.token, 'SessionDestroyedError');
    assert.ok(took < 1_000, `${took} ms`);
    dataOf(await verifier.verify(grace.token));
    assert.ok(verifier.state().ended > 0);
  });

  it('refuses suspended and deleted accounts', async () => {
    const [ada, grace] = [await keyward.signUp(), await keyward.signUp()];
    dataOf(await root.admin.accounts.update({ account_id: ada.id, status: 'suspended' }));
    assert.ok((await refusedIn(ada.token, 'AccountInactiveError')) < 1_000);
    dataOf(await root.admin.accounts.update({ account_id: ada.id, status: 'active' }));
    // Its session stays ended.
    await refusedIn(ada.token, 'SessionDestroyedError');
    const again = await keyward.logIn(ada.email);
    dataOf(await verifier.verify(again.token));
    dataOf(await root.admin.accounts.delete({ account_id: grace.id }));
    assert.ok((await refusedIn(grace.token, 'SessionDestroyedError')) < 1_000);
  });

  it('knows sessions that ended before it started, and asks about tokens older than the audit log', async () => {
    const ada = await keyward.signUp();
    await keyward.call('POST', '/logout', { token: ada.token });
    const late = await opened();
    dataOf(await late.ready());
    errorOf(await late.verify(ada.token), 'SessionDestroyedError');
    const questions = () => requests.filter((path) => path === '/auth/me').length;
    const asked = questions();
    for (const one of await Promise.all([late.verify(oldest.token), late.verify(oldest.token)])) dataOf(one);
    dataOf(await late.verify(oldest.token));
    assert.equal(questions(), asked + 1);
    await keyward.call('POST', '/logout', { token: oldest.token });
    await refusedIn(oldest.token, 'SessionDestroyedError', late);
  });

  it('reports that it cannot follow, refuses or accepts as configured, and catches up', async () => {
    const patient = await opened({ whenStale: 'accept' });
    dataOf(await patient.ready());
    const [ada, grace] = [await keyward.signUp(), await keyward.signUp()];
    dataOf(await patient.verify(grace.token));
    cut = true;
    // The waiting request is answered; the next one fails.
    await keyward.call('POST', '/logout', { token: (await keyward.signUp()).token });
    await until(() => verifier.state().error !== null && patient.state().error !== null, 'cut off');
    assert.equal(verifier.state().error?.kind, 'NetworkError');
    assert.equal(verifier.state().current, true, 'for a minute it goes by what it knows');
    dataOf(await verifier.verify(ada.token));
    await keyward.call('POST', '/logout', { token: ada.token });
    dataOf(await verifier.verify(ada.token));
    ahead = 61_000;
    assert.equal(verifier.state().current, false);
    assert.equal(errorOf(await verifier.verify(grace.token), 'ServiceUnavailableError').status, 503);
    dataOf(await patient.verify(grace.token));
    assert.equal((await patient.verify(grace.token.slice(0, -1))).error?.kind, 'InvalidTokenError');
    ahead = 0;
    cut = false;
    await refusedIn(ada.token, 'SessionDestroyedError');
    await until(() => verifier.state().error === null, 'the list is complete');
    dataOf(await verifier.verify(grace.token));
  });

  it('starts again when the service no longer knows its cursor', async () => {
    let restored = false;
    let refused = 0;
    const mine = await opened({
      fetch: async (input, init) => {
        const { href } = new URL(input instanceof Request ? input.url : input);
        if (href.includes('since=')) restored = false;
        if (!restored || !href.includes('after=')) return counting(input, init);
        const answer = await counting(href.replace(/after=\w+/, 'after=ezzzzzzzz'), init);
        refused = answer.status;
        return answer;
      },
    });
    dataOf(await mine.ready());
    const [ada, grace, eve] = [await keyward.signUp(), await keyward.signUp(), await keyward.signUp()];
    await keyward.call('POST', '/logout', { token: ada.token });
    await refusedIn(ada.token, 'SessionDestroyedError', mine);
    restored = true;
    await keyward.call('POST', '/logout', { token: grace.token });
    await until(() => refused === 422 && mine.state().error !== null, 'its cursor is refused');
    await until(() => mine.state().error === null, 'it follows again');
    for (const { token } of [ada, grace]) errorOf(await mine.verify(token), 'SessionDestroyedError');
    const start = requests.length;
    dataOf(await mine.verify(eve.token));
    assert.ok(!requests.slice(start).includes('/auth/me'), 'the list reaches back as far as before');
  });

  it('refuses an account that must prove its mailbox first', async () => {
    const set = async (section: 'signup', body: object) => {
      const { token } = await newSession(keyward, rootId);
      const { status, text } = await keyward.call('PATCH', `/config/${section}`, { token, body });
      assert.equal(status, 200, text);
    };
    const ada = await keyward.signUp();
    const grace = await addPerson(keyward, { verified: true });
    for (const { token } of [ada, grace]) dataOf(await verifier.verify(token));
    await set('signup', { require_verified_email: true });
    await refusedIn(ada.token, 'EmailProofRequiredError');
    dataOf(await verifier.verify(grace.token));
    await keyward.call('PATCH', '/me', { token: grace.token, body: { email: 'grace.moved@example.org' } });
    await refusedIn(grace.token, 'EmailProofRequiredError');
    await set('signup', { require_verified_email: false });
    await until(async () => (await verifier.verify(ada.token)).error === null, 'the rule to be gone');
    // Also a verifier that begins later.
    await set('signup', { require_verified_email: true });
    const late = await opened();
    dataOf(await late.ready());
    errorOf(await late.verify(ada.token), 'EmailProofRequiredError');
    await set('signup', { require_verified_email: false });
  });

  it('signs in again when its own session has ended', async () => {
    const { data: found } = await root.admin.accounts.find({ field: 'email', value: credentials.identifier });
    const logins = () => requests.filter((path) => path === '/auth/login').length;
    const earlier = logins();
    const { account } = dataOf(await root.me());
    assert.equal(found?.id, account.id);
    dataOf(await root.admin.accounts.endSessions({ id: account.id }));
    await until(() => logins() > earlier, 'another login');
    const ada = await keyward.signUp();
    await keyward.call('POST', '/logout', { token: ada.token });
    await refusedIn(ada.token, 'SessionDestroyedError');
    dataOf(await root.login(credentials));
  });

  it('accepts a new key, and refuses the tokens of a replaced one', async () => {
    const ada = await keyward.signUp();
    dataOf(await verifier.verify(ada.token));
    const { jwt } = dataOf(await root.config.load());
    const { algorithm, session_duration_days, dual_token_mode } = jwt;
    dataOf(
      await root.config.setJwt({
        algorithm,
        session_duration_days,
        dual_token_mode,
        secret_key: String(pem()),
      }),
    );
    dataOf(await root.login(credentials));
    await until(async () => (await verifier.verify(ada.token)).error !== null, 'the old key is refused');
    const grace = await keyward.signUp();
    await until(async () => (await verifier.verify(grace.token)).data !== null, 'the new key is accepted');
    // An unknown key is asked for once in five seconds; until then nobody can tell.
    ahead = 5_001;
    errorOf(await verifier.verify(ada.token), 'InvalidTokenError');
  });

  it('takes its credentials from a function, and reports wrong ones', async () => {
    const { data: session } = await root.getSession();
    const byToken = await opened({ credentials: { token: () => session?.access_token ?? '' } });
    assert.equal(dataOf(await byToken.ready()).error, null);
    const wrong = await opened({ credentials: { ...credentials, password: 'Wrong-1' } });
    errorOf(await wrong.ready(), 'InvalidCredentialsError');
    assert.equal(wrong.state().error?.kind, 'InvalidCredentialsError');
    const user = await keyward.signUp();
    const refused = await opened({ credentials: { token: () => user.token } });
    errorOf(await refused.ready(), 'RoleMismatchError');
    errorOf(await refused.verify(user.token), 'ServiceUnavailableError');
    assert.throws(() => createVerifier({ url: 'localhost:4000', credentials }), TypeError);
  });

  it('asks again when a session may miss the times of a policy', async () => {
    const superadmin = await keyward.logIn(credentials.identifier);
    const [owner, ada, grace] = [await keyward.signUp(), await keyward.signUp(), await keyward.signUp()];
    const acme = await addOrganization(keyward, superadmin, owner);
    for (const one of [ada, grace]) await addMember(keyward, superadmin, acme, one, 'member');
    async function enter({ email }: SignedUp): Promise<string> {
      const { token, refreshToken } = await keyward.logIn(email);
      const body = { organization: acme.id, refresh_token: refreshToken };
      return String(
        (await keyward.call('POST', '/token/organization', { token, body })).body['access_token'],
      );
    }
    const missed = async (token: string) => {
      const { error } = await verifier.verify(token, { permission: 'org:read' });
      if (error) assert.equal(error.kind, 'OrganizationNotFoundError');
      return error !== null;
    };
    const older = await enter(ada);
    const policy = { policy: { session_minutes: 10 } };
    const set = await keyward.call('PATCH', acme.path, { token: superadmin.token, body: policy });
    assert.equal(set.status, 200, set.text);
    await later(2);
    const younger = await enter(grace);
    await later(2);
    const asked = requests.length;
    assert.equal(await missed(younger), false);
    assert.equal(requests.slice(asked).includes('/auth/me'), false);
    await until(async () => !(await missed(older)), 'the answer about a token from before the policy');
    await later(7);
    assert.deepEqual([await missed(older), await missed(younger)], [true, false]);
    await later(2);
    assert.equal(await missed(younger), true);
  });

  it('refuses everything once it is closed', async () => {
    const closed = await opened();
    dataOf(await closed.ready());
    await closed.close();
    ahead = 61_000;
    const { token } = await keyward.signUp();
    errorOf(await closed.verify(token), 'ServiceUnavailableError');
    ahead = 0;
  });
});

describe('a verifier of a service that signs with a secret', () => {
  const SECRET = 'a-secret-that-is-as-long-as-the-service-asks-for';
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_JWT_SECRET: SECRET } });

  it('needs the secret', async () => {
    const { email } = await addPerson(keyward, { role: 'superadmin' });
    const options = {
      url: keyward.url,
      credentials: { identifier: email, password: PASSWORD },
      now: () => keyward.clock.now(),
    };
    const { token } = await keyward.signUp();
    const without = createVerifier(options);
    assert.match(errorOf(await without.ready(), 'ClientError').message, /HS256.*keyward keys create.*secret/);
    const unknown = await without.verify(token);
    assert.equal(errorOf(unknown, 'ServiceUnavailableError').status, 503);
    await without.close();
    const withSecret = createVerifier({ ...options, secret: SECRET });
    dataOf(await withSecret.ready());
    dataOf(await withSecret.verify(token));
    await withSecret.close();
  });
});

describe('a verifier while everyone must have a second factor', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_JWT_ALGORITHM: 'ES256',
      KEYWARD_JWT_SECRET: String(pem()),
      KEYWARD_FACTORS_POLICY: 'everyone',
    },
  });

  it('refuses a session that can only add one', async () => {
    const { key } = await keyward.app.services.apiKeys.create(HOST_ACTOR, {
      name: 'API',
      scopes: ['events:read', 'settings:read'],
      allowedAddresses: null,
      expiresInDays: null,
    });
    const now = () => keyward.clock.now();
    const verifier = createVerifier({ url: keyward.url, credentials: { token: () => key }, now });
    try {
      dataOf(await verifier.ready());
      const { id } = await addPerson(keyward, { verified: true });
      // After the list began, by more than clocks may differ. An end of a session answers its request at once.
      const later = async () => {
        keyward.clock.advance(50_000);
        await keyward.call('POST', '/logout', { token: (await newSession(keyward, id)).token });
      };
      await later();
      await until(async () => verifier.state().current, 'the list to be current');
      await later();
      const { token } = await newSession(keyward, id);
      await until(async () => {
        const { error } = await verifier.verify(token);
        if (error?.kind !== 'ServiceUnavailableError')
          assert.equal(error?.kind, 'SecondFactorEnrolmentRequiredError');
        return error?.kind === 'SecondFactorEnrolmentRequiredError';
      }, 'the refusal');
    } finally {
      await verifier.close();
    }
  });
});
