import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import { byOwner } from '../audit/events/origin.ts';
import { changedMeanwhile } from '../identity/accounts/credential-lifecycle.ts';
import type { Admission as Consent, Admitted } from '../organizations/admission.ts';
import { addMembership } from '../organizations/memberships.ts';
import { reachesMember, type ReachTables } from '../organizations/reach.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Settings } from '../settings/settings.ts';
import { ownerOf } from '../sign-in/provider/destination.ts';
import type { Admission } from '../sign-in/provider/identified.ts';
import { linkKey } from './connection.ts';
import { isShared } from './issuers.ts';
import { keepRoles, rolesOfPerson } from './mapped-roles.ts';
import type { ConnectionPerson } from './person.ts';

/**
 * Admits the person of a connection to an account, and makes the membership. A connection can sign in its members, and
 * people with an email in the verified domains of its organization: never a superadmin, and never a person of another
 * organization's domain.
 */
export function createAdmission(deps: {
  store: Store;
  settings: Settings;
  /** Asks the host about new members. */
  consent: Pick<Consent, 'ask'>;
  clock: Clock;
}) {
  const { store, settings, consent, clock } = deps;

  return async (connection: ConnectionRow, person: ConnectionPerson, client: Client): Promise<Admission> => {
    const { uid: id, organization_id: organizationId } = connection;

    const rolesFor = (tables: ReachTables & Pick<Tables, 'scimGroups'>, accountId: number | null) =>
      rolesOfPerson(tables, connection, { accountId, groups: person.groups }, settings.current.organizations);

    /** The host's consent to a membership that the account does not have yet; null if it is already a member. */
    async function consentOf(): Promise<Admitted | null> {
      const { email, name, issuer, subject } = person;
      const { account } = await ownerOf(store, { provider: linkKey(id, issuer), subject }, email);
      const organization = await store.organizations.find(organizationId);
      const isMember =
        account !== null && (await store.memberships.find(organizationId, account.id)) !== null;
      // Otherwise the sign-in fails, and nobody joins.
      if (organization === null || isMember || (account === null && email === null)) return null;
      const mailbox = email?.address ?? '';
      return consent.ask({
        account: account ?? { id: null, uid: null, name: name ?? mailbox, email: mailbox, email_verified: 1 },
        organization,
        roles: await rolesFor(store, account?.id ?? null),
        source: 'connection',
      });
    }

    const admitted = await consentOf();
    return {
      id,
      trustsFactors: connection.trust_factors === 1,

      async admit(tables, account, how) {
        // The account is locked, so it cannot become a superadmin in the meantime.
        if (account.role === SUPERADMIN) throw elsewhere();
        const organization = await tables.organizations.lock(organizationId);
        const now = await tables.connections.find(id);
        const isOpen = organization !== null && organization.status !== 'deleted';
        if (!isOpen || now === null || !isSame(now, connection))
          throw new KeywardError('ConnectionNotFoundError');
        if (organization.status === 'suspended') throw new KeywardError('OrganizationSuspendedError');
        if (await tables.scimUsers.isInactiveIn(organizationId, account.id))
          throw new KeywardError('AccountInactiveError', {
            message: 'The identity provider of the organization has deactivated this person.',
          });
        const owner = (await verifiedDomainOf(tables, account.email_key))?.organization.id;
        if (owner !== undefined && owner !== organizationId) throw elsewhere();
        // An owner may have changed the email of a linked account to one that they have not proven.
        const isOurs = owner !== undefined && (how !== 'linked' || account.email_verified === 1);
        const membership = await tables.memberships.find(organizationId, account.id);
        const mayEnter =
          isOurs || (how === 'linked' ? membership !== null : how === 'new' && !isShared(person.issuer));
        if (!mayEnter) throw elsewhere();
        const rules = settings.current.organizations;
        if (membership !== null && !(await reachesMember(tables, now, membership, rules)))
          throw new KeywardError('ConnectionUnapprovedError');
        // Nothing changes before the owner has confirmed the new identity with a factor; the next sign-in does it.
        if (how === 'adopted' && account.second_factors !== 0) return;
        const told = { by: byOwner(account, client), at: clock.now() };
        if (membership !== null) {
          if (connection.keep_roles === 1)
            await keepRoles(tables, organization, membership, {
              connection,
              roles: await rolesFor(tables, account.id),
              told,
            });
          return;
        }
        // The account was a member when the host could have been asked.
        if (admitted === null) throw changedMeanwhile();
        await addMembership(tables, organization, { account, admitted }, { settings: rules, told });
      },
    };
  };
}

/** What decides about whom a connection signs in, and with which rights. */
const DECISIVE = [
  'config',
  'mapping',
  'keep_roles',
  'trust_factors',
  'trust',
  'vouched_by',
] as const satisfies readonly (keyof ConnectionRow)[];

/** Whether a connection has not changed since the person was identified, and is active. */
function isSame(now: ConnectionRow, then: ConnectionRow): boolean {
  return now.status === 'active' && DECISIVE.every((column) => now[column] === then[column]);
}

/** The error does not reveal whose account it is. */
export function elsewhere(): KeywardError {
  return new KeywardError('AccountElsewhereError');
}
