import assert from 'node:assert/strict';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import type { PersonFields } from '../../../server/test/http/people.ts';
import { PASSWORD, type SignedUp } from '../../../server/test/support/keyward.ts';
import type { OpenOptions, Site, Visit } from './site.ts';

export interface ConsoleVisit extends Visit {
  /** The signed-in superadmin. */
  root: SignedUp;
}

/**
 * Opens a page of the console as a new superadmin. It signs in by the route that the console's sign-in page uses:
 * that page has its own tests, and typing takes time.
 */
export async function openConsole(
  site: Site,
  path: string,
  { fields, ...options }: OpenOptions & { fields?: PersonFields } = {},
): Promise<ConsoleVisit> {
  const root = await addSuperadmin(site.keyward, fields);
  const answer = await site.keyward.call('POST', '/login', {
    body: { identifier: root.email, password: PASSWORD },
    headers: { 'x-keyward-console': '1', origin: site.url },
  });
  assert.equal(answer.status, 200, answer.text);
  const cookies = answer.headers
    .getSetCookie()
    .map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie))
    .flatMap((match) => (match?.[1] === undefined || !match[2] ? [] : [{ name: match[1], value: match[2] }]))
    .map((cookie) => ({
      ...cookie,
      domain: new URL(site.url).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict' as const,
    }));
  const visit = await site.open(path, {
    used: true,
    ...options,
    context: { ...options.context, storageState: { cookies, origins: [] } },
  });
  return { ...visit, root };
}
