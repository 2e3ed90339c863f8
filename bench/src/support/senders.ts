import { type Keyward, PASSWORD } from './keyward.ts';
import { request, type Sender } from './load.ts';

/** Enough connections that a hash always waits for a free core. */
const LOGIN_CONNECTIONS = 16;

export function meSenders({ accounts: [account] }: Keyward, connections: number): Sender[] {
  const bytes = request('GET', '/auth/me', { token: account?.token ?? '' });
  return Array.from({ length: connections }, () => ({ next: () => bytes }));
}

/** Each login uses another account. */
export function loginSenders({ accounts }: Keyward): Sender[] {
  const requests = accounts.map(({ email }) =>
    request('POST', '/auth/login/password', { body: { identifier: email, password: PASSWORD } }),
  );
  let turn = 0;
  const next = () => {
    turn = (turn + 1) % requests.length;
    return requests[turn] ?? Buffer.alloc(0);
  };
  return Array.from({ length: LOGIN_CONNECTIONS }, () => ({ next }));
}
