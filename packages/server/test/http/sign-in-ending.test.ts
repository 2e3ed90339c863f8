import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Authenticator } from '../support/authenticator.ts';
import { createBrowser } from '../support/browser.ts';
import { type Answer, PASSWORD } from '../support/keyward.ts';
import { linkIn } from '../support/mail-server.ts';
import { declaredRoutes } from '../support/routes.ts';
import { startStubIssuer, type StubIssuer } from '../support/stub-issuer.ts';
import { addMember, codeFor, type MailedKeyward, startMailed } from './codes/support/mailed.ts';
import { asObject, asText } from './expectations.ts';
import { codeOf, enrolTotp } from './factors/enrol.ts';
import { beginSignIn, enrol } from './factors/passkeys.ts';
import { connect, CONNECTIONS_ON, loginUrl as connectionLoginUrl } from './connections/help.ts';
import {
  addressesOf,
  assertionXml,
  connectSaml,
  createSamlIdp,
  responseXml,
  sign,
} from './connections/saml-idp.ts';
import { addOrganization } from './organizations/help.ts';
import { addPerson, signIn } from './people.ts';
import { FRONTEND, oidcSlot, walkToCallback } from './providers/harness.ts';
import { databasesFor } from '../support/usual-size.ts';

/** The last step of a sign-in. */
type Act = () => Promise<Answer | Response>;

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** Each sign-in emits one of these. */
const SIGN_IN_EVENTS = new Set([
  'login.succeeded',
  'account.signed_up',
  'account.password_reset',
  'provider.signed_in',
]);

/** The files below `src` that match. */
function filesWith(pattern: RegExp): string[] {
  const src = new URL('../../src/', import.meta.url);
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && pattern.test(readFileSync(new URL(path, src), 'utf8')))
    .sort();
}

describe('new sessions', () => {
  it('are stored in one place, which has one caller', () => {
    assert.deepEqual(filesWith(/\bsessions\.insert\(/), ['features/sign-in/new-sessions.ts']);
    assert.deepEqual(filesWith(/\bcreateNewSessions\(/), [
      'features/sign-in/complete.ts',
      'features/sign-in/new-sessions.ts',
    ]);
  });
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the ending of sign-ins, on ${kind}`, () => {
    let keyward: MailedKeyward;
    let issuer: StubIssuer;
    let serial = 0;
    let refuse: string | undefined;
    /** The number of sessions at the time of the hook. */
    const asked: number[] = [];
    const emitted: string[] = [];

    let begun = 0;

    before(async () => {
      issuer = await startStubIssuer();
      keyward = await startMailed(kind, {
        settings: {
          KEYWARD_DUAL_TOKEN_MODE: 'on',
          ...CONNECTIONS_ON,
          KEYWARD_LIMIT_MAILBOX: '1000/1h',
          ...oidcSlot('IDP1', issuer.issuer),
        },
        parts: {
          hooks: {
            beforeLogin: () => {
              asked.push(begun);
              return refuse === undefined ? undefined : { refuse };
            },
          },
        },
      });
      const { events, store } = keyward.app.services;
      events.subscribe(({ name }) => emitted.push(name));
      store.onEvents((told) => {
        begun += told.filter(({ type }) => /^(?:session|impersonation)\.started$/.test(type)).length;
      });
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    });

    const newEmail = () => `ending${(serial += 1)}@example.org`;
    const send = (path: string, body: unknown): Act => {
      return () => keyward.call('POST', path, { body });
    };
    const open = (url: string | URL): Act => {
      return () => fetch(url, { redirect: 'manual' });
    };

    /** A new member, with a code of this purpose. */
    async function mailed(purpose: 'login' | 'reset'): Promise<{ email: string; otp: string }> {
      const { email } = await addMember(keyward);
      return { email, otp: await codeFor(keyward, purpose, email) };
    }

    async function invitationToken(email: string): Promise<string> {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const answer = await keyward.call('POST', '/invitation/', { token, body: { email } });
      assert.equal(answer.status, 201, answer.text);
      return new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token') ?? '';
    }

    /** A member with an app, after the password. The host is asked only after the app. */
    async function challenged(): Promise<{ challenge: string; code: string }> {
      const { email, token } = await addMember(keyward);
      const { secret } = await enrolTotp(keyward, { token });
      keyward.clock.advance(60_000);
      asked.length = 0;
      const answer = await keyward.call('POST', '/login', {
        body: { identifier: email, password: PASSWORD },
      });
      assert.deepEqual([answer.body['error'], asked], ['SecondFactorRequiredError', []]);
      return {
        challenge: asText(asObject(answer.body['details'])['challenge']),
        code: codeOf(keyward, secret),
      };
    }

    const person = () => ({ name: 'Ada', email: newEmail(), password: PASSWORD });

    /** Every route that issues tokens after a proof, up to its last step. */
    const BEGIN: Record<string, () => Promise<Act>> = {
      'POST /login': async () => {
        const { email: identifier } = await addMember(keyward);
        return send('/login', { identifier, password: PASSWORD });
      },
      'POST /login/password': async () => {
        const { handle: identifier } = await addMember(keyward);
        return send('/login/password', { identifier, password: PASSWORD });
      },
      'POST /login/otp': async () => send('/login/otp', await mailed('login')),
      'POST /login/challenge': async () =>
        send('/login/challenge', { method: 'totp', ...(await challenged()) }),
      'POST /login/passkey': async () => {
        const passkeys = new Authenticator();
        await enrol(keyward, (await addMember(keyward)).token, passkeys);
        const { challenge, options } = await beginSignIn(keyward);
        return send('/login/passkey', { challenge, credential: passkeys.get(options, keyward.url) });
      },
      'POST /login/id-token': async () => {
        const iat = Math.floor(keyward.clock.now() / 1000);
        const claims = { sub: newEmail(), email: newEmail(), email_verified: true, iat, exp: iat + 3_600 };
        return send('/login/id-token', { provider: 'idp1', id_token: await issuer.sign(claims) });
      },
      'POST /signup': async () => send('/signup', { ...person(), handle: `ending.${(serial += 1)}` }),
      'POST /signup/password': async () => send('/signup/password', person()),
      'POST /signup/otp': async () => {
        const fields = person();
        return send('/signup/otp', { ...fields, otp: await codeFor(keyward, 'signup', fields.email) });
      },
      'POST /signup/invitation': async () => {
        const token = await invitationToken(newEmail());
        return send('/signup/invitation', { token, name: 'Ada', password: PASSWORD });
      },
      'POST /forgot/password': async () =>
        send('/forgot/password', { ...(await mailed('reset')), password: 'Different-horse-2' }),
      'POST /link/:purpose': async () => send('/link/login', await mailed('login')),
      'GET /link/:purpose': async () =>
        open(
          `${keyward.url}/auth/link/login?${new URLSearchParams({ ...(await mailed('login')), frontend_url: FRONTEND }).toString()}`,
        ),
      'GET /:provider/callback': async () => {
        const [sub, email] = [newEmail(), newEmail()];
        issuer.claims = { sub, email, email_verified: true, name: 'Ada' };
        const browser = createBrowser();
        const callback = await walkToCallback(keyward, 'idp1', browser);
        return () => browser.get(callback.href);
      },
      'GET /connection/:connection_id/callback': async () => {
        const [sub, email] = [newEmail(), newEmail()];
        issuer.claims = { sub, email, email_verified: true, name: 'Ada' };
        const root = await addPerson(keyward, { role: 'superadmin' });
        const acme = await addOrganization(keyward, root, await addPerson(keyward));
        const connection = await connect(keyward, root, acme, issuer);
        const browser = createBrowser();
        const start = connectionLoginUrl(keyward, connection);
        const callback = await browser.followTo(start, start.replace(/login\?.*$/, 'callback'));
        return () => browser.get(callback.href);
      },
      'POST /saml/:connection_id/acs': async () => {
        const root = await addPerson(keyward, { role: 'superadmin' });
        const acme = await addOrganization(keyward, root, await addPerson(keyward));
        const idp = await createSamlIdp();
        const connection = await connectSaml(keyward, root, acme, idp, { allow_idp_initiated: true });
        const { acsUrl: recipient, spEntityId: audience } = addressesOf(keyward, connection);
        const about = { issuer: idp.entityId, audience, recipient, now: keyward.clock.now() };
        const message = { ...about, nameId: newEmail() };
        const response = responseXml(message, sign(assertionXml(message), 'Assertion', idp));
        const body = new URLSearchParams({ SAMLResponse: Buffer.from(response).toString('base64') });
        return () => fetch(recipient, { method: 'POST', body, redirect: 'manual' });
      },
      'POST /setup': async () => {
        await keyward.database.query("update accounts set role = 'user' where role = 'superadmin'");
        return send('/setup', { ...person(), token: await keyward.app.services.setUpLink.issue() });
      },
    };

    /** Routes that continue an existing session. */
    const CONTINUE: Record<string, () => Promise<Act>> = {
      'POST /token/refresh': async () => {
        const { refreshToken } = await addPerson(keyward);
        return send('/token/refresh', { refresh_token: refreshToken });
      },
      'POST /token/organization': async () => {
        const { token, refreshToken } = await addPerson(keyward);
        const body = { refresh_token: refreshToken, organization: null };
        return () => keyward.call('POST', '/token/organization', { token, body });
      },
      'POST /token/exchange': async () => {
        const { session } = await signIn(keyward, (await addPerson(keyward)).id);
        const code = await keyward.app.services.exchangeCodes.issue(session.id, CHALLENGE);
        return send('/token/exchange', { code, code_verifier: VERIFIER });
      },
    };

    /** Routes that begin a session in which nobody signs in: a superadmin acts for the owner. */
    const IMPERSONATE: Record<string, () => Promise<Act>> = {
      'POST /account/impersonate': async () => {
        const { token } = await addPerson(keyward, { role: 'superadmin' });
        await enrolTotp(keyward, { token });
        const { id } = await addPerson(keyward);
        const body = { account_id: id, reason: 'Ticket 4711' };
        return () => keyward.call('POST', '/account/impersonate', { token, body });
      },
    };

    /** The result of the last step: its answer, and the emitted events. */
    async function finish(act: Act) {
      const were = begun;
      asked.length = 0;
      emitted.length = 0;
      const answer = await act();
      return {
        were,
        answer,
        asked: [...asked],
        started: begun - were,
        events: emitted.filter((name) => SIGN_IN_EVENTS.has(name)),
      };
    }

    /** The access token of an answer, or of its redirect. */
    function tokenOf(answer: Answer | Response): string | undefined {
      const location = answer.headers.get('location');
      if (location !== null) return new URL(location).searchParams.get('access_token') ?? undefined;
      const token = 'text' in answer && 'body' in answer ? asObject(answer.body)['access_token'] : undefined;
      return typeof token === 'string' ? token : undefined;
    }

    it('the lists hold every route that issues tokens', async () => {
      const declared = (await declaredRoutes('/auth'))
        .filter(({ route }) => route.endpoint.issuesTokens !== undefined)
        .map(({ route }) => `${route.method} ${route.path}`);
      assert.deepEqual(declared.sort(), Object.keys({ ...BEGIN, ...CONTINUE, ...IMPERSONATE }).sort());
    });

    for (const [route, prepare] of Object.entries(BEGIN)) {
      it(`${route} asks the host once, before the session, and reports the sign-in once`, async () => {
        const { were, answer, ...done } = await finish(await prepare());
        const token = tokenOf(answer);
        assert.ok(token !== undefined, JSON.stringify(answer));
        assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
        assert.deepEqual(
          { ...done, events: done.events.length },
          { asked: [were], started: 1, events: 1 },
          done.events.join(),
        );
      });

      it(`${route} leaves no session when the host refuses`, async () => {
        const act = await prepare();
        refuse = 'Not today.';
        const { answer, ...done } = await finish(act);
        refuse = undefined;
        assert.equal(tokenOf(answer), undefined);
        const location = answer.headers.get('location');
        assert.ok(answer.status === 403 || location?.includes('error_code=login_refused') === true);
        assert.deepEqual([done.asked.length, done.started, done.events], [1, 0, []]);
      });
    }

    for (const [route, prepare] of Object.entries(CONTINUE))
      it(`${route} begins no session and asks nobody`, async () => {
        const { answer, asked: whom, started, events } = await finish(await prepare());
        assert.ok(tokenOf(answer) !== undefined);
        assert.deepEqual({ asked: whom, started, events }, { asked: [], started: 0, events: [] });
      });

    for (const [route, prepare] of Object.entries(IMPERSONATE))
      it(`${route} begins one session, asks nobody and reports no sign-in`, async () => {
        const { answer, asked: whom, started, events } = await finish(await prepare());
        assert.ok(tokenOf(answer) !== undefined, JSON.stringify(answer));
        assert.deepEqual({ asked: whom, started, events }, { asked: [], started: 1, events: [] });
      });
  });
}
