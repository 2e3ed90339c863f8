import { startKeyward } from '../support/keyward.ts';
import { load, request } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';

const CONNECTIONS = 32;

/** `GET /me` in cookie mode, with the same token as a cookie and as a bearer token. */
export async function prepareCookie(stack: AsyncDisposableStack) {
  const { url, database, accounts } = await startKeyward(stack, 'sqlite', 1);
  const token = accounts[0]?.token ?? '';
  await database.query(`update accounts set role = 'superadmin'`);
  const set = await fetch(`${url}/auth/config/cookie`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cookie_mode: true }),
  });
  if (!set.ok) throw new Error(`Cookie mode was refused: ${await set.text()}`);

  async function perSecond(bytes: Buffer, seconds: number): Promise<number> {
    const senders = Array.from({ length: CONNECTIONS }, () => ({ next: () => bytes }));
    return (await load({ url, senders, seconds })).perSecond;
  }

  return async (seconds: number): Promise<Value[]> => {
    const bearer = await perSecond(request('GET', '/auth/me', { token }), seconds);
    const cookie = await perSecond(request('GET', '/auth/me', { cookie: `access_token=${token}` }), seconds);
    return [
      { label: 'GET /me by Bearer token, cookie mode', value: bearer, unit: '/s' },
      { label: 'GET /me by access cookie', value: cookie, unit: '/s' },
      { label: '  of Bearer', value: cookie / bearer, unit: '', target: { atLeast: 0.95 } },
    ];
  };
}
