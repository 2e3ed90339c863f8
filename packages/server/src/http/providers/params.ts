import { type Static, Type } from 'typebox';
import type { Services } from '../../features/services.ts';

/** The configured name; the rules know which there are. */
export const ProviderParams = Type.Object({ provider: Type.String() });

/** @throws KeywardError `RouteNotFoundError` */
export function assertProvider({ providers }: Services, { provider }: Static<typeof ProviderParams>): void {
  providers.named(provider);
}
