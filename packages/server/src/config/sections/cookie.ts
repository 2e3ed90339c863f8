import { Type } from 'typebox';
import { describedAs } from '../../lib/documented.ts';
import { field, type ValuesOf } from './field.ts';

const Name = (description: string) => Type.String({ format: 'token', maxLength: 128, description });

export const SAME_SITE = ['lax', 'strict', 'none'] as const;
const SameSite = Type.Unsafe<(typeof SAME_SITE)[number]>({
  type: 'string',
  enum: [...SAME_SITE],
  description: 'Whether cookies travel with requests from other sites; not case-sensitive',
});

/** Browsers keep no cookie for longer. */
const MAX_AGE = 400 * 86_400;

export const cookieFields = {
  cookie_mode: field(
    Type.Boolean({ description: 'Whether tokens are delivered as cookies instead of in bodies' }),
    false,
    { keys: 'closed', variable: 'KEYWARD_COOKIE_MODE' },
  ),
  access_cookie_name: field(Name('Name of the cookie with the access token'), 'access_token', {
    keys: 'closed',
    variable: 'KEYWARD_COOKIE_ACCESS_NAME',
  }),
  refresh_cookie_name: field(Name('Name of the cookie with the refresh token'), 'refresh_token', {
    keys: 'closed',
    variable: 'KEYWARD_COOKIE_REFRESH_NAME',
  }),
  path: field(
    Type.String({
      format: 'cookie-path',
      maxLength: 1024,
      description: 'Path of the cookies; begins with a slash',
    }),
    '/',
    { keys: 'closed' },
  ),
  domain: field(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'cookie-domain',
      maxLength: 253,
      description: 'Domain of the cookies; null: only the host that set them',
    }),
    null,
    { keys: 'closed' },
  ),
  secure: field(Type.Boolean({ description: 'Whether cookies travel over HTTPS only' }), false, {
    keys: 'closed',
  }),
  httponly: field(Type.Boolean({ description: 'Whether the cookies are hidden from scripts' }), true, {
    keys: 'closed',
  }),
  samesite: field(SameSite, 'lax', {
    keys: 'closed',
    accepts: describedAs(Type.String({ maxLength: 20 }), SameSite),
  }),
  max_age: field(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: MAX_AGE,
      description: 'Lifetime in seconds; null: as long as the token in the cookie, which is also the maximum',
    }),
    null,
    { keys: 'closed' },
  ),
};

/** The form of the cookies that carry tokens. */
export type CookieSettings = ValuesOf<typeof cookieFields>;
