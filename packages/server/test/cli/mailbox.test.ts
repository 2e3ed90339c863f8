import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { runHere, settingsOf } from '../support/command-line.ts';
import { mounted } from '../mount/mounted.ts';
import { startKeyward } from '../support/keyward.ts';
import { baseEnv, commandLine } from '../support/process.ts';
import { until } from '../support/until.ts';

describe('mailbox', () => {
  it('SC6: prints the newest mails and the address of the page that shows them', async () => {
    await using keyward = await startKeyward('sqlite');
    const env = settingsOf(keyward.database);
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runHere(['mailbox', ...args], { env });
      assert.deepEqual([code, stderr], [0, '']);
      return stdout;
    };
    const { captured } = keyward.app.services.mailer;
    const ask = async (email: string, count: number) => {
      keyward.clock.advance(1);
      const answer = await keyward.call('POST', '/send/email/otp/signup', {
        body: { email },
        headers: { origin: keyward.url },
      });
      assert.equal(answer.status, 200, answer.text);
      await until(async () => (await captured?.list())?.length === count, 'the mail');
    };
    const address = `${keyward.url}/mailbox#key=${keyward.app.services.mailboxKey.key}\n\n`;
    assert.equal(await run(), `${address}There are no mails.\n`);

    await ask('first@example.org', 1);
    await ask('second@example.org', 2);
    const { mails } = JSON.parse(
      (
        await keyward.callRoot('GET', '/mailbox/mails', {
          headers: { 'x-mailbox-key': keyward.app.services.mailboxKey.key },
        })
      ).text,
    );
    // In the form of the route, but with the newest last, as in logs.
    assert.equal(await run('--json', '-n', '1'), `${JSON.stringify(mails[0])}\n`);
    assert.equal(await run('--json'), `${JSON.stringify(mails[1])}\n${JSON.stringify(mails[0])}\n`);
    const printed = await run();
    assert.ok(printed.startsWith(address), printed);
    assert.match(printed.slice(address.length), /to first@[^]*code \d{6}\n[^]*to second@[^]*code \d{6}\n/);

    const following = spawn(process.execPath, [commandLine(), 'mailbox', '--follow', '--json', '-n', '1'], {
      cwd: keyward.database.dataDir,
      env: { ...baseEnv(), ...env },
    });
    let followed = '';
    following.stdout.setEncoding('utf8').on('data', (text: string) => (followed += text));
    await until(() => followed.includes('second@'), 'the newest mail', 10_000);
    await ask('third@example.org', 3);
    await until(() => followed.includes('third@'), 'the next mail');
    following.kill('SIGTERM');
    assert.deepEqual(await once(following, 'close'), [0, null]);
    assert.ok(!followed.includes('first@'), followed);
  });

  it('prints the address below which an application has mounted the pages, or that there is none', async () => {
    for (const web of ['/id', false] as const) {
      await using service = await mounted({ publicUrl: 'http://localhost:3000', paths: { web } });
      const { stdout } = await runHere(['mailbox'], { env: settingsOf(service.database) });
      const first = service.keyward.mailboxLink() ?? 'The service has no page for them.';
      assert.equal(stdout, `${first}\n\nThere are no mails.\n`);
    }
  });

  it('says so if there is none', async () => {
    const production = await runHere(['mailbox'], { env: { KEYWARD_ENV: 'production' } });
    assert.deepEqual([production.code, production.left], [1, []]);
    assert.match(production.stderr, /^keyward: production catches no mails; [^\n]+\n$/);
    const empty = await runHere(['mailbox']);
    assert.deepEqual([empty.code, empty.left], [1, []]);
    assert.match(empty.stderr, /^keyward: \S+ has no mailbox; [^\n]+ --data-dir\n$/);
  });
});
