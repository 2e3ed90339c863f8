import type { Route } from '../wire/endpoint/route.ts';
import { jwks } from './jwks.ts';
import { getMetadata, getMetadataOfPath } from './metadata.ts';

/** At the root, without the prefix, as RFC 8615 requires of such addresses. */
export const wellKnownRoutes: readonly Route[] = [
  { method: 'GET', path: '/.well-known/jwks.json', access: 'public', endpoint: jwks },
  { method: 'GET', path: '/.well-known/openid-configuration', access: 'public', endpoint: getMetadata },
  {
    method: 'GET',
    path: '/.well-known/openid-configuration/:path',
    access: 'public',
    endpoint: getMetadataOfPath,
  },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', access: 'public', endpoint: getMetadata },
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/:path',
    access: 'public',
    endpoint: getMetadataOfPath,
  },
];
