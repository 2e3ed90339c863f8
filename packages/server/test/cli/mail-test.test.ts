import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runHere, settingsOf } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { startKeyward } from '../support/keyward.ts';
import { startMailServer } from '../support/mail-server.ts';
import { superadminOf } from '../http/config/superadmin.ts';

describe('mail test', () => {
  it('sends with the settings that were saved while the service ran', async () => {
    await using server = await startMailServer();
    await using keyward = await startKeyward('sqlite');
    const { set } = await superadminOf(keyward);
    await set('email', { host: '127.0.0.1', port: server.port, sender: 'saved@example.org', use_tls: false });
    const { code, stdout, stderr } = await runHere(['mail', 'test', 'ada@example.org'], {
      env: settingsOf(keyward.database),
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout, `127.0.0.1:${server.port} accepted a mail to ada@example.org.\n`);
    const { envelope } = await server.nextMail('ada@example.org');
    assert.equal(envelope.from, 'saved@example.org');
  });

  it('names the failure, and the setting behind it', async () => {
    await using refusing = await startMailServer({
      smtp: {
        onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
      },
    });
    await using database = await createTestDatabase('sqlite');
    const env = {
      ...settingsOf(database),
      KEYWARD_SMTP_URL: refusing.url,
      KEYWARD_MAIL_FROM: 'auth@example.org',
    };
    const refused = await runHere(['mail', 'test', 'ada@example.org'], { env });
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(
      refused.stderr,
      /^keyward: mail settings \(KEYWARD_SMTP_URL and KEYWARD_MAIL_FROM, or .*\): sender may not send to this recipient, by the rules of the mail server \(.*no such mailbox.*\)\.?\n$/,
    );

    await using gone = await startMailServer();
    const { url } = gone;
    await gone[Symbol.asyncDispose]();
    const down = await runHere(['mail', 'test', 'ada@example.org'], {
      env: { ...env, KEYWARD_SMTP_URL: url },
    });
    assert.equal(down.code, 1);
    assert.match(
      down.stderr,
      /^keyward: mail settings \(.*\): host (cannot be connected to|does not answer) at this port \(.*ECONNREFUSED.*\)\.?\n$/,
    );
  });

  it('catches the mail where there is no mail server; production refuses', async () => {
    await using database = await createTestDatabase('sqlite');
    const env = settingsOf(database);
    const caught = await runHere(['mail', 'test', 'ada@example.org'], { env });
    assert.equal(caught.code, 0, caught.stderr);
    assert.match(
      caught.stdout,
      /^There is no mail server \(set KEYWARD_SMTP_URL and KEYWARD_MAIL_FROM\), .* the data directory caught the mail to .*; production would refuse to send it\.\n$/,
    );
    assert.equal(readdirSync(join(database.dataDir, 'mail')).length > 0, true);
    const refused = await runHere(['mail', 'test', 'ada@example.org'], {
      env: {
        ...env,
        KEYWARD_ENV: 'production',
        KEYWARD_JWT_SECRET: 'a-long-enough-secret-for-production-0123456789',
      },
    });
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    const wrong = await runHere(['mail', 'test', 'ada'], { env });
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [2, 'keyward: "ada" is not one plain email address, such as ada@example.org\n'],
    );
  });
});
