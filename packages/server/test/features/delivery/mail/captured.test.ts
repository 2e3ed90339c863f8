import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import {
  createCapturedMails,
  MAX_CAPTURED_MAILS,
} from '../../../../src/features/delivery/mail/captured-mails.ts';
import { KeywardError } from '../../../../src/errors.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { tempFolder } from '../../../support/at-exit.ts';
import { until } from '../../../support/until.ts';
import { codeMail, inTime, startMailer } from './harness.ts';

describe('without a mail server, in development', () => {
  it('writes each mail into the data directory, for this user only, as mail programs open it', async () => {
    await using test = await startMailer();
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().sent === 1, 'caught');
    const folder = join(test.database.dataDir, 'mail');
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const files = readdirSync(folder).sort();
    assert.equal(files.length, 2);
    assert.match(files[0] ?? '', /^\d{8}T\d{9}Z-[0-9a-f]{20}\.eml$/);
    for (const file of files) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    const parsed = await PostalMime.parse(readFileSync(join(folder, files[0] ?? '')));
    assert.equal(parsed.to?.[0]?.address, 'ada@example.org');
    assert.match(parsed.text ?? '', /^ {4}482913$/m);
    assert.match(parsed.html ?? '', /482913/);
  });

  it('uses the name and the colour of the branding, with text that can be read on it', async () => {
    const branding = { name: '', colour: '' };
    await using test = await startMailer({ branding: () => branding });
    const mailWith = async (name: string, colour: string) => {
      Object.assign(branding, { name, colour });
      await test.mailer.captured?.clear();
      test.send(codeMail(test.clock));
      test.begin();
      await until(() => test.mailer.state().queued === 0, 'caught');
      const [summary = assert.fail('no mail')] = (await test.mailer.captured?.list()) ?? [];
      const { subject, html } = (await test.mailer.captured?.find(summary.id)) ?? assert.fail('gone');
      return { subject, html };
    };
    const button = (html: string) => /bgcolor="(#\w+)".*?; color:(#\w+);/.exec(html)?.slice(1);
    const linkOf = (html: string) => /class="link".*?style="color:(#\w+);/.exec(html)?.[1];

    const plain = await mailWith('', '');
    assert.equal(plain.subject, 'Your sign-in code for Example');
    assert.deepEqual(button(plain.html), ['#2b54c4', '#ffffff']);
    assert.equal(linkOf(plain.html), '#2b54c4');

    const dark = await mailWith('Shop', '#0f766e');
    assert.equal(dark.subject, 'Your sign-in code for Shop');
    assert.match(dark.html, />Shop</);
    assert.deepEqual(button(dark.html), ['#0f766e', '#ffffff']);
    assert.equal(linkOf(dark.html), '#0f766e');

    const light = await mailWith('Shop', '#ffd400');
    assert.deepEqual(button(light.html), ['#ffd400', '#000000']);
    assert.equal(linkOf(light.html), '#171a20', 'yellow on white cannot be read');
  });

  it('lists, finds and clears them', async () => {
    await using test = await startMailer();
    const { captured } = test.mailer;
    assert.ok(captured !== null);
    assert.deepEqual(await captured.list(), []);
    assert.equal(await captured.clear(), 0);
    for (const to of ['a@example.org', 'b@example.org']) {
      test.send(codeMail(test.clock, { to, link: null }));
      test.begin();
      await until(() => test.mailer.state().queued === 0, 'caught');
    }
    const list = await captured.list();
    assert.deepEqual(
      list.map(({ to }) => to),
      ['b@example.org', 'a@example.org'],
    );
    // A list does not read a file twice.
    const file = join(test.database.dataDir, 'mail', `${list[1]?.id}.json`);
    const content = readFileSync(file);
    writeFileSync(file, 'damaged');
    assert.deepEqual(await captured.list(), list);
    writeFileSync(file, content);
    const { code, link, kind, subject } = list[0] ?? assert.fail();
    assert.deepEqual([code, link, kind, subject], ['482913', null, 'code', 'Your sign-in code for Example']);
    const mail = await captured.find(list[0]?.id ?? '');
    assert.match(mail?.raw ?? '', /^To: b@example\.org\r$/m);
    assert.match(mail?.text ?? '', /482913/);
    for (const id of ['', 'x', '../keyward', `../mail/${list[0]?.id}`, `${list[0]?.id}.eml`, '%2e%2e/x']) {
      assert.equal(await captured.find(id), null, id);
    }
    assert.equal(await captured.clear(), 2);
    assert.deepEqual(await captured.list(), []);
  });

  it(`keeps the newest ${MAX_CAPTURED_MAILS}, and leaves foreign files alone`, async () => {
    const folder = join(tempFolder().path, 'mail');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.eml'), 'mine');
    const clock = createFakeClock();
    const mails = createCapturedMails(folder);
    const message = { from: 'a@b.test', to: 'c@d.test', subject: 's', html: 'h', text: 't' };
    for (let index = 0; index < MAX_CAPTURED_MAILS + 5; index++) {
      clock.advance(1);
      const createdAt = clock.now();
      await mails.add(
        { id: `n${index}`, createdAt, expiresAt: createdAt, mail: codeMail(clock), asker: '' },
        message,
      );
    }
    const list = await mails.list();
    assert.equal(list.length, MAX_CAPTURED_MAILS);
    assert.match(list[0]?.id ?? '', /-n204$/);
    assert.match(list.at(-1)?.id ?? '', /-n5$/);
    assert.equal(readdirSync(folder).length, 2 * MAX_CAPTURED_MAILS + 1);
    await mails.clear();
    assert.deepEqual(readdirSync(folder), ['mine.eml']);
  });

  it('skips damaged files', async () => {
    await using test = await startMailer();
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().sent === 1, 'caught');
    const folder = join(test.database.dataDir, 'mail');
    const id = '20260101T000000000Z-abc';
    for (const content of ['', '{', '[]', '{"id":7}']) {
      writeFileSync(join(folder, `${id}.eml`), 'x');
      writeFileSync(join(folder, `${id}.json`), content);
      assert.equal((await test.mailer.captured?.list())?.length, 1, content);
      assert.equal(await test.mailer.captured?.find(id), null, content);
    }
  });

  it('retries when the folder cannot be written', async () => {
    await using test = await startMailer();
    const folder = join(test.database.dataDir, 'mail');
    writeFileSync(folder, 'in the way');
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().retrying === 1, 'a failure');
    rmSync(folder);
    chmodSync(test.database.dataDir, 0o700);
    await inTime(test.clock, () => test.mailer.state().sent === 1, 'caught');
  });

  it('sends to a server as soon as there is one, and catches again when there is none', async () => {
    await using server = await startMailServer();
    await using test = await startMailer();
    test.set({ host: '127.0.0.1', port: server.port });
    assert.equal(test.mailer.captured, null);
    test.send(codeMail(test.clock));
    test.begin();
    await server.nextMail('ada@example.org');
    test.set({ host: '' });
    test.send(codeMail(test.clock));
    test.begin();
    await until(async () => (await test.mailer.captured?.list())?.length === 1, 'caught');
  });
});

describe('without a mail server, in production', () => {
  it('warns callers that ask first, and drops and counts mails that are sent anyway', async () => {
    await using test = await startMailer({ production: true });
    assert.equal(test.mailer.captured, null);
    assert.throws(
      () => test.mailer.assertConfigured(),
      (error: unknown) => error instanceof KeywardError && error.kind === 'EmailNotConfiguredError',
    );
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().failed === 1, 'dropped');
    assert.equal(test.mailer.state().lastError?.message, 'There is no mail server.');
    assert.ok(!readdirSync(test.database.dataDir).includes('mail'));
    test.set({ host: 'mail.example.org' });
    assert.doesNotThrow(() => test.mailer.assertConfigured());
  });
});
