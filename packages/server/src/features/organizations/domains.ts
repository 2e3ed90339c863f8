import { randomBytes } from 'node:crypto';
import { invalidFields, KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseDomain } from '../../lib/domain.ts';
import type { Store, Transaction } from '../../store/database.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import type { OrganizationDomainRow } from '../../store/engine/schema.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { isProgram } from '../audit/actors/actor.ts';
import type { Settings } from '../settings/settings.ts';
import type { Access, Asker, Opened } from './access.ts';
import { endVouched } from '../identity/accounts/owned-organizations.ts';
import { eventData, LOOK_AGAIN_MS, lookFor, recordOf } from './domain-proof.ts';
import { isMailProvider } from './mail-providers.ts';
import { limitReached } from './memberships.ts';
import { assertOpens } from './portals.ts';
import type { Proofs } from './proofs.ts';
import { permissionsOf, readNames } from './roles.ts';
import type { ReadTxtRecords } from './txt-records.ts';

type Joining = OrganizationDomainRow['joining'];

/**
 * The email domains of organizations. An organization proves that it owns a domain with a record in DNS. Subdomains are
 * separate domains.
 * @throws KeywardError the errors of {@link Access}; `DomainNotFoundError` from every method that names a domain;
 * `ReauthenticationRequiredError` from every method for `require`, for a superadmin who vouches, and where people can join
 * with a default role that leads further;
 * `PermissionMissingError` for `require` by a link without the connections
 */
export interface Domains {
  /** All of them, at most {@link MAX_DOMAINS}. */
  list(asker: Asker, name: string): Promise<OrganizationDomainRow[]>;
  /**
   * Claims a domain, which is pending until it is verified.
   * @throws KeywardError `ValidationError` for the domain of a public mail provider, `DomainTakenError` if the
   * organization has claimed it already, `OrganizationLimitError`
   */
  claim(asker: Asker, name: string, domain: string, joining: Joining): Promise<OrganizationDomainRow>;
  /**
   * Looks for the record in DNS.
   * @param vouch a superadmin or the host states that the domain belongs to the organization, so DNS is not checked
   * @throws KeywardError `DomainNotVerifiedError`, `DomainTakenError`, `RoleMismatchError` for anybody else who vouches
   */
  verify(asker: Asker, name: string, domain: string, how: { vouch: boolean }): Promise<OrganizationDomainRow>;
  change(asker: Asker, name: string, domain: string, joining: Joining): Promise<OrganizationDomainRow>;
  remove(asker: Asker, name: string, domain: string): Promise<void>;
}

/** The maximum number of domains of one organization. */
export const MAX_DOMAINS = 50;

const TOKEN_BYTES = 24;
/** The maximum number of texts that a refusal quotes from DNS. */
const MOST_FOUND = 20;

export function createDomains(deps: {
  store: Pick<Store, 'organizationDomains'>;
  settings: Settings;
  access: Access;
  proofs: Proofs;
  readTxtRecords: ReadTxtRecords;
  clock: Clock;
}): Domains {
  const { store, settings, access, proofs, readTxtRecords, clock } = deps;

  const told = ({ by }: Asker) => ({ by, at: clock.now() });

  /** People of a verified domain join with the default role, as invited ones do. */
  async function assertMayLetIn(
    asker: Asker,
    tables: Transaction,
    { roles }: Opened,
    joining: Joining,
  ): Promise<void> {
    if (joining === 'none') return;
    const given = permissionsOf([settings.current.organizations.default_role], roles);
    await proofs.assertMayGive(asker, tables, given);
  }

  /** A domain that requires the provider of the organization decides how all accounts there sign in. */
  async function assertMayRequire(
    asker: Asker,
    tables: Transaction,
    ways: readonly Joining[],
  ): Promise<void> {
    if (!ways.includes('require')) return;
    if (asker.portal !== undefined) assertOpens(readNames(asker.portal.sections), ['connections']);
    await proofs.assert(asker, tables);
  }

  /** Runs an act on a domain of an organization. */
  const acting = <T>(
    asker: Asker,
    name: string,
    domain: string,
    work: (tables: Transaction, opened: Opened, row: OrganizationDomainRow) => Promise<T>,
  ): Promise<T> =>
    access.act(asker, name, async (tables, opened) => {
      const row = await tables.organizationDomains.find(opened.row.id, parseDomain(domain) ?? '');
      if (row === null) throw new KeywardError('DomainNotFoundError');
      return work(tables, opened, row);
    });

  /** Emits the event if the state of a domain has changed; null stands for a domain that is new or removed. */
  async function tellChange(
    tables: Transaction,
    asker: Asker,
    { row }: Opened,
    before: OrganizationDomainRow | null,
    after: OrganizationDomainRow | null,
  ): Promise<void> {
    const shown = (domain: OrganizationDomainRow | null) =>
      domain === null
        ? {}
        : { domain: { domain: domain.domain, status: domain.status, joining: domain.joining } };
    const data = {
      organization: presentEventOrganization(row),
      changed: shown(after),
      previous: shown(before),
    };
    await tables.events.add([newEvent('organization.updated', data, told(asker))]);
  }

  return {
    async list(asker, name) {
      const { row } = await access.read(asker, name);
      return store.organizationDomains.of(row.id);
    },

    async claim(asker, name, given, joining) {
      const domain = parseDomain(given);
      if (domain === null || domain.startsWith('*.'))
        throw invalidFields({ path: 'domain', message: 'must be a domain, such as example.org' });
      if (await isMailProvider(domain))
        throw invalidFields({
          path: 'domain',
          message: 'must not be of a public mail provider, where everybody can have a mailbox',
        });
      return access.act(asker, name, async (tables, opened) => {
        const { row } = opened;
        await assertMayRequire(asker, tables, [joining]);
        await assertMayLetIn(asker, tables, opened, joining);
        const claimed = await tables.organizationDomains.of(row.id);
        if (claimed.some((one) => one.domain === domain))
          throw new KeywardError('DomainTakenError', {
            message: 'The organization has this domain already.',
          });
        if (claimed.length >= MAX_DOMAINS)
          throw limitReached(`The organization has ${MAX_DOMAINS} domains, its limit.`, MAX_DOMAINS);
        const added = await tables.organizationDomains.insert({
          organization_id: row.id,
          domain,
          status: 'pending',
          joining,
          token: randomBytes(TOKEN_BYTES).toString('base64url'),
          failures: 0,
          created_at: clock.now(),
          verified_at: null,
          checked_at: null,
          due_at: null,
        });
        await tellChange(tables, asker, opened, null, added);
        return added;
      });
    },

    async verify(asker, name, domain, { vouch }) {
      // A domain together with a connection gives access to every account with an email there.
      if (vouch && (asker.actor === null || isProgram(asker.actor)))
        throw new KeywardError('RoleMismatchError', { message: 'Only superadmins may vouch for a domain.' });
      if (vouch) await proofs.assert(asker);
      // Checked first without DNS, so that nobody without the right causes a query.
      const known = await acting(asker, name, domain, async (_tables, _opened, row) => row);
      if (!vouch) {
        const { isProven, found } = await lookFor(known, readTxtRecords);
        if (!isProven) throw notVerified(known, found);
      }
      return acting(asker, name, domain, async (tables, opened, row) => {
        const { row: organization } = opened;
        // Claimed again in the meantime, with another record.
        if (row.token !== known.token) throw notVerified(row, []);
        if (row.status !== 'verified') await assertMayLetIn(asker, tables, opened, row.joining);
        const now = clock.now();
        const verified = await tables.organizationDomains
          .update(row.id, {
            status: 'verified',
            failures: 0,
            verified_at: row.status === 'verified' ? row.verified_at : now,
            checked_at: vouch ? row.checked_at : now,
            due_at: vouch ? null : now + LOOK_AGAIN_MS,
          })
          .catch(asTaken);
        if (row.status === 'verified') return verified;
        await tables.events.add([
          newEvent('organization.domain_verified', eventData(organization, verified), told(asker)),
        ]);
        // The connections of an earlier owner of the domain no longer speak for the people in it.
        await endVouched(tables, { domain: row.domain, owner: organization.id }, told(asker));
        return verified;
      });
    },

    change: (asker, name, domain, joining) =>
      acting(asker, name, domain, async (tables, opened, row) => {
        if (row.joining === joining) return row;
        await assertMayRequire(asker, tables, [row.joining, joining]);
        await assertMayLetIn(asker, tables, opened, joining);
        const changed = await tables.organizationDomains.update(row.id, { joining });
        await tellChange(tables, asker, opened, row, changed);
        return changed;
      }),

    remove: (asker, name, domain) =>
      acting(asker, name, domain, async (tables, opened, row) => {
        await assertMayRequire(asker, tables, [row.joining]);
        await tables.organizationDomains.delete(row.id);
        if (row.status !== 'verified') return tellChange(tables, asker, opened, row, null);
        await tables.events.add([
          newEvent('organization.domain_lost', eventData(opened.row, row), told(asker)),
        ]);
      }),
  };
}

function notVerified(row: OrganizationDomainRow, found: readonly string[] | null): KeywardError {
  const record = recordOf(row);
  const about =
    found === null
      ? 'DNS gave no answer; try again later.'
      : `DNS does not have the record at ${record.name} yet. A new record can take some hours.`;
  return new KeywardError('DomainNotVerifiedError', {
    message: about,
    details: { record, found: (found ?? []).slice(0, MOST_FOUND) },
  });
}

function asTaken(error: unknown): never {
  if (error instanceof DuplicateError) throw new KeywardError('DomainTakenError');
  throw error;
}
