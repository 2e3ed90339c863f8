import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { addPerson, newSession } from '../../../server/test/http/people.ts';
import { LANGUAGES } from '../../../server/src/lib/languages.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { startSite, suiteSite } from '../support/site.ts';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { arriveAt, assertInside, press, scriptBytes, see, typeIn } from './people.ts';
import { textsIn } from './texts-in.ts';

describe('the pages in each language', IN_BROWSER, () => {
  const site = suiteSite();

  for (const language of LANGUAGES)
    it(`are complete in ${language}, and fit a phone`, async () => {
      const texts = await textsIn(language);
      const { email } = await addPerson(site.keyward);
      await using visit = await site.open('/signin', { language, narrow: true });
      const { page } = visit;
      const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      await page.getByRole('button', { name: texts.signIn.button, exact: true }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
      assert.equal(await fits(), true, 'the sign-in is too wide');
      await typeIn(page, { [texts.identifier]: email, [texts.password]: PASSWORD });
      await press(page, texts.signIn.button);
      await arriveAt(page, texts.account.title);
      await page.getByRole('heading', { name: texts.data.title }).waitFor();
      assert.equal(await fits(), true, 'the account is too wide');
      const bytes = await scriptBytes(page);
      assert.ok(bytes < 47_000, `${bytes} bytes of script`);
    });
});

/** Some of the texts that an operator would write for a language of their own. */
const ARABIC = {
  signIn: { titleTo: 'تسجيل الدخول إلى {name}', button: 'تسجيل الدخول' },
  identifier: 'البريد الإلكتروني أو الهاتف',
  password: 'كلمة المرور',
  account: { title: 'حسابك' },
  data: { title: 'بياناتك' },
  sessions: {
    othersEnded: { one: 'جهاز واحد', two: 'جهازان', other: '{count} أجهزة' },
  },
  errors: { invalid_credentials: 'كلمة المرور خاطئة' },
  organizations: { title: 'المنظمات' },
};

describe('a language of the operator, from right to left', IN_BROWSER, () => {
  it('fits a phone and a wide window, with no text on the wrong side', async () => {
    const { path } = tempFolder();
    writeFileSync(join(path, 'ar.json'), JSON.stringify(ARABIC));
    await using site = await startSite({
      settings: {
        KEYWARD_TEXTS: path,
        KEYWARD_ORGANIZATIONS_ENABLED: 'on',
        KEYWARD_ORGANIZATIONS_CREATION: 'anyone',
      },
    });
    for (const narrow of [true, false]) {
      const { id, email } = await addPerson(site.keyward);
      await using visit = await site.open('/signin', { language: 'ar', narrow });
      const { page } = visit;
      const isInside = () => assertInside(page);
      await page.getByRole('heading', { name: 'تسجيل الدخول إلى Keyward' }).waitFor();
      await isInside();
      await typeIn(page, { [ARABIC.identifier]: email, [ARABIC.password]: 'wrong' });
      await press(page, ARABIC.signIn.button);
      await see(page, ARABIC.errors.invalid_credentials);
      await typeIn(page, { [ARABIC.password]: PASSWORD });
      await press(page, ARABIC.signIn.button);
      await arriveAt(page, ARABIC.account.title);
      await page.getByRole('heading', { name: ARABIC.data.title }).waitFor();
      await isInside();
      await noViolations(page);
      // The second, after that of `addPerson`.
      await newSession(site.keyward, id);
      await page.reload();
      await press(page, new RegExp(ARABIC.organizations.title));
      await isInside();
      await page.keyboard.press('Escape');
      await press(page, 'Sign out other devices');
      await see(page, ARABIC.sessions.othersEnded.two);
    }
  });
});
