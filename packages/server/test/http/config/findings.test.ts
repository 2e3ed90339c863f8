import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertForSuperadmins } from '../admin/admin.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { superadminOf } from './superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const SECRET = 'k7Jc0yqU2m8Zr4Wv9Lx1Tn6Hb3Ds5Fg0Pq';
const MASTER_KEY = '9f3c456789abcdef'.repeat(4);

interface Finding {
  id: string;
  title: string;
  status: string;
  detail: string | null;
  remedy: string | null;
  docs: string;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /config/findings on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_PROFILE: 'strict',
        KEYWARD_JWT_SECRET: SECRET,
        KEYWARD_MASTER_KEY: MASTER_KEY,
        KEYWARD_SMTP_URL: 'smtp://someone:Mail-horse-1@mail.example.org:587',
        KEYWARD_MAIL_FROM: 'auth@example.org',
      },
    });
    const list = async () => {
      const answer = await (await superadminOf(keyward)).get('/config/findings');
      assert.equal(answer.status, 200, answer.text);
      const { findings }: { findings: Finding[] } = JSON.parse(answer.text);
      return { findings, text: answer.text, of: (id: string) => findings.find((one) => one.id === id) };
    };

    it('is for superadmins', () =>
      assertForSuperadmins(keyward, (token) => keyward.call('GET', '/config/findings', { token })));

    it('lists each check, the worst first, what to do, and no secret', async () => {
      const { set } = await superadminOf(keyward);
      await set('logging', { redact_sensitive: false });
      const { findings, of, text } = await list();
      const order = ['error', 'warning', 'note', 'ok'];
      assert.deepEqual(
        findings.map(({ status }) => status),
        findings.map(({ status }) => status).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
      );
      assert.deepEqual(of('logs'), {
        id: 'logs',
        title: 'Logs',
        status: 'error',
        detail: 'the logs contain tokens and cookies',
        remedy: 'set redact_sensitive to true in config/logging',
        docs: 'logs.md',
      });
      for (const id of ['profile', 'mail', 'signing-secret', 'master-key']) {
        const { status, detail, remedy } = of(id) ?? {};
        assert.deepEqual({ status, detail, remedy }, { status: 'ok', detail: null, remedy: null }, id);
      }
      // A running service always has its database.
      assert.deepEqual([of('database'), of('migrations')], [undefined, undefined]);
      for (const secret of [SECRET, MASTER_KEY, 'Mail-horse-1']) assert.ok(!text.includes(secret));
      await set('logging', { redact_sensitive: true });
      assert.equal((await list()).of('logs')?.status, 'ok');
    });

    it('checks the database again after two seconds, and all accounts after ten minutes', async () => {
      assert.equal((await list()).of('superadmins')?.status, 'note');
      await addPerson(keyward, { role: 'superadmin' });
      const { id } = await addPerson(keyward);
      await keyward.database.query("update accounts set password_hash = '$2b$10$x' where id = $1", [id]);
      keyward.clock.advance(2_000);
      const later = await list();
      assert.equal(later.of('superadmins')?.status, 'ok');
      assert.match(
        later.of('superadmin-factors')?.detail ?? '',
        /^\d+ active superadmins have no second factor/,
      );
      keyward.clock.advance(600_000);
      assert.match((await list()).of('password-hashes')?.detail ?? '', /\d+ accounts? exists?,/);
    });
  });
}
