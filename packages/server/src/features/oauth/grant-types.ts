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

/** Public clients prove nothing, so they have nothing for themselves. Machines never ask a person. */
const PERMITTED: Readonly<Record<ApplicationType, readonly GrantType[]>> = {
  web: GRANT_TYPES,
  browser: ['authorization_code', 'refresh_token', DEVICE_GRANT],
  native: ['authorization_code', 'refresh_token', DEVICE_GRANT],
  machine: ['client_credentials'],
};

/** @throws OAuthError `unauthorized_client` */
export function assertGrantType({ type }: Pick<Application, 'type'>, grant: GrantType): void {
  if (!PERMITTED[type].includes(grant))
    throw new OAuthError('unauthorized_client', `An application of the type ${type} may not use this grant.`);
}
