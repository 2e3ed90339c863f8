import type { Route } from '../wire/endpoint/endpoint.ts';
import { jwks } from './jwks.ts';

/** At the root, without the prefix, as RFC 8615 requires of such addresses. */
export const wellKnownRoutes: readonly Route[] = [
  { method: 'GET', path: '/.well-known/jwks.json', access: 'public', endpoint: jwks },
];
