import type { Application, ApplicationType } from './application.ts';
import { OAuthError } from './oauth-error.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const GRANT_TYPES = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_GRANT,
] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** The grants of applications that register themselves. */
export const REGISTERED_GRANTS: readonly GrantType[] = ['authorization_code', 'refresh_token'];

/**
 * Public clients cannot authenticate, so they cannot act for themselves. A device shows only the name of its
 * application, which anybody could use, so a page must use its redirect address instead. Machines never involve a
 * person.
 */
const PERMITTED: Readonly<Record<ApplicationType, readonly GrantType[]>> = {
  web: GRANT_TYPES,
  browser: REGISTERED_GRANTS,
  native: [...REGISTERED_GRANTS, DEVICE_GRANT],
  machine: ['client_credentials'],
};

/** @throws OAuthError `unauthorized_client` */
export function assertGrantType(
  { type, source }: Pick<Application, 'type' | 'source'>,
  grant: GrantType,
): void {
  if (!PERMITTED[type].includes(grant))
    throw new OAuthError('unauthorized_client', `An application of the type ${type} may not use this grant.`);
  if (source !== 'created' && !REGISTERED_GRANTS.includes(grant))
    throw new OAuthError('unauthorized_client', 'The application has not registered this grant.');
}
