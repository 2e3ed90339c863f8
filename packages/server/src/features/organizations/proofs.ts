import type { Tables } from '../../store/database.ts';
import type { Recent } from '../audit/actors/recent.ts';
import type { Asker } from './access.ts';
import { LEADS_TO } from './roles.ts';

/** The recent proofs that acts on organizations need. They do not concern keys, the host, and links of the portal. */
export interface Proofs {
  /** @throws KeywardError `ReauthenticationRequiredError` */
  assert(asker: Asker, tables?: Tables): Promise<void>;
  /**
   * Requires one if an act gives a permission that leads to more than sight: a thief with an old session must not give one
   * to an account of their own.
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
      // Others are for applications, and lead nowhere here.
      const leads: Readonly<Record<string, string>> = LEADS_TO;
      const isMore = (permission: string) => (leads[permission] ?? 'sight') !== 'sight';
      if ([...after].some((permission) => !before.has(permission) && isMore(permission)))
        await assert(asker, tables);
    },
  };
}
