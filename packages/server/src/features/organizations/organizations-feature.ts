import { setImmediate } from 'node:timers/promises';
import type { Swept } from '../../store/lists/sweep.ts';
import type { Recent } from '../audit/actors/recent.ts';
import type { Core } from '../core.ts';
import type { Bounded } from '../hooks/bounded.ts';
import type { HostHooks } from '../hooks/sign-in-hooks.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { InvitationLinks } from '../identity/invitations/invitation-links.ts';
import type { ActLimits } from '../limits/act-limits.ts';
import type { Frontends } from '../settings/frontends.ts';
import type { Settings } from '../settings/settings.ts';
import { createAccess } from './access.ts';
import { createAdmission } from './admission.ts';
import { createActiveOrganizations } from './active.ts';
import { createDomainJoining } from './domain-joining.ts';
import { createDomainLooks } from './domain-looks.ts';
import { createDomains } from './domains.ts';
import { createAssertMayEnter, type MissedConnection } from './entrance.ts';
import { createInvitations } from './invitations.ts';
import { createJoining } from './joining.ts';
import { createMembers } from './members.ts';
import { createOrganizations } from './organizations.ts';
import { createOwnRoles } from './own-roles.ts';
import { createPortals } from './portals.ts';
import { createProofs } from './proofs.ts';
import type { ReadTxtRecords } from './txt-records.ts';

/** How long members see that nobody accepted an invitation. */
const INVITATION_KEPT_MS = 30 * 86_400_000;

/** Organizations. Loaded at their first use: a deployment without organizations does not load them. */
export function createOrganizationsFeature(
  { store, clock }: Core,
  parts: {
    settings: Settings;
    recent: Pick<Recent, 'assert' | 'assertOwn'>;
    missedConnection: MissedConnection;
    notices: Notices;
    invitationLinks: InvitationLinks;
    actLimits: Pick<ActLimits, 'byAccount'>;
    frontends: Frontends;
    /** How often the settings of organizations have changed. */
    settingsVersion: () => number;
    readTxtRecords: ReadTxtRecords;
    /** The address of the pages for end users. */
    pagesUrl: () => string;
    /** The host's hook; undefined: everybody may join. */
    hook: HostHooks['memberJoining'];
    bounded: Bounded;
  },
) {
  const { invitationLinks: links } = parts;
  const assertMayEnter = createAssertMayEnter({ ...parts, clock });
  const access = createAccess({ ...parts, store, assertMayEnter, clock });
  const admission = createAdmission({ ...parts, store });
  const proofs = createProofs(parts);
  const deps = { ...parts, store, access, assertMayEnter, admission, proofs, links, clock };
  const domainJoining = createDomainJoining(deps);
  const lookAtDomains = createDomainLooks(deps);
  return {
    access,
    admission,
    organizations: createOrganizations(deps),
    members: createMembers(deps),
    roles: createOwnRoles(deps),
    domains: createDomains(deps),
    invitations: createInvitations(deps),
    portals: createPortals(deps),
    joining: createJoining({ ...deps, domainJoining }),
    domainJoining,
    active: createActiveOrganizations(deps),

    /**
     * Removes deleted organizations, earlier slugs and invitations whose time has passed, and checks the records of
     * domains.
     * @param signal stops it
     */
    async sweep(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const { memberships, organizations, organizationInvitations } = store;
      for (const sweep of [
        () => memberships.sweep(now),
        () => organizations.sweep(now),
        () => organizations.sweepSlugs(now),
        () => organizationInvitations.sweep(now - INVITATION_KEPT_MS),
      ])
        for (let swept: Swept = { removed: 0, more: true }; swept.more; await setImmediate()) {
          if (signal?.aborted === true) return;
          swept = await sweep();
        }
      await lookAtDomains(signal);
    },
  };
}
