import type { AdministeredAccount } from '@keyward/client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
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

/** The account that a record names; null if it is gone, without a request that fails. */
export const namedAccountQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'named', id],
    async queryFn({ signal }): Promise<AdministeredAccount | null> {
      const asked = { field: 'id', value: String(id), limit: 1 } as const;
      return (await ask(service.admin.accounts.list(asked, { signal }))).accounts[0] ?? null;
    },
    staleTime: Infinity,
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

/** The number of accounts that a search offers. */
const OFFERED = 8;
const PAUSE_MS = 120;

/** The first accounts that match, while a person types a part of a name, an email or a handle. */
export function useOfferedAccounts(typed: string): readonly AdministeredAccount[] {
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['accounts', 'offered', q],
    queryFn: ({ signal }) => ask(service.admin.accounts.list({ q, limit: OFFERED }, { signal })),
    enabled: q !== '',
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  return q === '' ? NONE : (data?.accounts ?? NONE);
}

const NONE: readonly AdministeredAccount[] = [];
