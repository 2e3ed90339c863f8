import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { discord, gitHub } from '../../src/features/sign-in/provider/oauth-presets.ts';
import type { Browser } from '../support/browser.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { type Answer, assertError, type RequestOptions } from '../support/keyward.ts';
import { codeIn, type ReceivedMail } from '../support/mail-server.ts';
import { CLIENT } from '../support/oidc-provider.ts';
import { type SocialProvider, startDiscord, startGitHub } from '../support/social-providers.ts';
import { type MailedKeyward, startMailed } from '../http/codes/support/mailed.ts';
import { cookiesSet } from '../http/cookies/cookies.ts';
import { addSuperadmin } from '../http/admin/admin.ts';
import { asText, assertAccount, claimsOf } from '../http/expectations.ts';
import { newSession } from '../http/people.ts';
import { FRONTEND } from '../http/providers/harness.ts';
import {
  type Account,
  createWorld,
  type Flow,
  type Profile,
  type ProviderName,
  type Refusal,
  REFUSALS,
  type Session,
  type Token,
  tokenLives,
  type World,
} from './world.ts';

/** The running service with all that it needs, for one sequence of acts after another. */
export interface Theatre extends AsyncDisposable {
  /** An empty world, and a service without its people, with default settings. */
  begin(): Promise<Stage>;
}

/** A visit to a provider, finished or not. */
export interface VisitToProvider {
  flow: Flow;
  browser: Browser;
  /** The callback address, not opened yet. */
  callback: URL;
}

/** One sequence of acts: the model, and the service beside it. */
export interface Stage {
  world: World;
  keyward: MailedKeyward;
  superadmin: number;
  /** A mailbox of this sequence. */
  email(who: number): string;
  emailSuffix: string;
  /** A password that was never used before. */
  newPassword(): string;
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends a request with a token, in the header or, in cookie mode, in the cookie. */
  callWith(token: Token, method: string, path: string, body?: object): Promise<Answer>;
  callAsSuperadmin(method: string, path: string, body: object): Promise<Answer>;
  /** Records the tokens of a new or refreshed session, and compares their claims with the session. */
  takeTokens(session: Session, tokens: Tokens, isNew?: boolean): void;
  /** Compares an answer that issues tokens. */
  takeSignIn(session: Session, answer: Answer, status?: number): void;
  /** Compares the redirect that hands over a session. */
  takeRedirect(session: Session, target: URL, browser: Browser): Promise<void>;
  /** The code of the next mail with a code. */
  nextCode(email: string): Promise<string>;
  /** The provider answers for this identity from now on. */
  introduce(provider: ProviderName, identity: string, email: string, verified: boolean): void;
  /** Visits to providers that were begun. */
  visits: VisitToProvider[];
}

export interface Tokens {
  access: string;
  refresh: string | undefined;
}

let runs = 0;

export async function openTheatre(kind: DatabaseKind, profile: Profile): Promise<Theatre> {
  const providers = { idp2: await startGitHub(), idp3: await startDiscord() };
  const keyward = await startMailed(kind, {
    parts: {
      presets: {
        github: gitHub({ web: providers.idp2.url, api: `${providers.idp2.url}/api` }),
        discord: discord({ web: providers.idp3.url, images: 'https://cdn.example' }),
      },
    },
    settings: {
      KEYWARD_PROFILE: profile,
      KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
      KEYWARD_LIMIT_MAILBOX: '1000/1h',
      KEYWARD_IDP2_CLIENT_ID: CLIENT.id,
      KEYWARD_IDP2_CLIENT_SECRET: CLIENT.secret,
      KEYWARD_IDP3_CLIENT_ID: CLIENT.id,
      KEYWARD_IDP3_CLIENT_SECRET: CLIENT.secret,
    },
  });
  const superadmin = await addSuperadmin(keyward);
  return {
    async begin() {
      // Later than all limits and codes of the previous sequence.
      keyward.clock.advance(3 * 3_600_000);
      const stage = createStage(keyward, providers, profile, superadmin.id);
      await putInForce(stage, true);
      return stage;
    },
    async [Symbol.asyncDispose]() {
      await keyward[Symbol.asyncDispose]();
      for (const provider of Object.values(providers)) await provider[Symbol.asyncDispose]();
    },
  };
}

/** Puts the model's settings into force. @param rotate whether the signing key is replaced too */
export async function putInForce(stage: Stage, rotate: boolean): Promise<void> {
  const { world } = stage;
  const { dual, days, cookies } = world.settings;
  runs += 1;
  const answers = [
    await stage.callAsSuperadmin('POST', '/config/jwt', {
      session_duration_days: days,
      dual_token_mode: dual,
      ...(rotate && { secret_key: createHash('sha256').update(`key ${runs}`).digest('base64') }),
    }),
    await stage.callAsSuperadmin('POST', '/config/cookie', { cookie_mode: cookies }),
    // In the strict profile, automatic mails would replace those of the model, and a new email would be
    // pending.
    await stage.callAsSuperadmin('POST', '/config/signup', {
      send_verification: false,
      confirm_email_change: false,
    }),
  ];
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
}

function createStage(
  keyward: MailedKeyward,
  providers: Record<ProviderName, SocialProvider>,
  profile: Profile,
  superadmin: number,
): Stage {
  runs += 1;
  const emailSuffix = `.run${runs}@example.org`;
  const world = createWorld(profile, () => keyward.clock.now());
  let passwords = 0;

  const stage: Stage = {
    world,
    keyward,
    superadmin,
    emailSuffix,
    email: (who) => `mailbox${who}${emailSuffix}`,
    visits: [],
    newPassword() {
      passwords += 1;
      return `Correct-horse-${passwords}`;
    },
    call: (...request) => keyward.call(...request),
    callWith(token, method, path, body) {
      const request = body === undefined ? {} : { body };
      // Every second token is sent as a cookie, if cookies count.
      return world.settings.cookies && token.number % 2 === 0
        ? keyward.call(method, path, { ...request, headers: asCookie(token) })
        : keyward.call(method, path, { ...request, token: token.text });
    },
    async callAsSuperadmin(method, path, body) {
      const { token } = await newSession(keyward, superadmin);
      return keyward.call(method, path, { token, body });
    },
    takeTokens(session, { access, refresh }, isNew = true) {
      const lives = tokenLives(world, session);
      const key = world.settings.key;
      const claims = claimsOf(access);
      const { account } = session;
      // The service assigns the ids of new accounts and sessions.
      if (account.id === 0) account.id = Number(claims['aid']);
      if (account.uid === '') account.uid = String(claims['sub']);
      if (session.id === 0) session.id = Number(claims['sid']);
      const { iat: _, jti: __, ...said } = claims;
      assert.deepEqual(said, {
        sub: account.uid,
        iss: keyward.url,
        role: 'user',
        aid: account.id,
        sid: session.id,
        type: 'access',
        exp: lives.access,
        amr: [session.amr],
        auth_time: Math.floor(session.beganAt / 1000),
      });
      const common = { session, key };
      world.tokens.push({
        ...common,
        type: 'access',
        text: access,
        expiresAt: lives.access,
        number: world.tokens.length,
      });
      assert.equal(refresh !== undefined, world.settings.dual, 'a refresh token in dual-token mode only');
      if (refresh === undefined) return;
      const { exp, jti } = claimsOf(refresh);
      assert.equal(exp, lives.refresh);
      const newest = session.newestText === null ? undefined : claimsOf(session.newestText);
      if (!isNew) assert.equal(jti, newest?.['jti'], 'the newest refresh token');
      // A repeated token expires as the present settings say.
      if (isNew || exp !== newest?.['exp']) {
        world.tokens.push({
          ...common,
          type: 'refresh',
          text: refresh,
          expiresAt: lives.refresh,
          number: session.newest,
        });
        session.newestText = refresh;
      }
      assert.equal(refresh, session.newestText, 'the newest refresh token');
    },
    takeSignIn(session, answer, status = 200) {
      assert.equal(answer.status, status, answer.text);
      stage.takeTokens(session, tokensIn(world, answer));
      assertAccount(answer.body['account'], { ...accountShown(session.account), uid: session.account.uid });
    },
    async takeRedirect(session, target, browser) {
      assert.equal(target.origin + target.pathname, `${FRONTEND}/oauth/callback`);
      const query = Object.fromEntries(target.searchParams);
      if (world.settings.cookies) {
        assert.deepEqual(query, { token_type: 'Cookie' });
        const cookie = (name: string) => browser.cookie(keyward.url, name);
        const access = cookie('access_token') ?? assert.fail('no access cookie');
        stage.takeTokens(session, { access, refresh: cookie('refresh_token') });
      } else if (profile === 'strict') {
        assert.deepEqual(Object.keys(query), ['code'], target.href);
        const { code } = query;
        stage.takeSignIn(session, await keyward.call('POST', '/token/exchange', { body: { code } }));
        const again = await keyward.call('POST', '/token/exchange', { body: { code } });
        assertRefused(again, { refused: 'InvalidTokenError' });
      } else {
        const { access_token: access = assert.fail(target.href), refresh_token: refresh } = query;
        stage.takeTokens(session, { access, refresh });
      }
    },
    async nextCode(email) {
      for (;;) {
        const code = codeOf(await keyward.mail.nextMail(email, 5_000));
        if (code !== null) return code;
      }
    },
    introduce(provider, identity, email, verified) {
      providers[provider].api =
        provider === 'idp2'
          ? {
              '/api/user': { id: Number(identity), login: `user${identity}`, name: `User ${identity}` },
              '/api/user/emails': [{ email, primary: true, verified }],
            }
          : { '/api/v10/users/@me': { id: identity, username: `user${identity}`, email, verified } };
    },
  };
  return stage;
}

export function accountShown({ id, email, proven, status }: Account): Record<string, unknown> {
  return { id, email, email_verified: proven, status, role: 'user' };
}

/** Asserts that an answer is the model's refusal. */
export function assertRefused(answer: Answer, { refused }: Refusal): void {
  assertError(answer, REFUSALS[refused][0], refused);
}

/** Asserts that a browser was redirected with only the model's refusal. */
export function assertRefusedRedirect(target: URL, { refused }: Refusal, path: string): void {
  assert.equal(target.origin + target.pathname, FRONTEND + path, target.href);
  assert.deepEqual([...target.searchParams.keys()].sort(), ['error', 'error_code'], target.href);
  assert.equal(target.searchParams.get('error_code'), REFUSALS[refused][1]);
}

export function tokensIn(world: World, answer: Answer): Tokens {
  if (!world.settings.cookies) {
    assert.equal(answer.body['token_type'], 'Bearer', answer.text);
    const { access_token: access, refresh_token: refresh } = answer.body;
    return { access: asText(access), refresh: refresh === undefined ? undefined : asText(refresh) };
  }
  assert.equal(answer.body['token_type'], 'Cookie', answer.text);
  assert.ok(!('access_token' in answer.body || 'refresh_token' in answer.body), answer.text);
  const { access_token: access, refresh_token: refresh } = cookiesSet(answer);
  return { access: access?.value ?? '', refresh: refresh?.value || undefined };
}

/** The headers of a browser on a page of this service, with a token in a cookie. */
export function asCookie({ type, text }: Token): Record<string, string> {
  return { cookie: `${type}_token=${text}`, 'sec-fetch-site': 'same-origin' };
}

function codeOf(mail: ReceivedMail): string | null {
  return /(?<=^[ \t]*)\d{6}(?=[ \t]*$)/m.test(mail.parsed.text ?? '') ? codeIn(mail) : null;
}
