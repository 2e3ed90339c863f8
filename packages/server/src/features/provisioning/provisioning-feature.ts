import type { Core } from '../core.ts';
import type { Access } from '../organizations/access.ts';
import { createScimTokens } from './tokens.ts';

/** Provisioning by the identity providers of organizations (SCIM). Loaded at its first use, like connections. */
export function createProvisioningFeature({ store, clock }: Core, { access }: { access: Access }) {
  return { tokens: createScimTokens({ store, access, clock }) };
}
