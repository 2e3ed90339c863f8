import { setImmediate } from 'node:timers/promises';
import type { Swept } from '../../store/lists/sweep.ts';
import type { Recent } from '../audit/actors/recent.ts';
import type { Core } from '../core.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { Settings } from '../settings/settings.ts';
import { createAccess } from './access.ts';
import { createMembers } from './members.ts';
import { createOrganizations } from './organizations.ts';
import { createOwnRoles } from './own-roles.ts';

/** Organizations. Loaded at their first use: a deployment without them has none of it. */
export function createOrganizationsFeature(
  { store, clock }: Core,
  parts: { settings: Settings; recent: Pick<Recent, 'assert'>; notices: Notices },
) {
  const { settings } = parts;
  const access = createAccess({ store, settings, clock });
  const deps = { ...parts, store, access, clock };
  return {
    organizations: createOrganizations(deps),
    members: createMembers(deps),
    roles: createOwnRoles(deps),

    /** Removes deleted organizations and earlier slugs whose time is over. @param signal stops it */
    async sweep(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const { memberships, organizations } = store;
      for (const sweep of [
        () => memberships.sweep(now),
        () => organizations.sweep(now),
        () => organizations.sweepSlugs(now),
      ])
        for (let swept: Swept = { removed: 0, more: true }; swept.more; await setImmediate()) {
          if (signal?.aborted === true) return;
          swept = await sweep();
        }
    },
  };
}
