import type { Route } from '../wire/endpoint/route.ts';
import { livez } from './livez.ts';
import { readyz } from './readyz.ts';

/** At the root, without the prefix, because probes look there. */
export const healthRoutes: readonly Route[] = [
  { method: 'GET', path: '/livez', access: 'public', endpoint: livez },
  { method: 'GET', path: '/readyz', access: 'public', endpoint: readyz },
];
