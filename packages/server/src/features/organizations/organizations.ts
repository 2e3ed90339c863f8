import { randomBytes } from 'node:crypto';
import { invalidFields, KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { AccountRow, OrganizationChanges, OrganizationRow } from '../../store/engine/schema.ts';
import type { Page } from '../../store/lists/lists.ts';
import type { OrganizationListRequest } from '../../store/tables/organizations.ts';
import type { EventType } from '../audit/events/event-types.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { SLUG_KEPT_MS } from '../../store/tables/organizations.ts';
import type { Settings } from '../settings/settings.ts';
import { type Access, type Asker, creatorOf } from './access.ts';
import type { Admission, Admitted } from './admission.ts';
import { endVouched } from '../identity/accounts/owned-organizations.ts';
import { addMembership } from './memberships.ts';
import {
  asTaken,
  assertMaySet,
  assertMayChangePolicy,
  columnsOf,
  differences,
  type NewOrganizationFields,
  NOTHING,
  type OrganizationEdit,
} from './organization-data.ts';
import type { Proofs } from './proofs.ts';
import { OWNER } from './roles.ts';
import { takeSlug } from './slugs.ts';

/**
 * The organizations themselves.
 * @throws KeywardError the errors of {@link Access}
 */
export interface Organizations {
  /** The organizations of the asker; for administrators, those that they request. */
  list(asker: Asker, request: Omit<OrganizationListRequest, 'deleted'>): Promise<Page<OrganizationRow>>;
  get(asker: Asker, name: string): Promise<OrganizationRow>;
  /**
   * @throws KeywardError `OrganizationCreationError`, `RoleMismatchError`, `SlugTakenError`, `UserNotFoundError`,
   * `ExternalIdAlreadyExistsError`, `OrganizationLimitError`, `ValidationError`, `MembershipRefusedError`,
   * `ReauthenticationRequiredError` for the organization of somebody else
   */
  create(asker: Asker, fields: NewOrganizationFields): Promise<OrganizationRow>;
  /**
   * @throws KeywardError `RoleMismatchError`, `SlugTakenError`, `ExternalIdAlreadyExistsError`, `ValidationError`,
   * `ReauthenticationRequiredError` for another policy,
   * `OrganizationPolicyError` for a policy that the session of the member who sets it would miss
   */
  change(asker: Asker, name: string, edit: OrganizationEdit): Promise<OrganizationRow>;
  /** Nobody sees it any more, and administrators can restore it for some days. A mail tells its owners. */
  delete(asker: Asker, name: string): Promise<void>;
  restore(asker: Asker, name: string): Promise<OrganizationRow>;
  /** Its members can only read and leave. */
  suspend(asker: Asker, name: string): Promise<OrganizationRow>;
  activate(asker: Asker, name: string): Promise<OrganizationRow>;
}

const DAY_MS = 86_400_000;

/** 22 characters of base64url are 128 bits and more. */
export function newOrganizationId(): string {
  return `org_${randomBytes(17).toString('base64url').slice(0, 22)}`;
}

export function createOrganizations(deps: {
  store: Store;
  settings: Settings;
  notices: Pick<Notices, 'organizationDeleted'>;
  access: Access;
  admission: Admission;
  proofs: Proofs;
  clock: Clock;
}): Organizations {
  const { store, settings, notices, access, admission, proofs, clock } = deps;

  const told = ({ by }: Asker) => ({ by, at: clock.now() });

  type About = Extract<EventType, `organization.${string}`>;
  async function tell(
    tables: Transaction,
    type: Exclude<About, 'organization.updated'>,
    asker: Asker,
    row: OrganizationRow,
  ) {
    await tables.events.add([newEvent(type, { organization: presentEventOrganization(row) }, told(asker))]);
  }

  /** Changes the state of an organization; does nothing if it already has that state. */
  const turn = (
    asker: Asker,
    name: string,
    from: readonly OrganizationRow['status'][],
    [to, type]: readonly [OrganizationRow['status'], Exclude<About, 'organization.updated'>],
    more?: (tables: Transaction, row: OrganizationRow) => Promise<OrganizationChanges>,
  ): Promise<OrganizationRow> =>
    access.act(
      asker,
      name,
      async (tables, { row }) => {
        if (!from.includes(row.status)) return row;
        const now = clock.now();
        // Its members are being removed.
        if (row.purge_at !== null && row.purge_at <= now) throw new KeywardError('OrganizationNotFoundError');
        const changes = { status: to, purge_at: null, updated_at: now, ...(await more?.(tables, row)) };
        const changed = await tables.organizations.update(row.id, changes);
        await tell(tables, type, asker, changed);
        // Its connections sign in nobody now.
        if (to !== 'active') await endVouched(tables, { organizationId: row.id }, told(asker));
        // While it was deleted, those of others may have signed in people in its domains.
        else if (row.status === 'deleted')
          for (const { domain, status } of await tables.organizationDomains.of(row.id))
            if (status === 'verified') await endVouched(tables, { domain, owner: row.id }, told(asker));
        return changed;
      },
      { deleted: from.includes('deleted') ? 'open' : 'closed', suspended: 'closed' },
    );

  return {
    list(asker, request) {
      const { actor, caller } = asker;
      if (actor !== null) return store.organizations.list({ ...request, deleted: true });
      const member = caller?.row.account_id ?? 0;
      // The asker may not list another person's organizations.
      if (request.member !== undefined && request.member !== member)
        throw invalidFields({ path: 'member', message: 'must be your own account' });
      return store.organizations.list({ ...request, member, deleted: false });
    },

    get: async (asker, name) => (await access.read(asker, name)).row,

    async create(asker, { owner, ...fields }) {
      const { actor, caller } = asker;
      const { organizations: rules } = settings.current;
      if (actor === null && rules.creation === 'superadmins')
        throw new KeywardError('OrganizationCreationError');
      assertMaySet(asker, owner === undefined ? fields : { ...fields, owner });
      const ownerId = owner ?? caller?.row.account_id;
      if (ownerId === undefined)
        throw invalidFields({ path: 'owner', message: 'is needed: name the account of the owner' });
      if (ownerId !== caller?.row.account_id) await proofs.assert(asker);
      const candidate = await store.accounts.find('id', ownerId);
      if (candidate === null) throw new KeywardError('UserNotFoundError');
      const { name, slug = null, external_id = null } = fields;
      const admitted = await admission.ask({
        account: candidate,
        organization: { id: null, uid: newOrganizationId(), name, slug, external_id },
        roles: [...new Set([OWNER, rules.creator_role])],
        source: 'creator',
      });
      // Every organization has an owner.
      const owning = { ...admitted, roles: [...new Set([OWNER, ...admitted.roles])] };
      return access
        .begin(asker, async (tables) => {
          const account = await tables.accounts.lock(ownerId);
          if (account === null) throw new KeywardError('UserNotFoundError');
          return insert(tables, asker, { account, admitted: owning }, fields);
        })
        .catch(asTaken);
    },

    change: (asker, name, edit) => {
      assertMaySet(asker, edit);
      return access
        .act(asker, name, async (tables, { row, holds }) => {
          const now = clock.now();
          const { slug, ...columns } = columnsOf(edit, row, {
            account: creatorOf(asker).account,
            owner: holds('org:owner'),
            at: now,
          });
          if (columns.policy !== undefined && columns.policy !== row.policy)
            await proofs.assert(asker, tables);
          if (edit.policy !== undefined) assertMayChangePolicy(asker, { ...row, ...columns }, now);
          if (slug !== undefined && slug !== row.slug) {
            await takeSlug(tables, row, slug, now);
            await tables.organizations.retireSlug(row.slug, row.id, now + SLUG_KEPT_MS);
            Object.assign(columns, { slug });
          }
          const [previous, changed] = differences(row, columns);
          if (Object.keys(changed).length === 0) return row;
          const after = await tables.organizations.update(row.id, { ...columns, updated_at: now });
          const data = { organization: presentEventOrganization(after), changed, previous };
          await tables.events.add([newEvent('organization.updated', data, told(asker))]);
          return after;
        })
        .catch(asTaken);
    },

    async delete(asker, name) {
      await turn(
        asker,
        name,
        ['active', 'suspended'],
        ['deleted', 'organization.deleted'],
        async (tables, row) => {
          const purge_at = clock.now() + settings.current.organizations.deletion_days * DAY_MS;
          const about = { name: row.name, until: purge_at };
          for (const owner of await tables.memberships.ownersToTell(row.id))
            await notices.organizationDeleted(tables, owner, about, asker.client);
          return { purge_at };
        },
      );
    },

    restore: (asker, name) => turn(asker, name, ['deleted'], ['active', 'organization.restored']),
    suspend: (asker, name) => turn(asker, name, ['active'], ['suspended', 'organization.suspended']),
    activate: (asker, name) => turn(asker, name, ['suspended'], ['active', 'organization.activated']),
  };

  async function insert(
    tables: Transaction,
    asker: Asker,
    creator: { account: AccountRow; admitted: Admitted },
    fields: Omit<NewOrganizationFields, 'owner'>,
  ): Promise<OrganizationRow> {
    const { at: now, by } = told(asker);
    const { organizations: rules } = settings.current;
    const { slug, ...columns } = columnsOf(fields, NOTHING);
    const added = await tables.organizations.insert({
      ...NOTHING,
      ...columns,
      uid: creator.admitted.organizationId,
      name: fields.name,
      slug: '',
      status: 'active',
      members_count: 0,
      version: 0,
      purge_at: null,
      made_by: creator.account.id,
      created_at: now,
      updated_at: now,
    });
    const row = await tables.organizations.update(added.id, {
      slug: await takeSlug(tables, added, slug, now),
    });
    await tell(tables, 'organization.created', asker, row);
    return addMembership(tables, row, creator, { settings: rules, told: { by, at: now } });
  }
}
