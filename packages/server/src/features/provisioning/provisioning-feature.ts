import type { Core } from '../core.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { EmailChanges } from '../identity/email-changes/email-changes.ts';
import type { SignUps } from '../identity/accounts/sign-up.ts';
import type { Consume } from '../limits/quota.ts';
import type { Access } from '../organizations/access.ts';
import type { Admission as Consent } from '../organizations/admission.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { Settings } from '../settings/settings.ts';
import { createScimGroups } from './groups.ts';
import { createProvisioningLimits } from './limits.ts';
import { createLists } from './lists.ts';
import { createAuthenticate } from './provider.ts';
import { createRequestLog } from './requests.ts';
import { createScimTokens } from './tokens.ts';
import { createScimUsers } from './users.ts';

/** Provisioning by the identity providers of organizations (SCIM). Loaded at its first use, like connections. */
export function createProvisioningFeature(
  { store, clock, publicUrl, config }: Core,
  parts: {
    settings: Settings;
    access: Access;
    consent: Consent;
    policy: Pick<SignUpPolicy, 'assertDomain'>;
    signUps: SignUps;
    notices: Notices;
    emailChanges: EmailChanges;
    consume: Consume;
  },
) {
  const limits = createProvisioningLimits({ ...parts, total: config.limits.total });
  const deps = { ...parts, store, clock, limits };
  return {
    tokens: createScimTokens(deps),
    authenticate: createAuthenticate(deps),
    users: createScimUsers(deps),
    groups: createScimGroups(deps),
    lists: createLists(deps),
    requests: createRequestLog(deps),

    /** The address of the routes of a connection. */
    addressOf: (uid: string) => `${publicUrl()}${config.prefix}/scim/v2/${uid}`,

    /** The path of a request below the routes of its connection. */
    pathOf: (uid: string, url: string) => url.slice(`${config.prefix}/scim/v2/${uid}`.length),

    /** Counts a request. @throws KeywardError `RateLimitedError` */
    count: limits.byRequest,
  };
}
