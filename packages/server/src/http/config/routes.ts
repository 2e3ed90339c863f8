import type { Route } from '../endpoint.ts';
import { counts } from './counts.ts';
import { postProvider } from './post-provider.ts';
import { pulse } from './pulse.ts';

export const configRoutes: readonly Route[] = [
  { method: 'GET', path: '/config/pulse', access: 'public', endpoint: pulse },
  { method: 'GET', path: '/config/counts', access: 'superadmin', endpoint: counts },
  { method: 'POST', path: '/config/:provider', access: 'superadmin', endpoint: postProvider },
];
