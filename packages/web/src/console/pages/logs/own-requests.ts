import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { boot } from '../../lib/boot.ts';
import { ask, service } from '../../service/service.ts';
import type { Entry } from './entry.ts';

const FILES = [`${boot.webPath}/console`, `${boot.webPath}/web/`];

/** Tells the requests of this console from others: by its session, and by the paths of its page and files. */
export function useIsOwn(): (entry: Entry) => boolean {
  const { data: session } = useQuery({
    queryKey: ['logs', 'session'],
    queryFn: async () => (await ask(service.me())).session.id,
    staleTime: Infinity,
  });
  return useCallback(
    ({ event, fields }) =>
      event === 'request' &&
      ((session !== undefined && fields['session_id'] === session) ||
        FILES.some((path) => String(fields['path']).startsWith(path))),
    [session],
  );
}
