import { Type } from 'typebox';
import { invalidFields } from '../../../errors.ts';
import { describedAs } from '../../../lib/documented.ts';
import { field, invalidConfig, sectionKind, type ValuesOf } from '../section-kind.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

const Name = (description: string) => Type.String({ format: 'token', maxLength: 128, description });

const SAME_SITE = ['lax', 'strict', 'none'] as const;
const SameSite = Type.Unsafe<(typeof SAME_SITE)[number]>({
  type: 'string',
  enum: [...SAME_SITE],
  description: 'Whether cookies travel with requests from other sites; read in any case',
});

/** Browsers keep no cookie for longer. */
const MAX_AGE = 400 * 86_400;

const fields = {
  cookie_mode: field(
    Type.Boolean({ description: 'Whether tokens are delivered as cookies instead of in bodies' }),
    false,
  ),
  access_cookie_name: field(Name('Name of the cookie with the access token'), 'access_token'),
  refresh_cookie_name: field(Name('Name of the cookie with the refresh token'), 'refresh_token'),
  path: field(
    Type.String({
      format: 'cookie-path',
      maxLength: 1024,
      description: 'Path of the cookies; begins with a slash',
    }),
    '/',
  ),
  domain: field(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'cookie-domain',
      maxLength: 253,
      description: 'Domain of the cookies; null: only the host that set them',
    }),
    null,
  ),
  secure: field(Type.Boolean({ description: 'Whether cookies travel over HTTPS only' }), false),
  httponly: field(Type.Boolean({ description: 'Whether cookies are out of reach for scripts' }), true),
  samesite: field(SameSite, 'lax', { accepts: describedAs(Type.String({ maxLength: 20 }), SameSite) }),
  max_age: field(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: MAX_AGE,
      description: 'Life in seconds; null: as long as the token in the cookie, which is also the maximum',
    }),
    null,
  ),
};

/** The form of the cookies that carry tokens. */
export type CookieSettings = ValuesOf<typeof fields>;

export const cookie = sectionKind({
  fields,
  settle({ merged, next }) {
    const samesite = String(next['samesite']).toLowerCase();
    if (!SAME_SITE.some((one) => one === samesite))
      throw invalidFields({ path: 'samesite', message: `must be one of ${SAME_SITE.join(', ')}` });
    return { ...merged, ...('samesite' in merged && { samesite }) };
  },
  check(values) {
    const { access_cookie_name, refresh_cookie_name, path, domain, secure, samesite } = values;
    if (access_cookie_name === refresh_cookie_name)
      throw invalidConfig('refresh_cookie_name', 'must differ from access_cookie_name');
    if (samesite === 'none' && !secure)
      throw invalidConfig(
        'secure',
        'must be true with samesite "none", because browsers refuse such cookies without it',
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

/** A token of RFC 9110 §5.6.2, which RFC 6265 §4.1.1 requires as the name of a cookie. */
export const TOKEN_PATTERN = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

/** RFC 6265 §4.1.1: any printable ASCII but the semicolon. */
export const COOKIE_PATH_PATTERN = '^/[\\x21-\\x3a\\x3c-\\x7e]*$';

/** A host name in ASCII. Browsers allow and ignore a dot before it. */
export const COOKIE_DOMAIN_PATTERN = `^\\.?${LABEL}(?:\\.${LABEL})*$`;
