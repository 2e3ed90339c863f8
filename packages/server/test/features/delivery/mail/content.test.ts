import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import { PURPOSES } from '../../../../src/store/tables/codes.ts';
import type { MailContent } from '../../../../src/features/delivery/mail/mail.ts';
import { createTemplates } from '../../../../src/features/delivery/mail/templates.ts';
import { english } from '../../../../src/features/delivery/mail/texts/english.ts';
import { createOwnTexts } from '../../../../src/features/delivery/texts/own-texts.ts';
import { LANGUAGES } from '../../../../src/lib/languages.ts';
import { viewOf } from '../../../../src/features/delivery/mail/view.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { tempFolder } from '../../../support/at-exit.ts';
import { codeMail, startMailer } from './harness.ts';

const LINK = 'https://id.example.org/auth/link/login?email=ada%40example.org&otp=482913';
const AT = Date.UTC(2026, 10, 21, 14, 5);

/** One mail of each kind, and for codes and links of each purpose. */
const TOKEN_LINK = 'https://id.example.org/invitation?token=qV3';
const UNDO = { link: 'https://id.example.org/email-undo?token=qV3', until: AT };
const MAILS: readonly MailContent[] = [
  ...PURPOSES.flatMap((purpose): MailContent[] => [
    { kind: 'code', purpose, code: '482913', link: LINK, minutes: 10, name: 'Ada' },
    { kind: 'code', purpose, code: '482913', link: null, minutes: 10, name: null },
    { kind: 'link', purpose, code: '482913', link: LINK, minutes: 10, name: null },
  ]),
  { kind: 'signup_notice', name: 'Ada', link: 'https://app.example.org' },
  { kind: 'signup_notice', name: 'Ada', link: null },
  { kind: 'password_changed', name: 'Ada', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'password_changed', name: 'Ada', at: AT, ipAddress: '203.0.113.7', undo: UNDO },
  {
    kind: 'password_changed',
    name: 'Ada',
    applications: ['Orders', 'evil.example', 'https://evil.example/', 'C', 'D', 'E', 'F'],
    at: AT,
    ipAddress: '203.0.113.7',
    undo: UNDO,
  },
  { kind: 'deletion_prevented', name: 'Ada', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'account_returned', name: 'Ada', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'account_back', name: 'Ada', newEmail: 'b•••@example.net', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'email_changed', name: 'Ada', newEmail: 'b•••@example.net', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'invitation', name: null, link: TOKEN_LINK, until: AT },
  ...(['email_change_asked', 'email_change_made'] as const).map((kind): MailContent => ({
    kind,
    name: 'Ada',
    newEmail: 'b•••@example.net',
    link: TOKEN_LINK,
    until: AT,
    at: AT,
    ipAddress: '203.0.113.7',
  })),
  { kind: 'provider_linked', name: 'Ada', provider: 'github', at: AT, ipAddress: '2001:db8::1' },
  { kind: 'access_dropped', name: 'Ada', provider: 'github', at: AT, ipAddress: '2001:db8::1' },
  { kind: 'member_access_dropped', name: 'Ada', organization: 'Acme', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'factor_added', name: 'Ada', factor: 'totp', at: AT, ipAddress: '203.0.113.7', undo: UNDO },
  { kind: 'factor_removed', name: 'Ada', factor: 'passkey', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'factors_reset', name: 'Ada', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'impersonated', name: 'Ada', reason: 'Ticket 4711', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'recovery_codes_made', name: 'Ada', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'app_codes_guessed', name: 'Ada', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'key_created', name: 'Ada', key: 'Deploy https://evil.example/', at: AT, ipAddress: '203.0.113.7' },
  { kind: 'recovery_code_used', name: 'Ada', left: 0, at: AT, ipAddress: '203.0.113.7' },
  {
    kind: 'mailbox_proven',
    name: 'Ada',
    password: true,
    sessions: Array.from({ length: 7 }, (_, day) => ({
      created_at: AT - day * 86_400_000,
      ip_address: '203.0.113.9',
    })),
    removed: ['links'],
    opened: { name: 'Eve', at: AT, ipAddress: '203.0.113.9', browser: 'Firefox', system: 'Linux' },
    earlierUntil: null,
    undo: UNDO,
    at: AT,
    ipAddress: '203.0.113.7',
  },
  {
    kind: 'mailbox_proven',
    name: 'Ada',
    password: false,
    sessions: [],
    removed: ['password', 'sessions', 'links', 'phone'],
    opened: null,
    earlierUntil: AT + 86_400_000,
    undo: UNDO,
    at: AT,
    ipAddress: '203.0.113.7',
  },
  { kind: 'password_reset', name: 'Ada', providers: ['idp1', 'idp2'], at: AT, ipAddress: '203.0.113.7' },
];

const { mails: textsFor } = createOwnTexts(null);
const templates = createTemplates(null, (error) => assert.fail(String(error)));
const render = async (mail: MailContent, language = 'en') => {
  const view = viewOf(mail, textsFor(language), 'Example');
  return { subject: view.subject, ...(await templates.render(view)) };
};
/** The visible text of the HTML. */
const visible = (html: string) =>
  html.replaceAll(/<(style|title)>[^]*?<\/\1>|<!--[^]*?-->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('every mail in every language', () => {
  for (const language of LANGUAGES) {
    it(`is complete in ${language}: both bodies say the same, and no placeholder is left`, async () => {
      for (const mail of MAILS) {
        const about = `${mail.kind} ${JSON.stringify(mail)}`;
        const { subject, html, text } = await render(mail, language);
        assert.match(html, new RegExp(`<html lang="${language}" dir="ltr">`), about);
        assert.match(html, /<meta name="color-scheme" content="light dark">/, about);
        assert.match(html, /prefers-color-scheme: dark/, about);
        for (const part of [subject, visible(html), text]) {
          assert.doesNotMatch(part, /[{}]|undefined|\bnull\b|\[object/, about);
          assert.notEqual(part.trim(), '', about);
        }
        for (const paragraph of text.split('\n').filter((line) => /^\p{Lu}.*[.:]$/u.test(line))) {
          if (paragraph === textsFor(language).linkHint) continue;
          const shown = paragraph.replaceAll("'", '&#39;').replaceAll(/\s+/g, ' ');
          assert.ok(visible(html).includes(shown), `${about}: ${paragraph}`);
        }
        assert.ok(visible(html).includes('Example'), about);
        const code = 'code' in mail ? mail.code : '';
        const undo = 'undo' in mail ? (mail.undo?.link ?? null) : null;
        const link = 'link' in mail ? mail.link : undo;
        // Subjects show on lock screens.
        if (code !== '') assert.ok(!subject.includes(code), about);
        assert.equal(text.includes('482913'), code !== '', about);
        assert.equal(visible(html).includes('482913'), code !== '', about);
        assert.equal(/https?:/.test(text), link !== null, about);
        assert.equal(/href=/.test(html), link !== null, about);
      }
    });

    it(`has in ${language} the same placeholders as in English`, () => {
      const found = (value: unknown, path = ''): string[] => {
        if (typeof value === 'string') {
          return (value.match(/\{\w+\}/g) ?? []).map((name) => `${path} ${name}`).sort();
        }
        return Object.entries(value ?? {}).flatMap(([key, child]) => found(child, `${path}.${key}`));
      };
      assert.deepEqual([...new Set(found(textsFor(language)))], [...new Set(found(english))]);
    });
  }

  it('keeps the code out of the preview that mail programs show beside the subject', async () => {
    const { html } = await render(MAILS[0] ?? assert.fail());
    const [, hidden = ''] = /<div style="display:none[^>]*>([^]*?)<\/div>/.exec(html) ?? [];
    assert.ok(html.indexOf(hidden) < html.indexOf('482913</td>'));
    assert.ok(!hidden.includes('482913'));
    assert.ok(hidden.split('&#847;').length > 90);
  });

  it('names the credentials that a first proof found', async () => {
    const [kept, dropped] = MAILS.filter(({ kind }) => kind === 'mailbox_proven');
    const { text } = await render(kept ?? assert.fail());
    assert.match(text, /opened on .* UTC, under the name Eve, with Firefox, Linux, from 203\.0\.113\.9\./);
    assert.match(text, /keeps its earlier password/);
    assert.match(text, /November 21, 2026 at 2:05.PM UTC from 203\.0\.113\.9,.*, and 2 more\./);
    assert.match(text, /removed, because .*: linked providers\./);
    assert.match(
      (await render(dropped ?? assert.fail())).text,
      /had another mailbox before, which can take it back until November 22, 2026 at 2:05.PM UTC\.[^]*goes back to the mailbox that it had before/,
    );
    assert.match(
      (await render(dropped ?? assert.fail(), 'de')).text,
      /: das Passwort, alle Sitzungen, verknüpfte Anbieter und die Telefonnummer\./,
    );
  });

  it('turns no name of an application into a link, and names only some', async () => {
    const mail = MAILS.find((one) => 'applications' in one) ?? assert.fail();
    const { text } = await render(mail);
    assert.match(text, /: Orders, evil\. example, https evil\. example, C, D, and 2 more\./);
    assert.match((await render(mail, 'de')).text, /C, D und 2 weitere\./);
  });

  it('formats times in UTC and in the style of the language', async () => {
    const mail = MAILS.find(({ kind }) => kind === 'password_changed') ?? assert.fail();
    assert.match((await render(mail, 'en')).text, /When: November 21, 2026 at 2:05.PM UTC/);
    assert.match((await render(mail, 'de')).text, /Zeitpunkt: 21\. November 2026 um 14:05 UTC/);
  });
});

describe('the language of a mail', () => {
  for (const [header, language] of [
    ['', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['tlh, de;q=0.8, en;q=0.9', 'en'],
    ['tlh-CH, de;q=0.8, en;q=0.7', 'de'],
    ['fr-CH, de;q=0.8, en;q=0.7', 'fr'],
    ['en;q=0.1, de;q=0.2', 'de'],
    ['de;q=0, en', 'en'],
    ['de;q=0', 'en'],
    ['*, de;q=0.5', 'en'],
    ['tlh, *;q=0.5, de;q=0.4', 'en'],
    ['de; q=nonsense, en', 'en'],
    ['de;q=1;level=2', 'de'],
    ['tlh', 'en'],
    [`${'x,'.repeat(100_000)}de`, 'en'],
    [';;;,,,=;q', 'en'],
  ] as const) {
    it(`${JSON.stringify(header.slice(0, 40))} → ${language}`, () => {
      assert.equal(textsFor(header).language, language);
    });
  }
});

describe('templates in a folder', () => {
  const mail: MailContent = {
    kind: 'code',
    purpose: 'login',
    code: '482913',
    link: TOKEN_LINK,
    minutes: 10,
    name: 'Ada',
  };
  const view = viewOf(mail, textsFor('en'), 'Example');

  function withFiles(files: Record<string, string>) {
    const folder = mkdtempSync(join(tempFolder().path, 'templates-'));
    const write = (changed: Record<string, string>) => {
      for (const [name, content] of Object.entries(changed)) writeFileSync(join(folder, name), content);
    };
    write(files);
    const reported: string[] = [];
    const report = (error: unknown) => reported.push(String(error));
    return { templates: createTemplates(folder, report), reported, write };
  }

  it('replace the built-in ones, file by file, and change without a restart', async () => {
    const own = withFiles({ 'code.html': '<p id="own"><%= it.code %> for <%= it.product %></p>' });
    const { html, text } = await own.templates.render(view);
    assert.match(html, /<p id="own">482913 for Example<\/p>/);
    assert.match(html, /<html lang="en" dir="ltr">/, 'our layout');
    assert.equal(text, (await templates.render(view)).text);
    own.write({ 'code.html': 'changed', 'layout.txt': 'own text: <%~ it.body %>' });
    const changed = await own.templates.render(view);
    assert.match(changed.html, /changed/);
    assert.match(changed.text, /^own text: +482913/);
    assert.deepEqual(own.reported, []);
  });

  for (const [what, content] of [
    ['that is no template', '<% if ( %>'],
    ['that fails', '<%= it.nothing.at.all %>'],
  ] as const) {
    it(`are replaced by the built-in ones for a file ${what}, with one report`, async () => {
      const own = withFiles({ 'code.html': content, 'layout.html': 'own <%~ it.body %>' });
      for (let index = 0; index < 3; index++) {
        assert.deepEqual(await own.templates.render(view), await templates.render(view));
      }
      assert.equal(own.reported.length, 1);
      assert.match(own.reported[0] ?? '', /html template for mails of the kind code failed/);
      const { html } = await own.templates.render({ ...view, kind: 'link' });
      assert.match(html, /^own/, 'other mails keep theirs');
    });
  }

  it('escape what they show', async () => {
    const own = withFiles({ 'code.html': '<%= it.product %>' });
    const { html } = await own.templates.render({ ...view, product: '<b>x</b>' });
    assert.match(html, /&lt;b&gt;x&lt;\/b&gt;/);
  });
});

describe('a mail with letters of every kind', () => {
  it('arrives as it was written', async () => {
    await using server = await startMailServer();
    await using test = await startMailer({
      email: { host: '127.0.0.1', port: server.port, sender_name: 'Käse & Zoë 株式会社 "Ltd", Inc.' },
    });
    test.send(codeMail(test.clock, { name: 'Ælfgifu Ōsaka 🦉', languages: 'de' }));
    test.begin();
    const { raw } = await server.nextMail('ada@example.org');
    const parsed = await PostalMime.parse(Buffer.from(raw, 'latin1'));
    assert.equal(parsed.from?.name, 'Käse & Zoë 株式会社 "Ltd", Inc.');
    assert.equal(parsed.subject, 'Ihr Anmeldecode für Käse & Zoë 株式会社 "Ltd", Inc.');
    assert.match(parsed.text ?? '', /Guten Tag Ælfgifu/);
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998));
  });
});
