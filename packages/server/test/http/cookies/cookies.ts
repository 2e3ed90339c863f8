import assert from 'node:assert/strict';
import type { CookieSettings, JwtSettings } from '../../../src/features/settings/settings.ts';
import type { Answer, TestKeyward } from '../../support/keyward.ts';

/** Applies cookie settings; fields that are left out keep their values. */
export function setCookies(keyward: TestKeyward, changes: Partial<CookieSettings>): void {
  const { settings } = keyward.app.services;
  settings.replace({ ...settings.current, cookie: { ...settings.current.cookie, ...changes } });
}

/** Applies JWT settings; fields that are left out keep their values. */
export function setJwt(keyward: TestKeyward, changes: Partial<JwtSettings>): void {
  const { settings } = keyward.app.services;
  settings.replace({ ...settings.current, jwt: { ...settings.current.jwt, ...changes } });
}

export interface SetCookie {
  value: string;
  /** In the order of the header. */
  attributes: string[];
}

/** Identifies a browser; every sign-in sets it. */
const DEVICE = 'keyward_device';

/** The session cookies that an answer sets, by name. Fails if it sets a name twice. */
export function cookiesSet({ headers }: Pick<Answer, 'headers'>): Record<string, SetCookie> {
  const cookies: Record<string, SetCookie> = {};
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split('; ');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    if (name === DEVICE) continue;
    assert.ok(!(name in cookies), `${name} is set twice`);
    cookies[name] = { value: pair.slice(equals + 1), attributes };
  }
  return cookies;
}

/** The value of one cookie that an answer sets. */
export function valueOf(answer: Pick<Answer, 'headers'>, name: string): string {
  return cookiesSet(answer)[name]?.value ?? assert.fail(`no cookie ${name}`);
}

/** The headers of a page of this service that has these cookies. */
export function fromOwnPage(keyward: TestKeyward, cookie: string): Record<string, string> {
  return { cookie, origin: keyward.url };
}

/** Asserts an answer that removes both cookies, of this path and domain. */
export function assertCleared(answer: Answer, attributes: string[]): void {
  const removed = { value: '', attributes: ['Max-Age=0', ...attributes] };
  assert.deepEqual(cookiesSet(answer), { access_token: removed, refresh_token: removed });
}
