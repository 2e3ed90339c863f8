import { queryOptions } from '@tanstack/react-query';
import { ask, service } from '../service/service.ts';

const list = () => ask(service.admin.config.findings());
export type Diagnostics = Awaited<ReturnType<typeof list>>;

/** What the checks of the deployment find. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: list,
  refetchInterval: 60_000,
});
