import type { CallError, Result } from '@keyward/client';
import { useCallback, useContext, useEffect, useState } from 'react';
import { GuardContext } from './use-act.ts';

/** Bundlers put the value in. */
declare const process: { env: { NODE_ENV?: string } };

export interface Loaded<Data> {
  data: Data | null;
  error: CallError | null;
  /** Loads again. The old data stays until the new data arrives. */
  reload: () => Promise<void>;
}

/**
 * Loads data when the component is mounted. If the service requires reauthentication, asks the person for it.
 * @param load must keep its identity, as a method of the client does
 */
export function useLoaded<Data>(load: () => Promise<Result<Data>>): Loaded<Data> {
  const [state, setState] = useState<{ data: Data | null; error: CallError | null }>({
    data: null,
    error: null,
  });
  const guard = useContext(GuardContext);
  const reload = useCallback(async () => {
    const { data, error } = await guard(load);
    // What is off shows nothing to people; the message says how to turn it on.
    if (process.env.NODE_ENV !== 'production' && error?.kind === 'RouteNotFoundError')
      // oxlint-disable-next-line eslint/no-console -- for developers only
      console.warn(`Keyward: ${error.message}`);
    setState((before) => (error ? { data: before.data, error } : { data, error: null }));
  }, [guard, load]);
  useEffect(() => void reload(), [reload]);
  return { ...state, reload };
}
