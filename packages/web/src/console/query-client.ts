import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { connection } from './shell/connection.ts';
import { isServiceError } from './service/service.ts';
import { sessionEnded } from './session/ended.ts';

/** @param ownAccess whether the call has its own key, so that a refusal does not concern the session */
function onError(error: unknown, ownAccess = false): void {
  if (!isServiceError(error)) return;
  if (error.status === 401 && !ownAccess) sessionEnded.tell(error);
  if (error.kind === 'NetworkError' || error.kind === 'TimeoutError') connection.lost();
}

/** The cache of the service's answers, which all pages share. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => onError(error, meta?.['ownAccess'] === true) }),
  mutationCache: new MutationCache({ onError: (error) => onError(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is permanent, and the banner handles a lost connection.
      retry: (failures, error) => failures < 2 && isServiceError(error) && error.status === 503,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
