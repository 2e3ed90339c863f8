import { randomBytes } from 'node:crypto';
import { invalidFields, KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { type Access, type Asker, assertHolds, creatorOf, type Opened } from '../organizations/access.ts';
import { endVouched } from '../identity/accounts/owned-organizations.ts';
import { limitReached } from '../organizations/memberships.ts';
import { vouchedBy, type Voucher } from '../organizations/reach.ts';
import { permissionsOf } from '../organizations/roles.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type ConnectionFields,
  MAX_CONNECTIONS,
  METADATA_MS,
  readMapping,
  readSaml,
  type RoleMapping,
  hasSecret,
  sealSecret,
} from './connection.ts';
import { changeConnection, differences } from './change-connection.ts';
import { asTrusted, formerNow, savedTrust, trustIn } from './trust.ts';
import { assertComplete, type createKinds, type KindFields } from './kinds.ts';
import { wordOf } from './word.ts';

export type NewConnectionFields = Partial<ConnectionFields> & Pick<ConnectionFields, 'name'> & KindFields;

export interface ConnectionEdit extends Partial<ConnectionFields>, KindFields {
  /** The state that was read: see {@link wordOf}. */
  version?: string | undefined;
}

/**
 * The connections of organizations. Every method takes the organization by its id or slug.
 * @throws KeywardError the errors of {@link Access}; `ConnectionNotFoundError` from every method that names a connection
 */
export interface Connections {
  /** Oldest first; at most {@link MAX_CONNECTIONS}. */
  list(asker: Asker, name: string): Promise<ConnectionRow[]>;
  get(asker: Asker, name: string, uid: string): Promise<ConnectionRow>;
  /** @throws KeywardError `ValidationError`, `PermissionMissingError`, `OrganizationLimitError`, `ProviderFailedError` */
  create(asker: Asker, name: string, fields: NewConnectionFields): Promise<ConnectionRow>;
  /**
   * @throws KeywardError `ValidationError`, `PermissionMissingError`, `ProviderFailedError`, `VersionMismatchError` if
   * the edit names another version
   */
  change(asker: Asker, name: string, uid: string, edit: ConnectionEdit): Promise<ConnectionRow>;
  /** Also removes the identities that accounts have there, and ends their sessions, as turning it off does. @throws KeywardError `PermissionMissingError` */
  delete(asker: Asker, name: string, uid: string): Promise<void>;
}

export function createConnections(deps: {
  store: Store;
  access: Access;
  seal: Seal;
  kinds: ReturnType<typeof createKinds>;
  settings: Settings;
  clock: Clock;
}): Connections {
  const { store, access, seal, kinds, settings, clock } = deps;

  async function tell(
    tables: Transaction,
    type: 'connection.created' | 'connection.deleted',
    { by }: Asker,
    { row }: Opened,
    connection: ConnectionRow,
  ): Promise<void> {
    const data = {
      organization: presentEventOrganization(row),
      connection: presentEventConnection(connection),
    };
    await tables.events.add([newEvent(type, data, { by, at: clock.now() })]);
  }

  /** Ends the sessions of a connection that signs in nobody any more. Own credentials keep theirs. */
  function endSessions(tables: Transaction, connection: ConnectionRow, { by }: Asker): Promise<void> {
    const { organization_id: organizationId, uid } = connection;
    return endVouched(tables, { organizationId, connection: uid }, { by, at: clock.now() });
  }

  return {
    async list(asker, name) {
      const { row } = await access.read(asker, name);
      const rows = await store.connections.of(row.id);
      return Promise.all(rows.map((one) => asTrusted(store, one, settings.current.organizations)));
    },

    async get(asker, name, uid) {
      const row = await existingConnection(store, await access.read(asker, name), uid);
      return asTrusted(store, row, settings.current.organizations);
    },

    async create(asker, name, { oidc, saml, mapping = {}, ...fields }) {
      const kind = kinds.kindOf({ oidc, saml });
      // Checked first, so that nothing is fetched or made for a stranger, or in vain.
      await assertRoom(store, await access.read(asker, name));
      const merge = await kinds.prepare(kind, { oidc, saml }, name);
      return access.act(asker, name, async (tables, opened) => {
        await assertRoom(tables, opened);
        const now = clock.now();
        const uid = `con_${randomBytes(17).toString('base64url').slice(0, 22)}`;
        const { config, secret = '', certificateEndsAt, metadataUrl } = merge(null);
        const columns = { kind, status: fields.status ?? 'draft', config: JSON.stringify(config) } as const;
        if (columns.status === 'active') assertComplete(columns);
        const made = await tables.connections.insert({
          ...columns,
          uid,
          organization_id: opened.row.id,
          name: fields.name,
          trust_factors: fields.trust_factors === true ? 1 : 0,
          mapping: JSON.stringify(assertMapping(mapping, opened)),
          keep_roles: fields.keep_roles === true ? 1 : 0,
          sealed_secret: sealSecret(seal, uid, secret),
          trust: trustIn(opened),
          ...vouchedBy(creatorOf(asker)),
          vouched_at: now,
          ...providerChanged(creatorOf(asker), now),
          certificate_ends_at: certificateEndsAt,
          metadata_due_at: metadataUrl === null ? null : now + METADATA_MS,
          created_at: now,
          updated_at: now,
        });
        await tell(tables, 'connection.created', asker, opened, made);
        return made;
      });
    },

    async change(asker, name, uid, { oidc, saml, mapping, version, ...fields }) {
      const { kind } = await existingConnection(store, await access.read(asker, name), uid);
      const merge = await kinds.prepare(kind, { oidc, saml }, null);
      return access.act(asker, name, async (tables, opened) => {
        const before = await asTrusted(
          tables,
          await existingConnection(tables, opened, uid),
          settings.current.organizations,
        );
        // Whoever saves it answers for what they have read.
        if (version !== undefined && version !== wordOf(before))
          throw new KeywardError('VersionMismatchError');
        assertHoldsMapped(before, opened);
        const { config, secret, certificateEndsAt, metadataUrl } = merge(before);
        const columns = {
          ...(fields.name !== undefined && { name: fields.name }),
          ...(fields.status !== undefined && { status: fields.status, still_required: 0 }),
          ...(fields.trust_factors !== undefined && { trust_factors: fields.trust_factors ? 1 : 0 }),
          ...(fields.keep_roles !== undefined && { keep_roles: fields.keep_roles ? 1 : 0 }),
          ...(mapping !== undefined && { mapping: JSON.stringify(assertMapping(mapping, opened)) }),
          config: JSON.stringify(config),
        };
        if ((columns.status ?? before.status) === 'active') assertComplete({ ...before, ...columns });
        const isTurnedOn = columns.status === 'active' && before.status !== 'active';
        const isNewSecret = secret !== undefined && !hasSecret(seal, before, secret);
        const edits = secret === undefined ? differences(before, columns)?.changed : { secret };
        const decides = decidesTrust(edits ?? {});
        const saved = savedTrust(before, opened, decides);
        const trust = saved !== null && { trust: saved.trust };
        const creator = creatorOf(asker);
        const voucher = vouchedBy(creator);
        // The one before may have planted identities, and lose their rights later.
        const isPassedOn = differences(before, voucher) !== null;
        const vouched = trust && {
          ...trust,
          ...voucher,
          trust_lost_at: null,
          voided_by: null,
          vouched_at: clock.now(),
          ...((saved.widens || isPassedOn) && { trust_widened_at: clock.now() }),
          // Not by the way: whoever only renames it does not think of groups.
          ...(edits === undefined && formerNow(before, { ...creator, ...trust, at: clock.now() })),
        };
        const told = { by: asker.by, at: clock.now() };
        if (edits === undefined && differences(before, { ...trust }) === null)
          return vouched === false ? before : changeConnection(tables, opened.row, before, vouched, told);
        const isTurnedOff = before.status === 'active' && (columns.status ?? 'active') !== 'active';
        // The sessions of the former provider, and those with a second factor that it alone has stated.
        if (
          isTurnedOff ||
          differs(ISSUER_FIELDS, before, config) ||
          (before.trust_factors === 1 && columns.trust_factors === 0)
        )
          await endSessions(tables, before, asker);
        const edited = {
          ...columns,
          ...vouched,
          ...(secret !== undefined && { sealed_secret: sealSecret(seal, uid, secret) }),
          ...((isNewSecret || isTurnedOn || differs(PROVIDER_FIELDS, before, config)) &&
            providerChanged(creator, clock.now())),
          ...(certificateEndsAt !== before.certificate_ends_at && {
            certificate_ends_at: certificateEndsAt,
            certificate_told_at: null,
          }),
          ...(metadataUrl !== metadataUrlOf(before) && {
            metadata_due_at: metadataUrl === null ? null : clock.now() + METADATA_MS,
          }),
          updated_at: clock.now(),
        };
        const after = await changeConnection(tables, opened.row, before, edited, told);
        return asTrusted(tables, after, settings.current.organizations);
      });
    },

    delete: (asker, name, uid) =>
      access.act(
        asker,
        name,
        async (tables, opened) => {
          const connection = await existingConnection(tables, opened, uid);
          assertHoldsMapped(connection, opened);
          await endSessions(tables, connection, asker);
          await tables.connections.delete(connection);
          await tell(tables, 'connection.deleted', asker, opened, connection);
        },
        { ends: true },
      ),
  };
}

async function assertRoom({ connections }: Pick<Transaction, 'connections'>, { row }: Opened): Promise<void> {
  if ((await connections.count(row.id)) >= MAX_CONNECTIONS)
    throw limitReached(`The organization has ${MAX_CONNECTIONS} connections, its limit.`, MAX_CONNECTIONS);
}

/** @throws KeywardError `ConnectionNotFoundError`, for a connection of another organization too */
export async function existingConnection(
  { connections }: Pick<Transaction, 'connections'>,
  { row }: Opened,
  uid: string,
): Promise<ConnectionRow> {
  const connection = await connections.find(uid);
  if (connection?.organization_id !== row.id) throw new KeywardError('ConnectionNotFoundError');
  return connection;
}

/**
 * A member cannot map a group to a role with permissions that the member lacks.
 * @throws KeywardError `ValidationError` for an unknown role, `PermissionMissingError`
 */
function assertMapping(mapping: RoleMapping, opened: Opened): RoleMapping {
  const names = [...new Set(Object.values(mapping).flat())];
  if (names.some((name) => !opened.roles.has(name)))
    throw invalidFields({
      path: 'mapping',
      message: `names a role that is not one of ${[...opened.roles.keys()].join(', ')}`,
    });
  assertHolds(opened, permissionsOf(names, opened.roles));
  return mapping;
}

/**
 * A member who changes the provider could take every role of its mapping, so the member must have the permissions of
 * these roles.
 * @throws KeywardError `PermissionMissingError`
 */
export function assertHoldsMapped(connection: ConnectionRow, opened: Opened): void {
  assertHolds(opened, permissionsOf(Object.values(readMapping(connection)).flat(), opened.roles));
}

function metadataUrlOf(row: ConnectionRow): string | null {
  return row.kind === 'saml' ? readSaml(row).metadata_url : null;
}

/** The fields that say which provider it is. */
const PROVIDER_FIELDS = [
  'issuer',
  'client_id',
  'idp_entity_id',
  'idp_sso_url',
  'idp_certificates',
  'metadata_url',
] as const;

/** The fields that say whose people it signs in. */
const ISSUER_FIELDS = ['issuer', 'idp_entity_id'] as const;

function differs(fields: readonly string[], { config: column }: ConnectionRow, config: object): boolean {
  const [before, after] = [JSON.parse(column), { ...config }].map((one: Record<string, unknown>) =>
    JSON.stringify(fields.map((field) => one[field])),
  );
  return before !== after;
}

function providerChanged({ account, key }: Pick<Voucher, 'account' | 'key'>, at: number) {
  return { provider_changed_at: at, provider_changed_by: account, provider_changed_key: key };
}

const HARMLESS: ReadonlySet<string> = new Set(['name', 'still_required']);

/** Whether a change can decide who signs in as whom. */
function decidesTrust(changed: Record<string, unknown>): boolean {
  return Object.entries(changed).some(
    ([field, value]) => !HARMLESS.has(field) && (field !== 'status' || value === 'active'),
  );
}
