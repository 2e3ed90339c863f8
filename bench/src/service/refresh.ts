import type { DatabaseKind } from '../../../packages/server/test/support/databases.ts';
import { type Account, type IssuedTokens, startKeyward } from '../support/keyward.ts';
import { load, request, type Sender } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';

const CONNECTIONS = 32;
const MICROS_PER_SECOND = 1e6;

/** Refreshes with rotation. @param target of the refreshes that one core does if it does nothing else */
export async function prepareRefresh(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
  name: string,
  target?: { atLeast: number },
) {
  const keyward = await startKeyward(stack, kind, CONNECTIONS, { KEYWARD_DUAL_TOKEN_MODE: 'on' });
  const senders = refreshSenders(keyward.accounts);
  return async (seconds: number): Promise<Value[]> => {
    const { perSecond, cpuMicros } = await load({ ...keyward, senders, seconds });
    return [
      { label: `refreshes, ${name}`, value: perSecond, unit: '/s' },
      { label: '  processor time of each', value: cpuMicros, unit: 'µs' },
      {
        label: '  of a core with nothing else',
        value: MICROS_PER_SECOND / cpuMicros,
        unit: '/s',
        ...(target !== undefined && { target }),
      },
    ];
  };
}

/** Each connection continues with its latest refresh token. */
export function refreshSenders(accounts: readonly Pick<Account, 'refreshToken'>[]): Sender[] {
  return accounts.map(({ refreshToken }) => {
    let newest = refreshToken;
    return {
      next: () => request('POST', '/auth/token/refresh', { body: { refresh_token: newest } }),
      answered(body) {
        const tokens: IssuedTokens = JSON.parse(body);
        if (tokens.refresh_token === undefined || tokens.refresh_token === newest) {
          throw new Error('A refresh gave no new refresh token');
        }
        newest = tokens.refresh_token;
      },
    };
  });
}
