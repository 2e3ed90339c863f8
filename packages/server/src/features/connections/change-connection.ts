import type { Transaction } from '../../store/database.ts';
import type { ConnectionChanges, ConnectionRow, OrganizationRow } from '../../store/engine/schema.ts';
import { type Attribution, newEvent } from '../audit/events/event.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { KEPT } from '../settings/kinds/section-kind.ts';
import { signsInOwners } from './trust.ts';

type Show = (value: unknown) => unknown;

const asItIs: Show = (value) => value;
const asFlag: Show = (value) => value === 1;
const fromJson: Show = (value) => (typeof value === 'string' ? JSON.parse(value) : value);

/**
 * How events show each column. `told`: not at all, but the event is added, because it decides whose sessions and
 * identities count. `null`: no event.
 */
const SHOWN: Readonly<Record<keyof ConnectionRow, Show | 'told' | null>> = {
  id: null,
  uid: null,
  organization_id: null,
  kind: null,
  name: asItIs,
  status: asItIs,
  trust_factors: asFlag,
  mapping: fromJson,
  keep_roles: asFlag,
  config: fromJson,
  sealed_secret: () => KEPT,
  trust: (value) => signsInOwners({ trust: typeof value === 'string' ? value : null }),
  vouched_by: 'told',
  vouched_key: 'told',
  former_vouchers: 'told',
  trust_lost_at: null,
  voided_by: 'told',
  vouched_at: null,
  provider_changed_at: null,
  provider_changed_by: 'told',
  provider_changed_key: null,
  trust_widened_at: 'told',
  still_required: asFlag,
  certificate_ends_at: null,
  certificate_told_at: null,
  metadata_due_at: null,
  created_at: null,
  updated_at: null,
};

const COLUMNS = Object.keys(SHOWN).filter((name): name is keyof ConnectionRow => Object.hasOwn(SHOWN, name));

/** @returns how events show the columns that change, before and after; null if there is nothing to tell */
export function differences(
  before: ConnectionRow,
  columns: ConnectionChanges,
): { previous: Record<string, unknown>; changed: Record<string, unknown> } | null {
  const after = Object.assign({ ...before }, columns);
  const names: Partial<Record<keyof ConnectionRow, string>> = {
    config: before.kind,
    trust: 'signs_in_owners',
    sealed_secret: 'client_secret',
  };
  const told = COLUMNS.filter((name) => SHOWN[name] !== null && before[name] !== after[name]);
  const view = (row: ConnectionRow) =>
    Object.fromEntries(
      told.flatMap((name) => {
        const show = SHOWN[name];
        return typeof show === 'function' ? [[names[name] ?? name, show(row[name])]] : [];
      }),
    );
  return told.length === 0 ? null : { previous: view(before), changed: view(after) };
}

/**
 * Changes a connection of a locked organization, and tells of it, also if no field changes but who answers for it: those
 * who verify tokens follow the event.
 * @param before as it is trusted now
 */
export async function changeConnection(
  tables: Transaction,
  organization: OrganizationRow,
  before: ConnectionRow,
  columns: ConnectionChanges,
  told: Attribution,
): Promise<ConnectionRow> {
  const after = await tables.connections.update(before.id, columns);
  const change = differences(before, columns);
  if (change === null) return after;
  const data = {
    organization: presentEventOrganization(organization),
    connection: presentEventConnection(after),
    ...change,
  };
  await tables.events.add([newEvent('connection.updated', data, told)]);
  return after;
}
