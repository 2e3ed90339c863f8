import { KeywardError } from '../../../../errors.ts';
import type { Store } from '../../../../store/database.ts';
import type { OrganizationsSettings } from '../../../../config/sections/organizations.ts';
import type { RawRecord } from '../formats/fields.ts';
import type { Refusal } from '../write-batch.ts';
import { type MemberDraft, type OrganizationDraft, readMember, readOrganization } from './records.ts';
import { type Outcome, writeOrganization, type WriteOptions } from './write-organization.ts';

export interface OrganizationImportOptions extends WriteOptions {
  settings: OrganizationsSettings;
  /** New names of roles, by those in the file. */
  names: ReadonlyMap<string, string>;
  onRefused: (refusal: Refusal) => void;
  /** Called after each batch. */
  onProgress: (counts: OrganizationImportCounts) => void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

/** Organizations and members together. */
export interface OrganizationImportCounts extends Outcome {
  read: number;
  refused: number;
}

export interface OrganizationImportReport extends OrganizationImportCounts {
  interrupted: boolean;
}

/** Members in one transaction, together with their organization. */
const BATCH = 500;

/**
 * Makes organizations and members from records: an organization, followed by its members, owners first. A batch is
 * written as a whole or not at all, and existing organizations and members are skipped, so an interrupted import
 * continues when it is run again.
 * @throws TransferError from the records
 */
export async function importOrganizations(
  store: Store,
  recordsOf: AsyncIterable<RawRecord>,
  options: OrganizationImportOptions,
): Promise<OrganizationImportReport> {
  const { settings, names, signal, onRefused, onProgress } = options;
  const counts = { read: 0, created: 0, updated: 0, skipped: 0, refused: 0 };
  let organization: OrganizationDraft | null = null;
  let isWritten = false;
  let members: MemberDraft[] = [];

  function refuse(line: number, problems: Refusal['problems']): void {
    counts.refused += 1;
    onRefused({ line, problems });
  }

  async function flush(): Promise<void> {
    if (organization === null || (isWritten && members.length === 0)) return;
    const draft = organization;
    const batch = members;
    members = [];
    try {
      const { refused, ...outcome } = await writeOrganization(store, draft, batch, { ...options, isWritten });
      isWritten = true;
      counts.created += outcome.created;
      counts.updated += outcome.updated;
      counts.skipped += outcome.skipped;
      for (const { line, problems } of refused) refuse(line, problems);
    } catch (error) {
      if (!(error instanceof KeywardError)) throw error;
      refuse(draft.line, [{ field: 'organization', message: `cannot be made: ${error.message}` }]);
      for (const { line } of batch) refuse(line, [{ field: 'organization', message: 'was refused' }]);
      organization = null;
    }
    onProgress({ ...counts });
  }

  async function take(record: RawRecord): Promise<void> {
    counts.read += 1;
    if ('problem' in record) return refuse(record.line, [{ field: 'record', message: record.problem }]);
    const { line, fields } = record;
    if (fields['type'] === 'organization') {
      await flush();
      organization = null;
      const read = await readOrganization(line, fields, settings);
      if (Array.isArray(read)) return refuse(line, read);
      organization = read;
      isWritten = false;
      return;
    }
    const read = readMember(line, fields, { names, defaultRole: settings.default_role });
    if (Array.isArray(read)) return refuse(line, read);
    if (read.organization !== organization?.key)
      return refuse(line, [
        { field: 'organization', message: 'is not the one of the record before it, or was refused' },
      ]);
    members.push(read);
    if (members.length >= BATCH) await flush();
  }

  try {
    for await (const record of recordsOf) {
      if (signal?.aborted === true) break;
      await take(record);
    }
  } catch (error) {
    // An abort makes the pending read of records throw.
    if (signal?.aborted !== true || error !== signal.reason) throw error;
  }
  await flush();
  return { ...counts, interrupted: signal?.aborted === true };
}
