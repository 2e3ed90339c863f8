import type { AdministeredAccount } from '@keyward/client';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { ask, isServiceError, service } from '../service/service.ts';

/** An account with its sessions, its provider links and its factors. */
export type FullAccount = NonNullable<Awaited<ReturnType<typeof service.admin.accounts.get>>['data']>;

/** One account; null if it is gone. */
export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    async queryFn({ signal }): Promise<FullAccount | null> {
      try {
        return await ask(service.admin.accounts.get({ id }, { signal }));
      } catch (error) {
        if (isServiceError(error) && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 30_000,
  });

/** The accounts whose ids are in the rows of a list, once they are loaded. */
export function useAccountsOf(rows: readonly { account_id: number | null }[] | undefined) {
  const ids = [...new Set(rows?.map((row) => row.account_id).filter((id) => id !== null))];
  return useQueries({
    queries: ids.map(accountQuery),
    combine: (answers) =>
      new Map<number, AdministeredAccount>(
        answers.flatMap(({ data }) => (data === undefined || data === null ? [] : [[data.id, data]])),
      ),
  });
}
