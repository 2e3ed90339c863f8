import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type Answer, PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { startMailServer } from '../../support/mail-server.ts';
import {
  addMember,
  asRedirect,
  codeFor,
  FRONTEND,
  type MailedKeyward,
  startMailed,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** Uses of one right code at the same time. */
const USES = 50;

type Use = (keyward: TestKeyward, email: string, otp: string) => Promise<Answer>;

const post =
  (path: string, fields: Record<string, unknown> = {}): Use =>
  (keyward, email, otp) =>
    keyward.call('POST', path, { body: { email, otp, ...fields } });
const click =
  (purpose: string): Use =>
  (keyward, email, otp) =>
    keyward.call(
      'GET',
      `/link/${purpose}?${new URLSearchParams({ email, otp, frontend_url: FRONTEND }).toString()}`,
    );

/** Null for a success, otherwise the error's code, in a body or in a redirect. */
function refusal(answer: Answer): string | null {
  if (answer.status === 307) return asRedirect(answer).query['error_code'] ?? null;
  return answer.status === 200 ? null : String(answer.body['error_code']);
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`OT7: ${USES} uses of one right code at once, on ${kind}`, () => {
    // One app on SQLite; on PostgreSQL two instances that share the database.
    let first: MailedKeyward;
    let second: MailedKeyward;
    const open = new AsyncDisposableStack();
    before(async () => {
      const mail = open.use(await startMailServer());
      const database = open.use(await createTestDatabase(kind, 'tables'));
      const options = { database, clock: createFakeClock() };
      first = open.use(await startMailed(kind, options, mail));
      second = kind === 'postgres' ? open.use(await startMailed(kind, options, mail)) : first;
    });
    after(() => open.disposeAsync());

    const sessionsOf = (email: string) =>
      first.database.query(
        'select sessions.id from sessions join accounts on accounts.id = account_id where email_key = $1',
        [email],
      );
    async function useAtOnce(email: string, otp: string, uses: readonly Use[]): Promise<(string | null)[]> {
      const answers = await Promise.all(
        Array.from({ length: USES }, (_, index) => {
          const use = uses[index % uses.length];
          assert.ok(use);
          return use(index % 2 === 0 ? first : second, email, otp);
        }),
      );
      return answers.map(refusal);
    }
    /** Exactly one success; the others get the error for a missing code, or one of `refusals`. */
    function assertOneWon(
      outcomes: (string | null)[],
      refusals: readonly string[] = ['otp_not_found'],
    ): void {
      assert.equal(outcomes.filter((outcome) => outcome === null).length, 1);
      for (const outcome of outcomes)
        assert.ok(outcome === null || refusals.includes(outcome), outcome ?? '');
    }

    it('POST /login/otp, GET and POST /link/login: one success, one session', async () => {
      const { id, email } = await addMember(first);
      await first.app.services.store.sessions.deleteOfAccount(id);
      const otp = await codeFor(first, 'login', email);
      assertOneWon(await useAtOnce(email, otp, [post('/login/otp'), click('login'), post('/link/login')]));
      assert.equal((await sessionsOf(email)).length, 1);
    });

    it('POST /forgot/password: one success, one session', async () => {
      const { email } = await addMember(first);
      const otp = await codeFor(first, 'reset', email);
      // The queue of passwords to hash is bounded.
      assertOneWon(await useAtOnce(email, otp, [post('/forgot/password', { password: 'Another-horse-2' })]), [
        'otp_not_found',
        'service_unavailable',
      ]);
      assert.equal((await sessionsOf(email)).length, 1);
      await first.logIn(email, 'Another-horse-2');
    });

    it('POST /signup/otp: one success, one account, one session', async () => {
      const email = 'fresh@example.org';
      const otp = await codeFor(first, 'signup', email);
      assertOneWon(await useAtOnce(email, otp, [post('/signup/otp', { name: 'Ada', password: PASSWORD })]), [
        'otp_not_found',
        'email_already_exists',
        'service_unavailable',
      ]);
      assert.equal((await sessionsOf(email)).length, 1);
    });

    it('GET and POST /link/verify: one success', async () => {
      const { email } = await addMember(first, { verified: false });
      const otp = await codeFor(first, 'verify', email);
      assertOneWon(await useAtOnce(email, otp, [click('verify'), post('/link/verify')]));
    });

    it('right and wrong guesses mixed: at most one success, never more than five wrong ones', async () => {
      for (let round = 0; round < 3; round += 1) {
        const { id, email } = await addMember(first);
        await first.app.services.store.sessions.deleteOfAccount(id);
        const otp = await codeFor(first, 'login', email);
        let serial = 0;
        const wrong: Use = (keyward, of) => {
          serial += 1;
          const guess = String((Number(otp) + serial) % 1_000_000).padStart(6, '0');
          return post('/link/login')(keyward, of, guess);
        };
        const outcomes = await useAtOnce(email, otp, [wrong, post('/login/otp'), wrong, click('login')]);
        const wins = outcomes.filter((outcome) => outcome === null).length;
        assert.ok(wins <= 1);
        assert.equal((await sessionsOf(email)).length, wins);
        assert.ok(outcomes.filter((outcome) => outcome === 'otp_invalid').length <= 5);
      }
    });
  });
}
