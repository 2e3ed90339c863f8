import type { PublicContext } from '../wire/endpoint/endpoint.ts';

/**
 * The frontend that a request names in the field, or otherwise in its `Origin`; null if it names none. A page with an
 * opaque origin sends `null`.
 * @throws KeywardError `FrontendUrlNotAllowedError`
 */
export function requestedFrontend(
  { services, origin }: Pick<PublicContext, 'services' | 'origin'>,
  frontendUrl: string | undefined,
): string | null {
  if (frontendUrl !== undefined) return services.frontends.resolve(frontendUrl);
  return origin === undefined || origin === 'null' ? null : services.frontends.resolve(origin);
}
