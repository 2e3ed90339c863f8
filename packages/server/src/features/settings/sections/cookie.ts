import { invalidFields } from '../../../errors.ts';
import { isLoopback } from '../../../config/addresses.ts';
import { cookieFields, SAME_SITE } from '../../../config/sections/cookie.ts';
import { invalidConfig, sectionKind } from '../kinds/section-kind.ts';
import { isHostOrParent } from '../../../lib/host-or-parent.ts';

/**
 * The names of the service's own cookies. The setting must not use one of them, because a frontend could then receive
 * that cookie. Browsers ignore case in the prefixes, and proxies may ignore it in names.
 */
const OWN_COOKIE = /^(?:__(?:host|secure)-)*keyward_/i;

export const cookie = sectionKind({
  fields: cookieFields,
  stepUp: true,
  settle({ merged, next }) {
    const samesite = String(next['samesite']).toLowerCase();
    if (!SAME_SITE.some((one) => one === samesite))
      throw invalidFields({ path: 'samesite', message: `must be one of ${SAME_SITE.join(', ')}` });
    return { ...merged, ...('samesite' in merged && { samesite }) };
  },
  check(values, { hosts }) {
    const { access_cookie_name, refresh_cookie_name, path, domain, secure, samesite } = values;
    if (access_cookie_name === refresh_cookie_name)
      throw invalidConfig('refresh_cookie_name', 'must differ from access_cookie_name');
    // RFC 6265 §5.2.3: browsers ignore a leading dot and the case.
    const plain = domain?.replace(/^\./, '').toLowerCase();
    const [own = ''] = hosts();
    // With the default public URL, the service does not know its host: a proxy may have any.
    const isForeign = plain !== undefined && !hosts().some((host) => isHostOrParent(plain, host));
    if (isForeign && !isLoopback(own))
      throw invalidConfig(
        'domain',
        `must be null, one of ${[...new Set(hosts())].join(', ')}, or a parent domain of one: browsers refuse cookies for other domains`,
      );
    if (samesite === 'none' && !secure)
      throw invalidConfig(
        'secure',
        'must be true with samesite "none", because browsers refuse such cookies without it',
      );
    for (const [name, value] of Object.entries({ access_cookie_name, refresh_cookie_name }))
      if (OWN_COOKIE.test(value))
        throw invalidConfig(
          name,
          'must not begin with keyward_, as the cookies of the service itself do; use another name, such as access_token',
        );
    // RFC 6265bis §4.1.3. Browsers compare the prefixes without regard to case.
    for (const [name, value] of Object.entries({ access_cookie_name, refresh_cookie_name })) {
      const [prefix] = /^__(?:Host|Secure)-/i.exec(value) ?? [];
      if (prefix === undefined) continue;
      if (!secure) throw invalidConfig('secure', `must be true, because ${name} begins with ${prefix}`);
      if (prefix.toLowerCase() === '__secure-') continue;
      if (domain !== null)
        throw invalidConfig('domain', `must be null, because ${name} begins with ${prefix}`);
      if (path !== '/') throw invalidConfig('path', `must be "/", because ${name} begins with ${prefix}`);
    }
  },
});
