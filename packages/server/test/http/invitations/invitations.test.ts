import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { assertError, PASSWORD, type Answer, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, rowsOf } from '../admin/admin.ts';
import {
  addMember,
  assertNoMail,
  codeFor,
  FRONTEND,
  mailsDelivered,
  suiteMailed,
} from '../codes/support/mailed.ts';
import {
  asObject,
  assertAccount,
  assertAnswer,
  assertRefusal,
  asText,
  timestampOf,
} from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY = 86_400_000;
let serial = 0;

function newEmail(): string {
  serial += 1;
  return `invited${serial}@example.org`;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`invitations on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    let root: SignedUp | undefined;
    const addRoot = async () => (root ??= await addSuperadmin(keyward));
    const rootToken = async () => (await addRoot()).token;

    /** Invites somebody, and reads the token from the mail. */
    async function invite(
      body: Record<string, unknown> & { email: string },
      headers: Record<string, string> = {},
    ): Promise<{ id: number; token: string; link: URL; answer: Answer }> {
      const answer = await keyward.call('POST', '/invitation/', { token: await rootToken(), body, headers });
      assert.equal(answer.status, 201, answer.text);
      return { ...(await mailed(body.email)), id: Number(answer.body['id']), answer };
    }

    async function mailed(email: string): Promise<{ token: string; link: URL }> {
      const link = new URL(linkIn(await keyward.mail.nextMail(email)));
      return { link, token: link.searchParams.get('token') ?? '' };
    }

    const accept = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      keyward.call('POST', '/signup/invitation', { body: { password: PASSWORD, ...body }, headers });

    const check = (token: string) => keyward.call('POST', '/invitation/check', { body: { token } });

    const settings = async (body: Record<string, unknown>) => {
      const answer = await keyward.call('POST', '/config/signup', { token: await rootToken(), body });
      assert.equal(answer.status, 200, answer.text);
    };

    it('IN1: only superadmins invite, list, resend and revoke', async () => {
      await assertForSuperadmins(keyward, (token) =>
        keyward.call('POST', '/invitation/', { token, body: { email: newEmail() } }),
      );
      for (const [method, path] of [
        ['GET', '/invitation/'],
        ['DELETE', '/invitation/1'],
        ['POST', '/invitation/1/resend'],
      ] as const)
        assertRefusal(
          await keyward.call(method, path, { token: (await addPerson(keyward)).token }),
          403,
          'RoleMismatchError',
        );
    });

    it('are described to the holder of the token, which that does not spend, until they end', async () => {
      const email = newEmail();
      const { token } = await invite({ email, name: 'Grace Hopper', expires_in_days: 3 });
      const offer = {
        email,
        name: 'Grace Hopper',
        organization: null,
        invited_by: (await accountRow(keyward, (await addRoot()).id))['name'],
        has_account: false,
        has_unproven_account: false,
        expires_at: timestampOf(keyward.clock.now() + 3 * DAY),
      };
      assertAnswer(await check(token), 200, offer);
      assertAnswer(await check(token), 200, offer);
      assert.equal((await accept({ token })).status, 200);
      assertError(await check(token), 400, 'InvitationInvalidError');
      assertError(await check('x'.repeat(43)), 400, 'InvitationInvalidError');
    });

    it('open an account as invited, with the mailbox proven, and sign in; the token is stored as a hash', async () => {
      const email = newEmail();
      const metadata = { team: 'blue', seats: 3 };
      const app_metadata = { plan: 'pro' };
      const { id, token, link, answer } = await invite(
        { email, name: 'Ada', role: 'editor', metadata, app_metadata, frontend_url: FRONTEND },
        { 'accept-language': 'de' },
      );
      const now = keyward.clock.now();
      const shown = {
        id,
        email,
        name: 'Ada',
        role: 'editor',
        metadata,
        app_metadata,
        status: 'pending',
        created_by: root?.id,
        created_at: timestampOf(now),
        expires_at: timestampOf(now + 7 * DAY),
        accepted_at: null,
        account_id: null,
      };
      assertAnswer(answer, 201, shown);
      assert.equal(link.origin + link.pathname, `${FRONTEND}/invitation`);
      assert.match(keyward.mail.mailsTo(email)[0]?.parsed.subject ?? '', /^Einladung zu /);
      const [row] = await keyward.database.query('select * from invitations where id = $1', [id]);
      assert.ok(!JSON.stringify(row).includes(token));
      assert.equal(row?.['token_hash'], createHash('sha256').update(token).digest('base64url'));

      const accepted = await accept({ token, handle: `ada.${serial}` });
      assert.equal(accepted.status, 200, accepted.text);
      const account = asObject(accepted.body['account']);
      assertAccount(account, { email, name: 'Ada', role: 'editor', email_verified: true, status: 'active' });
      const me = await keyward.call('GET', '/me', { token: asText(accepted.body['access_token']) });
      assert.equal(me.status, 200, me.text);
      const accountId = Number(account['id']);
      const stored = await accountRow(keyward, accountId);
      assert.deepEqual(JSON.parse(String(stored['metadata'])), metadata);
      assert.deepEqual(JSON.parse(String(stored['app_metadata'])), app_metadata);
      await keyward.logIn(email);

      const list = await keyward.call('GET', `/invitation/?q=${email}`, { token: await rootToken() });
      const ended = { accepted_at: timestampOf(now), expires_at: timestampOf(now), account_id: accountId };
      assert.deepEqual(rowsOf(list, 'invitations'), [{ ...shown, ...ended, status: 'accepted' }]);
      const told = await auditLogOf(keyward.database);
      assert.deepEqual(
        told
          .filter(({ data }) => asObject(data['invitation'] ?? {})['id'] === id)
          .map(({ type, data }) => [type, asObject(data['actor'])['id'], data['invitation']]),
        [
          ['invitation.created', root?.id, { id, email, role: 'editor' }],
          ['invitation.accepted', accountId, { id, email, role: 'editor' }],
        ],
      );
      assert.ok(
        told.some(
          ({ type, data }) =>
            type === 'account.created' &&
            data['method'] === 'invitation' &&
            asObject(data['account'])['id'] === accountId,
        ),
      );
      assertRefusal(await accept({ token }), 400, 'InvitationInvalidError');
    });

    it('IN2: a scanner that opens the link uses nothing up', async () => {
      const { token, link } = await invite({ email: newEmail() });
      assert.equal(link.origin + link.pathname, `${keyward.url}/invitation`);
      for (const method of ['GET', 'HEAD'])
        assert.equal((await keyward.callRoot(method, link.pathname + link.search)).status, 200);
      assert.equal((await accept({ token, name: 'Grace' })).status, 200);
    });

    it('IN3: of many simultaneous acceptances one succeeds, and the others get the error for a used token', async () => {
      const email = newEmail();
      const { token } = await invite({ email, name: 'Ada' });
      const answers = await Promise.all(Array.from({ length: 8 }, () => accept({ token })));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        assertRefusal(answer, 400, 'InvitationInvalidError');
      const rows = await keyward.database.query('select id from accounts where email = $1', [email]);
      assert.equal(rows.length, 1);
    });

    it('IN4: unknown, used, revoked, replaced and expired tokens are refused alike', async () => {
      const admin = { token: await rootToken() };
      const email = newEmail();
      const replaced = await invite({ email });
      const revoked = await invite({ email });
      assertAnswer(await keyward.call('DELETE', `/invitation/${revoked.id}`, admin), 200, {
        success: true,
        message: 'Invitation revoked successfully',
      });
      assertRefusal(
        await keyward.call('DELETE', `/invitation/${revoked.id}`, admin),
        404,
        'InvitationNotFoundError',
      );
      const used = await invite({ email: newEmail(), name: 'Ada' });
      assert.equal((await accept({ token: used.token })).status, 200);
      const expired = await invite({ email: newEmail(), expires_in_days: 1 });
      keyward.clock.advance(DAY);
      root = undefined;
      const bodies = new Set<string>();
      for (const { token } of [replaced, revoked, used, expired, { token: 'x' }]) {
        const answer = await accept({ token, name: 'Ada' });
        assertRefusal(answer, 400, 'InvitationInvalidError');
        bodies.add(asText(answer.body['message']));
      }
      assert.equal(bodies.size, 1);
    });

    it('IN5: a refusal does not use the invitation up: password, name, handle, mode', async () => {
      const taken = await addPerson(keyward);
      const { token } = await invite({ email: newEmail() });
      assertRefusal(await accept({ token }), 422, 'ValidationError', ['name']);
      assertError(await accept({ token, name: 'Ada', password: 'short' }), 400, 'WeakPasswordError');
      assertError(
        await accept({ token, name: 'Ada', handle: taken.handle }),
        409,
        'HandleAlreadyExistsError',
      );
      await settings({ mode: 'closed' });
      assertError(await accept({ token, name: 'Ada' }), 403, 'SignupClosedError');
      // The inviter has chosen the email.
      await settings({ mode: 'invite', blocked_domains: ['example.org'] });
      const opened = await accept({ token, name: 'Ada', password: undefined });
      await settings({ mode: 'open' });
      assert.equal(opened.status, 200, opened.text);
    });

    it('IN6: an email with a proven account cannot be invited; only a proof ends its invitation', async () => {
      const admin = { token: await rootToken() };
      const known = await addMember(keyward);
      const taken = await keyward.call('POST', '/invitation/', {
        ...admin,
        body: { email: known.email.toUpperCase() },
      });
      assertError(taken, 409, 'EmailAlreadyExistsError');
      assert.match(String(taken.body['message']), /change the account, or let its owner sign in/);
      await assertNoMail(keyward, known.email);

      const email = newEmail();
      const { id, token } = await invite({ email, name: 'Ada', role: 'editor' });
      // A stranger uses the email on each route.
      const squatter = await keyward.signUp({ email });
      const mine = { token: squatter.token, body: { password: 'kT7vouzg-2' } };
      assert.equal((await keyward.call('PUT', '/update/password', mine)).status, 200);
      assert.equal((await keyward.call('DELETE', '/me', { token: squatter.token })).status, 200);
      const mover = await keyward.signUp();
      const move = { token: mover.token, body: { email } };
      assert.equal((await keyward.call('PATCH', '/me', move)).status, 200);
      const status = async () => {
        const list = await keyward.call('GET', `/invitation/?field=id&value=${id}`, admin);
        return rowsOf(list, 'invitations')[0]?.['status'];
      };
      assert.equal(await status(), 'pending');
      await mailsDelivered(keyward);
      // Except for the invitation, which was read.
      for (let read = 1; read < keyward.mail.mailsTo(email).length; read += 1)
        await keyward.mail.nextMail(email);
      assert.equal((await keyward.call('POST', `/invitation/${id}/resend`, admin)).status, 200);
      const { token: again } = await mailed(email);
      assertError(await accept({ token, name: 'Ada' }), 400, 'InvitationInvalidError');

      // Accepting is the first proof of the account, so the squatter loses access.
      const phone = '+4930901820';
      assert.equal((await keyward.call('PATCH', '/me', { token: mover.token, body: { phone } })).status, 200);
      const accepted = await accept({ token: again, password: 'Compiler-1' });
      assert.equal(accepted.status, 200, accepted.text);
      const account = asObject(accepted.body['account']);
      assert.deepEqual(
        [account['id'], account['role'], account['name'], account['phone'], account['email_verified']],
        [mover.id, 'editor', 'Ada', null, true],
      );
      assertError(await keyward.call('GET', '/me', { token: mover.token }), 401, 'SessionDestroyedError');
      const login = { body: { identifier: email, password: PASSWORD } };
      assertError(await keyward.call('POST', '/login', login), 401, 'InvalidCredentialsError');
      assert.equal(await status(), 'accepted');
      // The invitations of a proven account are removed with it.
      await keyward.call('DELETE', '/account/', { ...admin, body: { account_id: mover.id } });
      assert.deepEqual(
        await keyward.database.query('select id from invitations where email = $1', [email]),
        [],
      );

      // An email with an unproven account is invited as any other.
      const typed = await addMember(keyward, { verified: false });
      await invite({ email: typed.email });

      const other = newEmail();
      const { token: second } = await invite({ email: other });
      const body = {
        name: 'Ada',
        email: other,
        password: PASSWORD,
        otp: await codeFor(keyward, 'signup', other),
      };
      const proven = await keyward.call('POST', '/signup/otp', { body });
      assert.equal(proven.status, 200, proven.text);
      assertError(await accept({ token: second, name: 'Ada' }), 409, 'EmailAlreadyExistsError');
      assertError(await check(second), 409, 'EmailAlreadyExistsError');
    });

    it('are resent with another token, to the same frontend, and logged', async () => {
      const admin = { token: await rootToken() };
      const email = newEmail();
      const { id, token: first } = await invite({ email, frontend_url: FRONTEND });
      const events = await eventsOf(keyward, async () => {
        const again = await keyward.call('POST', `/invitation/${id}/resend`, {
          ...admin,
          body: { expires_in_days: 90 },
        });
        assert.equal(again.status, 200, again.text);
        assert.equal(again.body['expires_at'], timestampOf(keyward.clock.now() + 90 * DAY));
      });
      const line = events.find(({ name }) => name === 'admin.invitation_changed');
      assert.deepEqual(line?.metadata, { action: 'resent', invitation_id: id, email, role: 'user' });
      const { link, token } = await mailed(email);
      assert.equal(link.origin, FRONTEND);
      assertError(await accept({ token: first, name: 'Ada' }), 400, 'InvitationInvalidError');
      assert.equal((await accept({ token, name: 'Ada' })).status, 200);
      assertError(
        await keyward.call('POST', `/invitation/${id}/resend`, admin),
        404,
        'InvitationNotFoundError',
      );
    });

    it('are checked field by field', async () => {
      const refused = async (body: Record<string, unknown>, field: string) =>
        assertRefusal(
          await keyward.call('POST', '/invitation/', {
            token: await rootToken(),
            body: { email: newEmail(), ...body },
          }),
          422,
          'ValidationError',
          [field],
        );
      await refused({ email: 'nobody' }, 'email');
      await refused({ expires_in_days: 0 }, 'expires_in_days');
      await refused({ expires_in_days: 91 }, 'expires_in_days');
      await refused({ metadata: [] }, 'metadata');
      await refused({ app_metadata: { text: 'é'.repeat(4_096) } }, 'app_metadata');
      await refused({ metadata: { text: 'é'.repeat(4_096) } }, 'metadata');
      assertError(
        await keyward.call('POST', '/invitation/', {
          token: await rootToken(),
          body: { email: newEmail(), frontend_url: 'https://elsewhere.example' },
        }),
        400,
        'FrontendUrlNotAllowedError',
      );
    });

    it('are listed by page, order, state and search, and swept a month after they end', async () => {
      const admin = { token: await rootToken() };
      const list = async (query: string) => {
        const answer = await keyward.call('GET', `/invitation/?limit=100&${query}`, admin);
        return rowsOf(answer, 'invitations').map(({ email }) => asText(email));
      };
      const emails = [newEmail(), newEmail(), newEmail()];
      for (const [index, email] of emails.entries()) {
        await invite({ email, name: `Listed ${index}`, expires_in_days: 3 - index });
        keyward.clock.advance(1);
      }
      assert.deepEqual(await list('q=LISTED'), emails.toReversed());
      assert.deepEqual(await list('q=listed&sort=created_at'), emails);
      assert.deepEqual(await list('q=listed&sort=expires_at'), emails.toReversed());
      assert.deepEqual(await list('q=listed&sort=email'), emails.toSorted());
      assert.deepEqual(await list('q=listed&status=expired'), []);
      assert.equal((await list('q=listed&status=pending')).length, 3);
      assert.deepEqual(await list('field=name&value=Listed 1'.replace(' ', '%20')), [emails[1]]);
      assert.ok(!(await list('status=accepted')).includes(emails[0] ?? ''));

      keyward.clock.advance(2 * DAY + 30 * DAY);
      await keyward.app.services.sweep();
      root = undefined;
      const left = await keyward.database.query("select email from invitations where name like 'Listed%'");
      assert.deepEqual(
        left.map(({ email }) => email),
        [emails[0]],
      );
    });
  });
}
