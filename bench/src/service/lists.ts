import type { DatabaseKind } from '../../../packages/server/test/support/databases.ts';
import { seedAccounts } from '../../../packages/server/test/support/seed.ts';
import { startKeyward } from '../support/keyward.ts';
import { load, percentile, request } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';

const ACCOUNTS = 1_000_000;
/** Many short loads, each with this share of the usual time. */
const SHARE = 0.1;
/** The limit for a deep page, as a multiple of the first page's time. */
const DEEP = { below: 5 };

/** `GET /account/` with a million accounts, one request after the other. */
export async function prepareLists(stack: AsyncDisposableStack, kind: DatabaseKind, name: string) {
  const { url, database, accounts } = await startKeyward(stack, kind, 1);
  await database.query(`update accounts set role = 'superadmin'`);
  await seedAccounts(database, ACCOUNTS);
  const token = accounts[0]?.token ?? '';

  async function latencies(query: string, seconds: number): Promise<{ p50: number; p99: number }> {
    const bytes = request('GET', `/auth/account/?${query}`, { token });
    const senders = [{ next: () => bytes }];
    const result = await load({ url, senders, seconds: seconds * SHARE });
    return { p50: percentile(result.latencies, 0.5), p99: percentile(result.latencies, 0.99) };
  }

  return async (seconds: number): Promise<Value[]> => {
    const values: Value[] = [];
    async function measure(label: string, query: string, first?: number): Promise<number> {
      const { p50, p99 } = await latencies(query, seconds);
      values.push(
        { label: `${label}, p50`, value: p50, unit: 'ms' },
        { label: '  p99', value: p99, unit: 'ms' },
      );
      if (first !== undefined)
        values.push({ label: '  of the first page', value: p50 / first, unit: '', target: DEEP });
      return p50;
    }
    for (const limit of [10, 100]) {
      const list = `accounts, ${name}, ${limit} a page`;
      const first = await measure(`${list}: first`, `limit=${limit}`);
      await measure(`${list}: page 1,000`, `limit=${limit}&page=1000`, first);
      await measure(`${list}: last page`, `limit=${limit}&page=${ACCOUNTS / limit}`, first);
    }
    for (const sort of ['-updated_at', 'email', 'handle', 'name']) {
      const first = await measure(`accounts, ${name}, sort=${sort}: first`, `sort=${sort}`);
      await measure(`accounts, ${name}, sort=${sort}: page 1,000`, `sort=${sort}&page=1000`, first);
    }
    await measure(`accounts, ${name}, status=active: first`, 'status=active');
    await measure(`accounts, ${name}, a search that finds 428`, 'q=a.seeded99');
    await measure(`accounts, ${name}, a search that finds too many`, 'q=name');
    return values;
  };
}
