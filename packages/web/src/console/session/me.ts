import type { Account } from '@keyward/client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ask, isServiceError, service } from '../service/service.ts';
import { sessionEnded } from './ended.ts';
import { endThere, takeSession } from './take-session.ts';

const EVERY_MS = 15_000;

/** The account that is signed in to the console; null if there is none. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn(): Promise<Account | null> {
    const { data, error } = await service.getSession();
    if (error && error.status !== 401) throw error;
    // Not after an end, which the person must see.
    if (!data && (sessionEnded.reason.get() !== null || !(await takeSession()))) return null;
    try {
      return (await ask(service.me())).account;
    } catch (thrown) {
      if (isServiceError(thrown) && thrown.status === 401) return null;
      throw thrown;
    }
  },
  // An ended session is noticed within this time, even without other requests.
  refetchInterval: EVERY_MS,
});

const Me = createContext<Account | null>(null);
export const MeProvider = Me.Provider;

/** The signed-in superadmin, for components below the gate. */
export function useMe(): Account {
  const account = useContext(Me);
  if (account === null) throw new Error('Nobody is signed in here.');
  return account;
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useMe();
  return async () => {
    await ask(service.logout());
    await endThere(id);
    client.setQueryData(meQuery.queryKey, null);
    // The next person must not see this person's data.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  };
}

export function useSession() {
  return useQuery(meQuery);
}
