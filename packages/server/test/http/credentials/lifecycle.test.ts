import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { BY_OLD_SESSION } from '../../../src/features/identity/accounts/lifecycle.ts';
import { createBrowser } from '../../support/browser.ts';
import { databasesFor, ANY_DATABASE } from '../../support/usual-size.ts';
import type { Answer, SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import {
  addMember,
  codeFor,
  FRONTEND,
  type MailedKeyward,
  openLink,
  suiteMailed,
} from '../codes/support/mailed.ts';
import { addApplication } from '../oauth/flows.ts';
import { newSession } from '../people.ts';
import { loginUrl, oidcSlot } from '../providers/harness.ts';

const NEW_PASSWORD = 'kT7vouzg-2';
const HOUR = 3_600_000;

/** The credentials that remain after an act. */
interface Left {
  password: 'kept' | 'replaced' | 'dropped';
  /** The session that acts (if the owner acts), and another session. */
  own: 'lives' | 'ended';
  other: 'lives' | 'ended';
  link: 'kept' | 'dropped';
  /** `mailed`: only mailed codes are kept. */
  codes: 'kept' | 'dropped' | 'mailed';
  /** The tokens of an application outside of sessions, and the consent to it. */
  grants: 'kept' | 'dropped';
}

type Row = [Left['password'], Left['own'], Left['other'], Left['link'], Left['codes'], Left['grants']];
type Profile = 'documented' | 'strict';

const NOTHING: Row = ['kept', 'lives', 'lives', 'kept', 'kept', 'kept'];
const ALL: Row = ['dropped', 'ended', 'ended', 'dropped', 'dropped', 'dropped'];
/** For a proof without a sign-in. */
const PROOF: Record<Profile, Row> = {
  documented: ['kept', 'lives', 'lives', 'dropped', 'dropped', 'dropped'],
  strict: ALL,
};

interface Acted {
  act: (person: SignedUp, keyward: MailedKeyward, root: SignedUp) => Promise<unknown>;
  unproven: Row | Record<Profile, Row>;
  proven: Row;
}

async function succeed(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  assert.equal(status, 200, text);
}

/** A call that presents a code from the mailbox, perhaps beside a session. */
async function present(
  keyward: MailedKeyward,
  email: string,
  [path, purpose]: readonly [string, 'login' | 'verify' | 'reset'],
  token?: string,
): Promise<void> {
  const otp = await codeFor(keyward, purpose, email);
  const body = { email, otp, ...(purpose === 'reset' && { password: NEW_PASSWORD }) };
  await succeed(keyward.call('POST', path, { body, token }));
}

const LOGIN = ['/login/otp', 'login'] as const;
const LINK = ['/link/login', 'login'] as const;
const VERIFY = ['/link/verify', 'verify'] as const;
const RESET = ['/forgot/password', 'reset'] as const;

/** A change of the account by a superadmin. */
const changed =
  (fields: Record<string, unknown>): Acted['act'] =>
  (person, keyward, root) =>
    succeed(
      keyward.call('PATCH', '/account/', { token: root.token, body: { account_id: person.id, ...fields } }),
    );

/** Confirmed by the new mailbox, if the profile asks for it. */
const movesEmail: Acted['act'] = async ({ id, token }, keyward) => {
  const email = `own${id}@example.net`;
  const moved = await keyward.call('PATCH', '/me', { token, body: { email } });
  assert.equal(moved.status, 200, moved.text);
  if (moved.body['email'] === email) return;
  const otp = codeIn(await keyward.mail.nextMail(email));
  await succeed(keyward.call('POST', '/link/verify', { token, body: { email, otp } }));
};

/** Deletes the account, with a grace period of this many days. */
const leaves =
  (days: number): Acted['act'] =>
  async ({ token }, keyward, root) => {
    const grace = async (body: object) =>
      succeed(keyward.call('PATCH', '/config/signup', { token: root.token, body }));
    await grace({ deletion_grace_days: days });
    await succeed(keyward.call('DELETE', '/me', { token }));
    await grace({ deletion_grace_days: 0 });
  };

/** The table of docs/security.md, row by row. */
const ACTS: Record<string, Acted> = {
  'POST /login/otp': {
    act: ({ email }, keyward) => present(keyward, email, LOGIN),
    unproven: ALL,
    proven: NOTHING,
  },
  'POST /link/login': {
    act: ({ email }, keyward) => present(keyward, email, LINK),
    unproven: ALL,
    proven: NOTHING,
  },
  'GET /link/login': {
    act: async ({ email }, keyward) => {
      const otp = await codeFor(keyward, 'login', email);
      const { query } = await openLink(keyward, 'login', { email, otp, frontend_url: FRONTEND });
      assert.equal(query['error'], undefined);
    },
    unproven: ALL,
    proven: NOTHING,
  },
  'POST /link/verify': {
    act: ({ email }, keyward) => present(keyward, email, VERIFY),
    unproven: PROOF,
    proven: NOTHING,
  },
  'POST /login/otp beside its own session': {
    act: ({ email, token }, keyward) => present(keyward, email, LOGIN, token),
    unproven: NOTHING,
    proven: NOTHING,
  },
  'POST /link/verify beside its own session': {
    act: ({ email, token }, keyward) => present(keyward, email, VERIFY, token),
    unproven: NOTHING,
    proven: NOTHING,
  },
  'POST /login/otp beside a session of somebody else': {
    act: ({ email }, keyward, root) => present(keyward, email, LOGIN, root.token),
    unproven: ALL,
    proven: NOTHING,
  },
  'GET /{provider}/callback with a verified email': {
    act: async (_person, keyward) => {
      const end = await createBrowser().followTo(loginUrl(keyward, 'idp1', FRONTEND), FRONTEND);
      assert.equal(end.searchParams.get('error'), null, end.href);
    },
    unproven: ALL,
    proven: NOTHING,
  },
  'POST /forgot/password': {
    act: ({ email }, keyward) => present(keyward, email, RESET),
    unproven: ['replaced', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['replaced', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'POST /forgot/password beside its own session': {
    act: ({ email, token }, keyward) => present(keyward, email, RESET, token),
    unproven: ['replaced', 'lives', 'ended', 'kept', 'dropped', 'dropped'],
    proven: ['replaced', 'lives', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PUT /update/password': {
    act: ({ token }, keyward) =>
      succeed(keyward.call('PUT', '/update/password', { token, body: { password: NEW_PASSWORD } })),
    unproven: ['replaced', 'lives', 'ended', 'kept', 'mailed', 'kept'],
    proven: ['replaced', 'lives', 'ended', 'kept', 'dropped', 'kept'],
  },
  'PATCH /me with another email': {
    act: movesEmail,
    unproven: ['kept', 'lives', 'lives', 'kept', 'mailed', 'kept'],
    proven: ['kept', 'lives', 'lives', 'kept', 'dropped', 'kept'],
  },
  'POST /email/undo of a new password': {
    act: async ({ email, token }, keyward) => {
      const body = { password: NEW_PASSWORD };
      await succeed(keyward.call('PUT', '/update/password', { token, body }));
      const link = new URL(linkIn(await keyward.mail.nextMail(email)));
      assert.equal(link.searchParams.get('change'), 'password');
      const undo = { token: link.searchParams.get('token') };
      await succeed(keyward.call('POST', '/email/undo', { body: undo }));
    },
    unproven: ALL,
    proven: ALL,
  },
  'POST /email/undo': {
    act: async (person, keyward, root) => {
      const setting = (body: object) =>
        succeed(keyward.call('POST', '/config/signup', { token: root.token, body }));
      await setting({ confirm_email_change: true });
      await movesEmail(person, keyward, root);
      const link = new URL(linkIn(await keyward.mail.nextMail(person.email)));
      const body = { token: link.searchParams.get('token') };
      await succeed(keyward.call('POST', '/email/undo', { body }));
      await setting({});
    },
    // Codes for the mailbox of the previous email.
    unproven: ['dropped', 'ended', 'ended', 'dropped', 'mailed', 'dropped'],
    proven: ALL,
  },
  'PATCH /account/ with a password': {
    act: changed({ password: NEW_PASSWORD }),
    unproven: ['replaced', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['replaced', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ with email_verified': {
    act: changed({ email_verified: true }),
    unproven: ALL,
    proven: NOTHING,
  },
  'PATCH /account/ with a password and email_verified': {
    act: changed({ password: NEW_PASSWORD, email_verified: true }),
    unproven: ['replaced', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['replaced', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ with another email': {
    act: (person, ...others) => changed({ email: `set${person.id}@example.net` })(person, ...others),
    unproven: ['kept', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ that promotes': {
    act: changed({ role: 'superadmin' }),
    unproven: ['dropped', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ that promotes after a proof that kept the password': {
    act: async (person, keyward, root) => {
      await present(keyward, person.email, VERIFY);
      await changed({ role: 'superadmin' })(person, keyward, root);
    },
    unproven: ['dropped', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ that promotes after a session from before a bare proof has set ways in': {
    act: async (person, keyward, root) => {
      const { id, email } = person;
      const { accounts, providerLinks } = keyward.app.services.store;
      await present(keyward, email, VERIFY);
      if ((await accounts.find('id', id))?.password_after_proof === 0) {
        const created_at = keyward.clock.now();
        await providerLinks.insert({
          account_id: id,
          provider: 'https://planted',
          subject: email,
          created_at,
        });
        await accounts.update(id, { password_after_proof: BY_OLD_SESSION });
      }
      await changed({ role: 'superadmin' })(person, keyward, root);
    },
    unproven: ['dropped', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ that promotes after one with a password': {
    act: async (...given) => {
      // The link is older.
      given[1].clock.advance(1);
      await changed({ password: NEW_PASSWORD })(...given);
      await changed({ role: 'superadmin' })(...given);
    },
    unproven: ['dropped', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['dropped', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'PATCH /account/ with another email and email_verified': {
    act: (person, ...others) =>
      changed({ email: `vouched${person.id}@example.net`, email_verified: true })(person, ...others),
    unproven: ALL,
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'keyward superadmin reset': {
    act: ({ email }, keyward) => keyward.app.services.superadmins.reset(email, NEW_PASSWORD),
    unproven: ['replaced', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
    proven: ['replaced', 'ended', 'ended', 'dropped', 'dropped', 'dropped'],
  },
  'PATCH /account/ that suspends, and lifts it again': {
    act: async (...given) => {
      await changed({ status: 'suspended' })(...given);
      await changed({ status: 'active' })(...given);
    },
    unproven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'DELETE /account/factors': {
    act: ({ id }, keyward, root) =>
      succeed(keyward.call('DELETE', `/account/factors?account_id=${id}`, { token: root.token })),
    unproven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'DELETE /account/lock': {
    act: ({ id }, keyward, root) =>
      succeed(keyward.call('DELETE', `/account/lock?account_id=${id}`, { token: root.token })),
    unproven: NOTHING,
    proven: NOTHING,
  },
  'DELETE /me with a grace period': {
    act: leaves(7),
    unproven: ['kept', 'ended', 'ended', 'kept', 'mailed', 'dropped'],
    proven: ['kept', 'ended', 'ended', 'kept', 'dropped', 'dropped'],
  },
  'DELETE /me': { act: leaves(0), unproven: ALL, proven: ALL },
  'PATCH /account/ with a name and a phone': {
    act: (person, ...others) =>
      changed({ name: 'New', phone: `+4930${1_000_000 + person.id}` })(person, ...others),
    unproven: NOTHING,
    proven: NOTHING,
  },
};

for (const kind of databasesFor(import.meta.filename)) {
  // The dropped credentials do not depend on the profile. The sign-in routes do, and are the same on each
  // database.
  for (const profile of ANY_DATABASE.includes(kind)
    ? (['documented', 'strict'] as const)
    : (['documented'] as const)) {
    describe(`CL1: what an act leaves of an account's credentials, ${profile}, ${kind}`, async () => {
      const provider = await startOidcProvider();
      after(() => provider[Symbol.asyncDispose]());
      const keyward = suiteMailed(kind, {
        settings: { KEYWARD_PROFILE: profile, ...oidcSlot('IDP1', provider.issuer) },
      });
      let root: SignedUp | undefined;
      let application: number | undefined;

      /** An account with one of each credential, any of which may be a stranger's. */
      async function planted(proven: boolean): Promise<SignedUp> {
        const person = await addMember(keyward, { verified: proven });
        const { store, clock } = keyward.app.services;
        const { id, email } = person;
        const expires_at = clock.now() + HOUR;
        const [session] = await store.sessions.liveOfAccount(id, clock.now());
        const session_id = session?.id ?? NaN;
        const created_at = clock.now();
        await store.providerLinks.insert({
          account_id: id,
          provider: 'https://planted',
          subject: email,
          created_at,
        });
        // A code of a purpose that no act uses.
        const hashes = { code_hash: 'x', asker_hash: 'x' };
        const code = { email, email_key: email, purpose: 'signup', ...hashes, created_at, expires_at };
        await store.codes.replace(code);
        await store.exchanges.insert({
          code_hash: `exchange ${id}`,
          session_id,
          code_challenge: null,
          expires_at,
        });
        await store.providerFlows.insert({
          state_hash: `flow ${id}`,
          browser_hash: 'x',
          provider: 'idp1',
          frontend: FRONTEND,
          session_id,
          links: 1,
          sealed_secrets: 'x',
          code_challenge: null,
          expires_at,
        });
        application ??= (await store.applications.find((await addApplication(keyward)).id))?.id;
        const application_id = application ?? NaN;
        const grant = {
          application_id,
          account_id: id,
          session_id,
          offline: 1,
          scopes: 'openid offline_access',
          resources: '',
          details: '{}',
          redirect_uri: null,
          code_challenge: null,
          dpop_jkt: null,
          refresh_generation: 0,
          rotations: '',
          created_at,
          last_used_at: created_at,
          expires_at,
          ends_at: expires_at,
        };
        await store.grants.insert({ ...grant, uid: `grant ${id}`, code_hash: null, begun_at: created_at });
        await store.grants.consent({
          account_id: id,
          application_id,
          resource: '',
          scopes: grant.scopes,
          granted_at: created_at,
        });
        const code_hash = `code ${id}`;
        await store.grants.insert({ ...grant, uid: code_hash, code_hash, begun_at: null });
        await store.oauthDevices.insert({
          device_hash: `device ${id}`,
          user_code: `device ${id}`,
          application_id,
          details: '{}',
          account_id: id,
          session_id,
          state: 'allowed',
          pause: 0,
          polled_at: null,
          created_at,
          expires_at,
        });
        provider.user = { sub: `owner ${id}`, email, email_verified: true };
        return person;
      }

      async function rows(sql: string, value: unknown): Promise<number> {
        return (await keyward.database.query(sql, [typeof value === 'number' ? value : String(value)]))
          .length;
      }

      async function leftOf({ id, email, token }: SignedUp, other: string, hash: unknown): Promise<Left> {
        const [account] = await keyward.database.query('select * from accounts where id = $1', [id]);
        const now = account?.['password_hash'];
        const alive = async (presented: string) => {
          const { status } = await keyward.call('GET', '/me', { token: presented });
          return status === 200 ? 'lives' : 'ended';
        };
        const mailed = await rows("select id from codes where email_key = $1 and purpose = 'signup'", email);
        const codes = [
          await rows('select code_hash from exchanges where code_hash = $1', `exchange ${id}`),
          // A flow whose session has ended fails in the callback.
          await rows(
            'select * from provider_flows where state_hash = $1 and session_id is not null',
            `flow ${id}`,
          ),
          await rows('select uid from oauth_grants where uid = $1', `code ${id}`),
          await rows('select device_hash from oauth_devices where device_hash = $1', `device ${id}`),
        ];
        assert.equal(
          new Set(codes).size,
          1,
          `exchange codes, flows, and codes and devices of applications go together: ${codes.join(' ')}`,
        );
        assert.ok(mailed > 0 || codes[0] === 0, 'no act ends mailed codes alone');
        const grants = [
          await rows('select uid from oauth_grants where uid = $1', `grant ${id}`),
          await rows('select resource from oauth_consents where account_id = $1', id),
        ];
        assert.equal(new Set(grants).size, 1, `grants and consents go together: ${grants.join(' ')}`);
        return {
          password: now === hash ? 'kept' : (now ?? null) === null ? 'dropped' : 'replaced',
          own: await alive(token),
          other: await alive(other),
          link: (await rows(
            "select id from provider_links where provider = 'https://planted' and account_id = $1",
            id,
          ))
            ? 'kept'
            : 'dropped',
          codes: codes[0] !== 0 ? 'kept' : mailed === 0 ? 'dropped' : 'mailed',
          grants: grants[0] === 0 ? 'dropped' : 'kept',
        };
      }

      for (const [title, { act, unproven, proven }] of Object.entries(ACTS)) {
        for (const [state, expected] of Object.entries({ unproven, proven })) {
          it(`${title}, ${state}`, async () => {
            root ??= await addSuperadmin(keyward);
            const person = await planted(state === 'proven');
            provider.register([`${keyward.url}/auth/idp1/callback`]);
            const { token } = await newSession(keyward, person.id);
            const [row] = await keyward.database.query('select password_hash from accounts where id = $1', [
              person.id,
            ]);
            await act(person, keyward, root);
            const [password, own, other, link, codes, grants] = Array.isArray(expected)
              ? expected
              : expected[profile];
            const left = await leftOf(person, token, row?.['password_hash']);
            assert.deepEqual(left, { password, own, other, link, codes, grants });
          });
        }
      }
    });
  }
}
