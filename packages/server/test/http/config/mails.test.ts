import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAIL_NAMES } from '../../../src/features/delivery/mail/mail-kinds.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { until } from '../../support/until.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { enter, superadminOf } from './superadmin.ts';

const LOGIN = '/config/mails/login_code/en';

for (const kind of ANY_DATABASE) {
  describe(`the texts of mails on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const put = async (path: string, body: unknown) => {
      const { id } = await superadminOf(keyward);
      const { token } = await newSession(keyward, id);
      return keyward.call('PUT', path, { token, body });
    };
    /** The mail to an address. The clock stands still, so the list has no order. */
    const mailTo = async (address: string) => {
      const { captured } = keyward.app.services.mailer;
      const mail = (await captured?.list())?.find(({ to }) => to === address);
      return mail === undefined ? undefined : captured?.find(mail.id);
    };
    const preview = async (path: string, body: unknown = {}) => {
      const { post } = await superadminOf(keyward);
      return post(`${path}/preview`, body);
    };

    it('replaces, previews and gives back the texts of one mail in one language', async () => {
      const { get, post, id } = await superadminOf(keyward);
      const texts = {
        subject: 'Come in to {product}',
        text: 'First.\r\n\r\n\r\nSecond\nline & <b>more</b>.',
      };
      assert.equal((await put(LOGIN, texts)).status, 200);
      assert.deepEqual((await get(LOGIN)).body['edited'], {
        subject: 'Come in to {product}',
        text: 'First.\n\nSecond line & <b>more</b>.',
      });
      await post('/config/email/test', { to: 'a@example.org', mail: { kind: 'login_code', language: 'en' } });
      const mail = (await mailTo('a@example.org')) ?? assert.fail('no mail');
      assert.equal(mail.subject, 'Come in to Keyward');
      assert.match(mail.html, /Second line &amp; &lt;b&gt;more&lt;\/b&gt;\./);
      assert.match(mail.text, /First\.\n\nSecond line & <b>more<\/b>\.\n\n {4}123456/);
      // Another language and another mail keep theirs.
      for (const path of ['/config/mails/login_code/de', '/config/mails/login_link/en'])
        assert.doesNotMatch(String((await preview(path)).body['subject']), /Come in/);
      const { body } = await get('/config/history?section=mails&limit=1');
      const [{ changes, account_id }] = JSON.parse(JSON.stringify(body['history']));
      assert.deepEqual([Object.keys(changes), account_id], [['texts.login_code.en'], id]);

      assert.equal(
        (await put(LOGIN, { ...texts, text: 'Enter this code to sign in to {product}.' })).status,
        200,
      );
      assert.deepEqual(
        (await get(LOGIN)).body['edited'],
        { subject: texts.subject },
        'what is built in is not kept',
      );
      assert.equal((await put(LOGIN, {})).status, 200);
      assert.deepEqual((await get(LOGIN)).body['edited'], {});
      assert.equal((await preview(LOGIN)).body['subject'], 'Your sign-in code for Keyward');
    });

    it('mails the saved texts to people, and rolls them back', async () => {
      const { post } = await superadminOf(keyward);
      const { email } = await addPerson(keyward);
      await put(LOGIN, { subject: 'Welcome back' });
      const body = { email };
      await keyward.call('POST', '/send/email/otp/login', { body });
      await until(async () => (await mailTo(email))?.subject === 'Welcome back', 'the mail');
      assert.equal((await post('/config/rollback', { section: 'mails', version: 0 })).status, 200);
      assert.equal((await preview(LOGIN)).body['subject'], 'Your sign-in code for Keyward');
    });

    it('422: says which part is wrong and what to do', async () => {
      const invitation = '/config/mails/invitation/de';
      for (const [path, body, field, message] of [
        [LOGIN, { subject: 'Your {code}' }, 'subject', /must not contain \{code\}.*\{product\}/],
        [LOGIN, { subject: 'a\r\nBcc: b@example.org' }, 'subject', /control characters/],
        [LOGIN, { subject: ' ' }, 'subject', /must not be empty/],
        [LOGIN, { subject: 'x'.repeat(201) }, 'subject', /200/],
        [LOGIN, { text: 'Hello {product' }, 'text', /single brace/],
        [LOGIN, { text: 'a\u202Eb' }, 'text', /control characters/],
        [invitation, { text: 'Komm zu {product}.' }, 'text', /must contain \{until\}/],
        [invitation, { subject: 'Bis {until}' }, 'subject', /must not contain \{until\}/],
        ['/config/mails/password_changed/en', { button: 'Go' }, 'button', /left out/],
        ['/config/mails/password_changed/en', { note: 'Never mind' }, 'note', /undoes/],
      ] as const)
        for (const answer of [await put(path, body), await preview(path, body)]) {
          assertRefusal(answer, 422, 'ValidationError', [field]);
          assert.match(answer.text, message);
        }
      assert.equal((await put('/config/mails/nothing/en', {})).status, 404);
      assert.equal((await put('/config/mails/login_code/xx', {})).status, 404);
    });

    it('400: the texts of all mails have a limit together', async () => {
      const { post } = await superadminOf(keyward);
      const text = 'x'.repeat(4_000);
      const answers = [];
      for (const name of MAIL_NAMES.filter((one) => /_(?:code|link)$/.test(one)))
        for (const language of LANGUAGES.slice(0, 4))
          answers.push(await put(`/config/mails/${name}/${language}`, { text }));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200, 400]);
      assertRefusal(answers.at(-1) ?? assert.fail(), 400, 'InvalidConfigError', ['text']);
      await post('/config/rollback', { section: 'mails', version: 0 });
    });

    it('shows every mail in every language, and can save each as it is', async () => {
      const { get } = await superadminOf(keyward);
      for (const name of MAIL_NAMES)
        for (const language of LANGUAGES) {
          const path = `/config/mails/${name}/${language}`;
          const { parts } = JSON.parse((await get(path)).text);
          const body = Object.fromEntries(
            parts.map((part: { name: string; built_in: string }) => [part.name, part.built_in]),
          );
          const shown = await preview(path, body);
          assert.equal(shown.status, 200, `${path}: ${shown.text}`);
          assert.doesNotMatch([shown.body['subject'], shown.body['text']].join(' '), /[{}]|undefined/, path);
          assert.doesNotMatch(String(shown.body['html']), /<img|<link|src=|url\(/i, path);
        }
    });

    it('403: neither keys nor superadmins with an old sign-in', async () => {
      const { post, id } = await superadminOf(keyward);
      const key = await post('/apikey', { name: 'Deploy', scopes: ['settings:read', 'settings:write'] });
      const token = String(key.body['key']);
      assert.equal((await keyward.call('GET', LOGIN, { token })).status, 200);
      assertRefusal(await keyward.call('PUT', LOGIN, { token, body: {} }), 403, 'ScopeMissingError');
      const old = await newSession(keyward, id);
      keyward.clock.advance(11 * 60_000);
      const body = { subject: 'Mine' };
      assertRefusal(
        await keyward.call('PUT', LOGIN, { token: old.token, body }),
        403,
        'ReauthenticationRequiredError',
      );
    });
  });
}

describe('the texts of mails on two instances', () => {
  it('reach the other instance', async () => {
    const database = await createTestDatabase('postgres');
    await using one = await startKeyward('postgres', { database });
    await using other = await startKeyward('postgres', { database });
    const { id, email } = await addPerson(one, { role: 'superadmin' });
    const { token } = await newSession(one, id);
    await one.call('PUT', LOGIN, { token, body: { subject: 'From the first' } });
    const there = () => other.app.services.settings.current.mails.texts['login_code.en'];
    await until(() => there() !== undefined, 'the change on the other instance');
    const { post } = enter(other, id, email);
    await post('/config/email/test', { to: 'a@example.org', mail: { kind: 'login_code', language: 'en' } });
    const [mail] = (await other.app.services.mailer.captured?.list()) ?? [];
    assert.equal(mail?.subject, 'From the first');
  });
});
