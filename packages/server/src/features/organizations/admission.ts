import { KeywardError } from '../../errors.ts';
import type { Store } from '../../store/database.ts';
import type { AccountRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { Bounded } from '../hooks/bounded.ts';
import { type HostHooks, type JoiningFacts, refusalOf } from '../hooks/sign-in-hooks.ts';
import type { Settings } from '../settings/settings.ts';
import { type Roles, rolesOf } from './roles.ts';

const ADMITTED = Symbol('admitted');

/** The host's consent to a membership, which every membership requires. */
export interface Admitted extends Pick<JoiningFacts, 'source'> {
  readonly [ADMITTED]: true;
  /** `org_…` */
  readonly organizationId: string;
  /** Null for an account that did not exist yet. */
  readonly accountId: number | null;
  readonly roles: readonly string[];
}

/** The data for the host's decision. `id` of the organization is null until it exists. */
export interface Candidate extends Pick<JoiningFacts, 'roles' | 'source'> {
  account: Joiner;
  organization: Pick<OrganizationRow, 'uid' | 'name' | 'external_id'> & {
    id: number | null;
    slug: string | null;
  };
}

/** The account that joins; its ids are null if it does not exist yet. */
export type Joiner = Pick<AccountRow, 'name' | 'email' | 'email_verified'> &
  (Pick<AccountRow, 'id' | 'uid'> | { id: null; uid: null });

export interface Admission {
  /**
   * Asks the host whether an account may join, and with which roles. Called outside of transactions: others would wait
   * for the host.
   * @throws KeywardError `MembershipRefusedError`
   */
  ask(candidate: Candidate): Promise<Admitted>;
}

export function createAdmission(deps: {
  store: Pick<Store, 'organizationRoles'>;
  settings: Settings;
  hook: HostHooks['memberJoining'];
  bounded: Bounded;
}): Admission {
  const { store, settings, hook, bounded } = deps;

  return {
    async ask({ account, organization, roles, source }) {
      const admitted = {
        [ADMITTED]: true,
        organizationId: organization.uid,
        accountId: account.id,
        source,
      } as const;
      if (hook === undefined) return { ...admitted, roles };
      const facts: JoiningFacts = {
        account: {
          id: account.id,
          uid: account.uid,
          name: account.name,
          email: account.email,
          email_verified: account.email_verified === 1,
        },
        organization: {
          id: organization.uid,
          name: organization.name,
          slug: organization.slug,
          external_id: organization.external_id,
        },
        roles,
        source,
      };
      const own = organization.id === null ? [] : await store.organizationRoles.of(organization.id);
      const known = rolesOf(settings.current.organizations, own);
      let given: readonly string[] | null = null;
      const answer = await bounded('memberJoining', async (signal) => {
        const answered = await hook(facts, signal);
        given = rolesIn(answered, known);
        return answered;
      });
      const refusal = refusalOf(answer);
      if (refusal !== undefined) throw new KeywardError('MembershipRefusedError', { message: refusal });
      return { ...admitted, roles: given ?? roles };
    },
  };
}

/** The roles that the host gives instead; null if it gives none. @throws Error for roles that do not exist */
function rolesIn(answer: unknown, known: Roles): readonly string[] | null {
  if (typeof answer !== 'object' || answer === null || !('roles' in answer)) return null;
  const given: unknown = answer.roles;
  const isRole = (name: unknown): name is string => typeof name === 'string' && known.has(name);
  if (!Array.isArray(given) || given.length === 0 || !given.every(isRole))
    throw new Error(
      `the hook memberJoining must return roles of the organization: ${[...known.keys()].join(', ')}`,
    );
  return [...new Set(given)];
}
