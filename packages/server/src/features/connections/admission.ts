import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import { byOwner } from '../audit/events/origin.ts';
import { changedMeanwhile } from '../identity/accounts/changed-meanwhile.ts';
import type { Admission as Consent, Admitted } from '../organizations/admission.ts';
import { addMembership, mappedTo } from '../organizations/memberships.ts';
import type { ReachTables } from '../organizations/reach.ts';
import type { Settings } from '../settings/settings.ts';
import { ownerOf } from '../sign-in/provider/destination.ts';
import type { Admission } from '../sign-in/provider/identified.ts';
import { linkKey } from './connection.ts';
import { isShared } from './issuers.ts';
import { keepRoles, rolesOfPerson } from './mapped-roles.ts';
import type { IdentifiedPerson } from './person.ts';
import { admitting, wordOf } from './word.ts';

/**
 * Admits the person of a connection to an account, and makes the membership. A connection can sign in its members, and
 * people with an email in the verified domains of its organization; see {@link admitting}.
 */
export function createAdmission(deps: {
  store: Store;
  settings: Settings;
  /** Asks the host about new members. */
  consent: Pick<Consent, 'ask'>;
  clock: Clock;
}) {
  const { store, settings, consent, clock } = deps;

  return async (connection: ConnectionRow, person: IdentifiedPerson, client: Client): Promise<Admission> => {
    const { uid: id, organization_id: organizationId } = connection;

    const relinks = {
      madeBefore: connection.trust_widened_at ?? 0,
      email: person.emailVerified ? (person.email?.key ?? null) : null,
    };

    const rolesFor = (
      tables: ReachTables & Pick<Tables, 'scimGroups' | 'scimTokens'>,
      accountId: number | null,
    ) =>
      rolesOfPerson(tables, connection, { accountId, groups: person.groups }, settings.current.organizations);

    /** The host's consent to a membership that the account does not have yet; null if it is already a member. */
    async function consentOf(): Promise<Admitted | null> {
      const { email, name, issuer, subject } = person;
      const { account } = await ownerOf(store, { provider: linkKey(id, issuer), subject }, email, relinks);
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
    const word = { via: id, word: wordOf(connection) };
    return {
      ...word,
      organizationId,
      trustsFactors: connection.trust_factors === 1,
      relinks,

      async admit(tables, account, how) {
        const { organizations: rules } = settings.current;
        const isLinked = how === 'linked';
        const mayJoin = how === 'new' && !isShared(person.issuer);
        const { organization, membership } = await admitting(tables, account, word, {
          isLinked,
          mayJoin,
          rules,
        });
        // Nothing changes before the owner has confirmed the new identity with a factor; the next sign-in does it.
        if (how === 'adopted' && account.second_factors !== 0) return;
        const told = { by: byOwner(account, client), at: clock.now() };
        if (membership !== null) {
          if (connection.keep_roles === 1)
            await keepRoles(tables, organization, membership, {
              connection,
              roles: mappedTo(account, await rolesFor(tables, account.id), rules),
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
