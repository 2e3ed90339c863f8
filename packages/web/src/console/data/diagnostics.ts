import { queryOptions } from '@tanstack/react-query';
import { ask, service } from '../service/service.ts';

const list = () => ask(service.admin.config.findings());
export type Diagnostics = Awaited<ReturnType<typeof list>>;

/** The findings of the checks of the deployment. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: list,
  refetchInterval: 60_000,
});
