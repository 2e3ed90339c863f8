import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../../../server/test/http/people.ts';
import { LANGUAGES } from '../../../server/src/lib/languages.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { suiteSite } from '../support/site.ts';
import { arriveAt, press, scriptBytes, typeIn } from './people.ts';
import { textsIn } from './texts-in.ts';

describe('the pages in each language', IN_BROWSER, () => {
  const site = suiteSite();

  for (const language of LANGUAGES)
    it(`say all in ${language}, and fit a phone`, async () => {
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
