import type { Route } from '../wire/endpoint.ts';
import { jwks } from './jwks.ts';

/** At the root, without the prefix: where RFC 8615 has such addresses. */
export const wellKnownRoutes: readonly Route[] = [
  { method: 'GET', path: '/.well-known/jwks.json', access: 'public', endpoint: jwks },
];
