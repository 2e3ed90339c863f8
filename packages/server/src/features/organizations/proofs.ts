import type { OrganizationPermission } from '../../config/sections/organizations.ts';
import type { Tables } from '../../store/database.ts';
import type { Recent } from '../audit/actors/recent.ts';
import type { Asker } from './access.ts';

/**
 * Whether a permission leads to the accounts of an organization, or to its rules. A thief with an old session must not
 * give one to an account of their own.
 */
const LEADS_FURTHER: Record<OrganizationPermission, boolean> = {
  'org:read': false,
  'org:members:read': false,
  'org:audit:read': false,
  'org:write': true,
  'org:delete': true,
  'org:members:write': true,
  'org:invitations:write': true,
  'org:domains:write': true,
  'org:connections:write': true,
  'org:roles:write': true,
  'org:owner': true,
};

/** The recent proofs that acts on organizations need. They do not concern keys, the host, and links of the portal. */
export interface Proofs {
  /** @throws KeywardError `ReauthenticationRequiredError` */
  assert(asker: Asker, tables?: Tables): Promise<void>;
  /**
   * Requires one if an act gives a permission that leads further.
   * @param before the permissions that the member or the role had
   * @throws KeywardError `ReauthenticationRequiredError`
   */
  assertMayGive(
    asker: Asker,
    tables: Tables,
    after: Iterable<string>,
    before?: ReadonlySet<string>,
  ): Promise<void>;
}

export function createProofs({ recent }: { recent: Pick<Recent, 'assert'> }): Proofs {
  async function assert({ caller }: Asker, tables?: Tables): Promise<void> {
    if (caller !== null) await recent.assert(caller, tables);
  }

  return {
    assert,
    async assertMayGive(asker, tables, after, before = new Set()) {
      const leads: Readonly<Record<string, boolean>> = LEADS_FURTHER;
      if ([...after].some((permission) => !before.has(permission) && leads[permission] === true))
        await assert(asker, tables);
    },
  };
}
