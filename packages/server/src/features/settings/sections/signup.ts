import { signupFields } from '../../../config/sections/signup.ts';
import { parseDomain } from '../../../lib/domain.ts';
import { invalidConfig, isKept, sectionKind, type Some } from '../kinds/section-kind.ts';

export const signup = sectionKind({
  fields: signupFields,
  stepUp: true,
  together: ['captcha', 'captcha_site_key', 'captcha_secret'],

  settle({ input, merged, values }) {
    const { captcha } = merged;
    // Otherwise the secret of one captcha would be sent to another.
    const isOther = values.captcha !== null && typeof captcha === 'string' && captcha !== values.captcha;
    if (isOther && values.captcha_secret !== '' && isKept(input['captcha_secret']))
      throw invalidConfig(
        'captcha_secret',
        `belongs to ${values.captcha}: send the secret key of ${captcha}`,
      );
    const { captcha_site_key: siteKey } = values;
    if (isOther && siteKey !== '' && merged['captcha_site_key'] === siteKey)
      throw invalidConfig(
        'captcha_site_key',
        `belongs to ${values.captcha}: send the site key of ${captcha}`,
      );
    return merged;
  },

  complete: (values) => ({
    ...values,
    allowed_domains: canonicalDomains('allowed_domains', values),
    blocked_domains: canonicalDomains('blocked_domains', values),
  }),

  check({ captcha, captcha_secret }) {
    if (captcha !== null && captcha_secret === '')
      throw invalidConfig('captcha_secret', `is needed for ${captcha}: send the secret key that it gave you`);
  },
});

/**
 * The domains of a field in the form for comparisons, each once.
 * @throws KeywardError `InvalidConfigError` naming the first invalid one
 */
function canonicalDomains(name: 'allowed_domains' | 'blocked_domains', values: Some): string[] {
  const given = values[name];
  const canonical = (Array.isArray(given) ? given : []).map((one, index) => {
    const domain = parseDomain(String(one));
    if (domain !== null) return domain;
    throw invalidConfig(
      `${name}.${index}`,
      'must be a domain such as example.com, or *.example.com for all below it',
    );
  });
  return [...new Set(canonical)];
}
