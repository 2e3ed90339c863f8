import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ANY_DATABASE } from '../../support/usual-size.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { superadminOf } from './superadmin.ts';

for (const kind of ANY_DATABASE) {
  describe(`POST /config/signup on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('200: domains come back in the form in which they are compared, each once', async () => {
      const { set, shown } = await superadminOf(keyward);
      await set('signup', {
        allowed_domains: ['Example.ORG', '*.Bücher.example', 'example.org'],
        blocked_domains: ['*.Example.org'],
      });
      const { allowed_domains, blocked_domains } = await shown('signup');
      assert.deepEqual(allowed_domains, ['example.org', '*.xn--bcher-kva.example']);
      assert.deepEqual(blocked_domains, ['*.example.org']);
    });

    it('400: names what is no domain, and changes nothing', async () => {
      const { post, shown } = await superadminOf(keyward);
      const before = await shown('signup');
      for (const bad of ['example', 'ada@example.org', '*.*.org', 'example.org.', ''])
        assertRefusal(
          await post('/config/signup', { blocked_domains: ['example.com', bad] }),
          400,
          'InvalidConfigError',
          ['blocked_domains.1'],
        );
      assert.deepEqual(await shown('signup'), before);
    });

    it('400: a captcha needs its own secret, never that of another', async () => {
      const { post, set, shown } = await superadminOf(keyward);
      const refuse = async (body: object) =>
        assertRefusal(await post('/config/signup', body), 400, 'InvalidConfigError', ['captcha_secret']);
      await refuse({ captcha: 'turnstile' });
      await set('signup', { captcha: 'turnstile', captcha_secret: 'first' });
      assert.equal((await shown('signup'))['captcha_secret'], '***');
      await refuse({ captcha: 'hcaptcha' });
      await refuse({ captcha: 'hcaptcha', captcha_secret: '***' });
      await set('signup', { captcha: 'turnstile' });
      await set('signup', { captcha: 'hcaptcha', captcha_secret: 'second' });
      assert.equal(keyward.app.services.settings.current.signup.captcha_secret, 'second');
    });
  });
}
