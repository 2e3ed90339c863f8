import type { CallError, Result } from '@keyward/client';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { GuardContext } from '../context/use-act.ts';
import type { Loaded } from '../context/use-loaded.ts';

export interface Listed<Row> extends Loaded<readonly Row[]> {
  /** Loads the next page; null: all rows are loaded. */
  more: (() => Promise<void>) | null;
}

interface State<Row> {
  data: readonly Row[] | null;
  cursor: string | null;
  error: CallError | null;
}

/**
 * Loads a list page by page. A newer answer takes precedence over an older one. If the service requires
 * reauthentication, asks the person for it.
 * @param load one page; a new function starts the list again
 */
export function useList<Row>(
  load: (after: string | undefined) => Promise<Result<{ rows: readonly Row[]; cursor: string | null }>>,
): Listed<Row> {
  const [state, setState] = useState<State<Row>>({ data: null, cursor: null, error: null });
  const guard = useContext(GuardContext);
  const turn = useRef(0);
  const next = useCallback(
    async (after?: string) => {
      turn.current += 1;
      const own = turn.current;
      const { data, error } = await guard(() => load(after));
      if (own !== turn.current) return;
      setState((before) =>
        error === null
          ? {
              data: after === undefined ? data.rows : [...(before.data ?? []), ...data.rows],
              cursor: data.cursor,
              error,
            }
          : { ...before, error },
      );
    },
    [load, guard],
  );
  useEffect(() => void next(), [next]);
  const { cursor } = state;
  return {
    data: state.data,
    error: state.error,
    reload: useCallback(() => next(), [next]),
    more: cursor === null ? null : () => next(cursor),
  };
}
