import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmailSettings } from '../../../../src/features/settings/settings.ts';
import { type ReceivedMail, startMailServer } from '../../../support/mail-server.ts';
import { until } from '../../../support/until.ts';
import { codeMail, startMailer } from './harness.ts';

const AT = Date.UTC(2026, 10, 21, 14, 5);

describe('hostile values', () => {
  /** Returns a function that delivers a mail with these fields, and returns the received mail. */
  async function startDelivering() {
    const server = await startMailServer();
    const test = await startMailer({ email: { host: '127.0.0.1', port: server.port } });
    return {
      deliver: async (fields: object, sender: Partial<EmailSettings> = {}): Promise<ReceivedMail> => {
        // Changed settings need a new connection.
        if (Object.keys(sender).length > 0) test.set(sender);
        test.send({ ...codeMail(test.clock), ...fields });
        test.begin();
        const mail = await server.nextMail('ada@example.org');
        // The connection is used again: a new one costs a tenth of a second.
        await until(() => test.mailer.state().queued === 0, 'the end of the delivery');
        return mail;
      },
      async [Symbol.asyncDispose]() {
        await test[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  const headersOf = ({ raw }: ReceivedMail) =>
    raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());

  for (const [what, end] of [
    ['CR LF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
    ['U+2028', '\u2028'],
    ['U+0085', '\u0085'],
    ['NUL', '\0'],
  ] as const) {
    it(`OT16: ${what} in every text leaves the headers as they are`, async () => {
      await using delivery = await startDelivering();
      const { deliver } = delivery;
      const plain = headersOf(await deliver({}));
      const attack = `x${end}Bcc: eve@example.net${end}X-Evil: 1${end}${end}body`;
      for (const [fields, sender] of [
        [{ name: attack }, {}],
        [{ code: attack }, {}],
        [{ link: `https://x.test/${attack}` }, {}],
        [{ languages: attack }, {}],
        [{ kind: 'provider_linked', provider: attack, at: AT, ipAddress: attack, name: attack }, {}],
        [{ kind: 'email_changed', newEmail: attack, at: AT, ipAddress: attack, name: attack }, {}],
        [{}, { sender_name: attack }],
      ] as const) {
        const mail = await deliver(fields, sender);
        assert.deepEqual(headersOf(mail), plain, JSON.stringify({ fields, sender }));
        assert.deepEqual(mail.envelope, { from: 'auth@id.example.org', to: ['ada@example.org'] });
      }
    });
  }

  it('OT18: markup and template syntax in a name are only text', async () => {
    await using delivery = await startDelivering();
    const { deliver } = delivery;
    for (const name of [
      '<img src=x>',
      '{{7*7}}',
      '<%= 7*7 %>',
      '${7*7}',
      '"><b onload=x>',
      "' onclick='x",
      '{product}',
    ]) {
      const { parsed } = await deliver({ name });
      const html = parsed.html ?? '';
      assert.ok(!/<img|<b |onload=x>|onclick='x/.test(html), `${name}: ${html}`);
      assert.ok(!html.includes('49'), name);
      assert.ok(parsed.text?.includes(`Hello ${name},`), parsed.text);
    }
  });

  it('OT18: markup in the other texts is only text', async () => {
    await using delivery = await startDelivering();
    const { deliver } = delivery;
    const attack = '<img src=x onerror=y>';
    const { parsed } = await deliver(
      { kind: 'provider_linked', provider: attack, at: AT, ipAddress: attack },
      { sender_name: attack },
    );
    assert.ok(!parsed.html?.includes('<img'), parsed.html);
    assert.ok(parsed.html?.includes('&lt;img src=x onerror=y&gt;'), parsed.html);
  });

  it('leaves out a name that mail programs would turn into a link or a message', async () => {
    await using delivery = await startDelivering();
    const { deliver } = delivery;
    for (const name of [
      'Win at https://evil.example',
      'evil.example',
      'eve@evil.example',
      'www.evil.example/login',
      '<img src=//e>',
      'Ada \u202egro.live',
      'x'.repeat(61),
    ]) {
      const { parsed } = await deliver({ name });
      assert.match(parsed.text ?? '', /^Hello,\n/, name);
      assert.ok(!parsed.html?.includes(name.slice(0, 12)), name);
    }
  });

  it('links only to http and https', async () => {
    await using delivery = await startDelivering();
    const { deliver } = delivery;
    for (const link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https:evil',
      '//evil.example',
      'ftp://x.test',
    ]) {
      const { parsed } = await deliver({ link });
      assert.doesNotMatch(parsed.html ?? '', /href=/, link);
      assert.ok(!parsed.text?.includes(link), link);
      assert.match(parsed.text ?? '', /482913/);
    }
  });

  it('reads no files or addresses that a value resembles', async () => {
    await using delivery = await startDelivering();
    const { deliver } = delivery;
    const { parsed } = await deliver({ name: 'file:///etc/passwd', link: 'http://127.0.0.1:1/x' });
    assert.doesNotMatch(`${parsed.html}${parsed.text}`, /root:/);
    assert.deepEqual(parsed.attachments, []);
  });
});
