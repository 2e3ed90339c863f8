import type { PublicContext } from '../wire/endpoint.ts';

/**
 * The frontend that a request names: by the field, else by its `Origin`; null where it names none. A page without an
 * origin of its own sends `null`.
 * @throws KeywardError `FrontendUrlNotAllowedError`
 */
export function requestedFrontend(
  { services, request }: PublicContext,
  frontendUrl: string | undefined,
): string | null {
  if (frontendUrl !== undefined) return services.frontends.resolve(frontendUrl);
  const { origin } = request.headers;
  return origin === undefined || origin === 'null' ? null : services.frontends.resolve(origin);
}
