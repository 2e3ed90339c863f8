import { invalidFields, KeywardError } from '../../errors.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import type { OrganizationChanges, OrganizationRow } from '../../store/engine/schema.ts';
import type { Metadata } from '../audit/serializers/account.ts';
import {
  EXTERNAL_ID_RULE,
  isExternalId,
  mergeMetadata,
  metadataDifference,
} from '../identity/accounts/account-data.ts';
import type { Asker } from './access.ts';
import { assertMeets, editPolicy, type PolicyEdit, type PolicySetter, readPolicy } from './policy.ts';

/** The fields of organizations, and who may choose them. */

/** The fields that members with `org:write` may set. */
interface Chosen {
  name?: string;
  slug?: string;
  logo_url?: string | null;
  /** A patch (RFC 7396). */
  metadata?: Metadata;
  /** Changes the fields that it names. */
  policy?: PolicyEdit;
}

/** The fields that only superadmins, keys and the host may set. */
const ADMINISTERED = ['app_metadata', 'external_id', 'max_members', 'owner'] as const;
interface Administered {
  /** A patch (RFC 7396). */
  app_metadata?: Metadata;
  external_id?: string | null;
  /** Null: as the settings say. */
  max_members?: number | null;
}

export type OrganizationEdit = Chosen & Administered;
export type NewOrganizationFields = OrganizationEdit & {
  name: string;
  /** The account of the owner; default: the person who creates it. */
  owner?: number;
};

type DataColumns = Pick<
  OrganizationRow,
  'logo_url' | 'metadata' | 'app_metadata' | 'external_id' | 'max_members' | 'policy'
>;
export const NOTHING: DataColumns = {
  logo_url: null,
  metadata: null,
  app_metadata: null,
  external_id: null,
  max_members: null,
  policy: null,
};

/** @throws KeywardError `RoleMismatchError` if anybody else sets a field of administrators */
export function assertMaySet({ actor }: Asker, fields: object): void {
  const field = ADMINISTERED.find((name) => name in fields);
  if (actor === null && field !== undefined)
    throw new KeywardError('RoleMismatchError', { message: `Only superadmins may set ${field}.` });
}

/**
 * A session must meet the policy after a change, so that nobody locks themselves out by mistake. Before, it was asked with
 * the permission. Administrators do not need the organization to be active.
 * @throws KeywardError `OrganizationPolicyError`
 */
export function assertMayChangePolicy(
  { actor, caller, client }: Asker,
  after: OrganizationRow,
  now: number,
): void {
  if (actor !== null || caller === null) return;
  assertMeets(after, caller.row, client, now, 'Your own session would not meet this policy.');
}

/** The columns for the given fields. @param setter who changes them @throws KeywardError `ValidationError` */
export function columnsOf(
  edit: OrganizationEdit,
  before: Pick<DataColumns, 'metadata' | 'app_metadata' | 'policy'>,
  setter?: PolicySetter,
): Partial<DataColumns & Pick<OrganizationRow, 'name' | 'slug'>> {
  const { metadata, app_metadata, external_id, policy, ...others } = edit;
  if (typeof external_id === 'string' && !isExternalId(external_id))
    throw invalidFields({ path: 'external_id', message: EXTERNAL_ID_RULE });
  return {
    ...others,
    ...(external_id !== undefined && { external_id }),
    ...(policy !== undefined && { policy: editPolicy(before, policy, setter) }),
    ...(metadata !== undefined && { metadata: mergeMetadata('metadata', before.metadata, metadata) }),
    ...(app_metadata !== undefined && {
      app_metadata: mergeMetadata('app_metadata', before.app_metadata, app_metadata),
    }),
  };
}

/** The fields that differ, before and after, as events show them. */
export function differences(before: OrganizationRow, columns: OrganizationChanges) {
  const previous: Record<string, unknown> = {};
  const changed: Record<string, unknown> = {};
  for (const field of ['name', 'slug', 'logo_url', 'external_id', 'max_members'] as const) {
    const after = columns[field];
    if (after === undefined || after === before[field]) continue;
    previous[field] = before[field];
    changed[field] = after;
  }
  if (columns.policy !== undefined && columns.policy !== before.policy) {
    previous['policy'] = readPolicy(before);
    changed['policy'] = readPolicy({ policy: columns.policy });
  }
  for (const field of ['metadata', 'app_metadata'] as const) {
    const after = columns[field];
    if (after === undefined || after === before[field]) continue;
    const difference = metadataDifference(before[field], after);
    previous[field] = difference.previous;
    changed[field] = difference.changed;
  }
  return [previous, changed] as const;
}

export function asTaken(error: unknown): never {
  if (error instanceof DuplicateError && error.column === 'external_id')
    throw new KeywardError('ExternalIdAlreadyExistsError', {
      message: 'Another organization has this external_id; use another, or null.',
    });
  throw error;
}
