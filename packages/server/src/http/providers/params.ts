import { type Static, Type } from 'typebox';
import { describedAs } from '../../lib/documented.ts';
import type { Services } from '../../services/services.ts';

/** The configured name; the feature checks it. */
export const ProviderParams = Type.Object({
  provider: describedAs(Type.String(), Type.String({ format: 'provider' })),
});

/** @throws KeywardError `RouteNotFoundError` */
export function assertProvider({ providers }: Services, { provider }: Static<typeof ProviderParams>): void {
  providers.named(provider);
}
