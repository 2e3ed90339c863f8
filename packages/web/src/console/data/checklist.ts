import { queryOptions } from '@tanstack/react-query';
import { ask, service } from '../service/service.ts';

const read = () => ask(service.admin.config.checklist());
export type Step = Awaited<ReturnType<typeof read>>['steps'][number]['id'];

/** The first steps of the deployment. Polled, because other pages and people do them. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: read,
  refetchInterval: 15_000,
});

/** Puts the list away for all superadmins. @throws KeywardError */
export const dismissChecklist = () => ask(service.admin.config.dismissChecklist());
