import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createOwnTexts } from '../../../../src/features/delivery/texts/own-texts.ts';
import { tempFolder } from '../../../support/at-exit.ts';
import { startKeyward } from '../../../support/keyward.ts';
import { runHere } from '../../../support/command-line.ts';

/** A folder with these files; an object is written as JSON. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = tempFolder().path;
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

describe('texts of the operator', () => {
  it('are refused with the file, the key and the remedy', () => {
    for (const [files, message] of [
      [{ 'fr.json': '{' }, /fr\.json" cannot be read as a JSON object/],
      [{ 'French.json': {} }, /French\.json" is not named after a language/],
      [{ 'fr.json': { signin: {} } }, /fr\.json", "signin" is unknown; did you mean "signIn"\?/],
      [{ 'fr.json': { signIn: { tittle: '' } } }, /"signIn\.tittle" is unknown; did you mean "title"\?/],
      [{ 'fr.json': { constructor: '' } }, /"constructor" is unknown; remove it/],
      [{ 'fr.json': { locale: 'en' } }, /"locale" is unknown/],
      [{ 'fr.json': { signIn: 'x' } }, /"signIn" must be a group of texts/],
      [{ 'fr.json': { signIn: { title: 1 } } }, /"signIn\.title" must be a text/],
      [{ 'fr.json': { signIn: { title: { other: '' } } } }, /"signIn\.title" must be a text/],
      [
        { 'fr.json': { signIn: { title: '{name}' } } },
        /"signIn\.title" fills in \{name\}, but can fill in nothing/,
      ],
      [{ 'fr.json': { signIn: { titleTo: '{n}' } } }, /fills in \{n\}, but can fill in \{name\}/],
      [
        { 'fr.json': { factors: { recoveryLeft: { one: '' } } } },
        /"factors\.recoveryLeft" lacks the form "other"/,
      ],
      [
        { 'fr.json': { mails: { greeting: '{code}' } } },
        /"mails\.greeting" fills in \{code\}, but can fill in \{name\}/,
      ],
      [{ 'fr.json': { mails: { language: 'x' } } }, /"mails\.language" is unknown/],
      [
        { 'fr.json': { mails: { notices: { password_changed: { paragraphs: ['a', 'b'] } } } } },
        /"mails\.notices\.password_changed\.paragraphs\.1" is unknown/,
      ],
    ] as const)
      assert.throws(() => createOwnTexts(folderOf(files)), { name: 'ConfigError', message });
  });

  it('replace those of mails, and add a language', () => {
    const { languages, mails } = createOwnTexts(
      folderOf({
        'fr.json': { mails: { notices: { password_changed: { paragraphs: ['Changé sur {product}.'] } } } },
        'ar.json': { mails: { greetingWithoutName: 'مرحبا' } },
        'pt-pt.json': { mails: { footer: 'Enviado por {product}.' } },
        'notes.txt': 'no texts',
      }),
    );
    assert.deepEqual(languages.slice(-2).sort(), ['ar', 'pt-pt']);
    const french = mails('fr-CA');
    assert.deepEqual(french.notices.password_changed.paragraphs, ['Changé sur {product}.']);
    assert.equal(french.notices.password_changed.subject, mails('fr').notices.password_changed.subject);
    assert.deepEqual([mails('ar').language, mails('ar').greetingWithoutName], ['ar', 'مرحبا']);
    assert.equal(mails('ar').greeting, 'Hello {name},');
    assert.deepEqual(
      [mails('pt-PT').footer, mails('pt-PT').greetingWithoutName],
      ['Enviado por {product}.', 'Olá,'],
    );
    assert.notEqual(mails('pt').footer, 'Enviado por {product}.');
  });

  it('are as the documentation shows them', () => {
    const page = readFileSync(new URL('../../../../docs/mail.md', import.meta.url), 'utf8');
    const [, example = ''] = /^### Languages$[^]*?^```json\n([^]*?)^```$/m.exec(page) ?? [];
    const { pages, mails } = createOwnTexts(folderOf({ 'fr.json': example }));
    assert.deepEqual(pages('fr'), {
      signIn: { titleTo: 'Entrez chez {0}' },
      factors: { recoveryLeft: { one: 'Un code', other: '{0} codes' } },
    });
    assert.equal(mails('fr').footer, 'Envoyé par {product}.');
  });

  it('apply to the pages of their language only', async () => {
    const texts = folderOf({ 'ar.json': { signIn: { titleTo: 'الدخول إلى {name}' } } });
    await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_TEXTS: texts } });
    const open = (path: string, language: string) =>
      keyward.callRoot('GET', path, { headers: { accept: 'text/html', 'accept-language': language } });
    const arabic = await open('/signin', 'ar-EG');
    assert.ok(arabic.text.includes('<html lang="ar" dir="rtl">'));
    assert.ok(arabic.text.includes('"ownTexts":{"signIn":{"titleTo":"الدخول إلى {0}"}}'));
    for (const page of [await open('/signin', 'fr'), await open('/console', 'ar')])
      assert.doesNotMatch(page.text, /ownTexts|dir=/);
  });

  it('stop the start, and `config check`, with one line', async () => {
    const texts = folderOf({ 'fr.json': { signIn: { tittle: '' } } });
    for (const command of [['serve'], ['config', 'check']]) {
      const { code, stderr } = await runHere(command, { env: { KEYWARD_TEXTS: texts } });
      assert.notEqual(code, 0);
      assert.match(
        stderr,
        /^.*KEYWARD_TEXTS: in ".*fr\.json", "signIn\.tittle" is unknown; did you mean "title"\?\n$/,
      );
    }
  });
});
