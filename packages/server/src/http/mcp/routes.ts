import type { Route } from '../wire/endpoint/route.ts';
import { postMcp } from './post-mcp.ts';
import { getProtectedResource, getProtectedResourceOfPath } from './protected-resource.ts';

/** At the root, as the address of the resource is `{issuer}/mcp`. */
export const mcpRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/mcp',
    access: 'public',
    act: { bound: 'checks its token or key itself; its tools are acts of administrators' },
    guesses: ['none'],
    endpoint: postMcp,
  },
  {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    access: 'public',
    endpoint: getProtectedResource,
  },
  {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/:path/mcp',
    access: 'public',
    endpoint: getProtectedResourceOfPath,
  },
];
