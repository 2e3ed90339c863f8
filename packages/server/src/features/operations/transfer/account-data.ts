import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import {
  type AccountData,
  dataColumns,
  EXTERNAL_ID_RULE,
  isExternalId,
  METADATA_FIELDS,
} from '../../identity/accounts/account-data.ts';
import { fieldMessages } from './field-messages.ts';
import { isFields, parsed } from './formats/fields.ts';

/**
 * The metadata of a record: merge patches (RFC 7396), because an update keeps the members that it does not contain.
 */
export type ImportedData = Pick<AccountData, 'metadata' | 'app_metadata'>;

type Refuse = (field: string, message: string) => undefined;
type MetadataColumns = Pick<AccountRow, 'metadata' | 'app_metadata'>;

/** Checks the metadata of a record. Objects may be given as JSON text, as in table columns. */
export function readData(given: (field: string) => unknown, refuse: Refuse): ImportedData {
  const data: ImportedData = {};
  for (const field of METADATA_FIELDS) {
    const value = given(field);
    const object = value === undefined ? null : parsed(value);
    if (object === null) continue;
    if (!isFields(object)) {
      refuse(field, `must be an object, in CSV as JSON text; ${leaveOut(field)}`);
      continue;
    }
    const [problem] = mergeProblems({ [field]: object });
    if (problem === undefined) data[field] = object;
    else refuse(problem.field, problem.message);
  }
  return data;
}

/** Checks the id in another system. Numbers count as their digits: many systems number their users. */
export function readExternalId(value: unknown, refuse: Refuse): string | undefined {
  if (value === undefined) return undefined;
  const id = idText(value);
  if (id !== undefined && isExternalId(id)) return id;
  return refuse('external_id', `${EXTERNAL_ID_RULE}; ${leaveOut('external_id')}`);
}

/** The text of an id; undefined for anything else. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** The problems with metadata that would be merged into an account's, each with the field of the record. */
export function mergeProblems(
  data: ImportedData,
  before?: MetadataColumns,
): { field: string; message: string }[] {
  return METADATA_FIELDS.flatMap((field) => {
    try {
      mergedColumns({ [field]: data[field] }, before);
      return [];
    } catch (error) {
      // The path of a member can contain any characters, and the message goes to a terminal.
      return fieldMessages(error).map(([, message]) => ({
        field,
        message: `${message}; ${leaveOut(field)}`,
      }));
    }
  });
}

/** @throws KeywardError `ValidationError` */
export function mergedColumns(data: ImportedData, before?: MetadataColumns): Partial<MetadataColumns> {
  return dataColumns(data, before && { ...before, external_id: null });
}

/**
 * As {@link mergedColumns}, for an account that is locked now.
 * @throws DuplicateError if the account's metadata has grown since it was read, so that the batch starts again
 */
export function mergedWhenLocked(data: ImportedData, before: MetadataColumns): Partial<MetadataColumns> {
  if (mergeProblems(data, before).length > 0) throw new DuplicateError('metadata', null);
  return mergedColumns(data, before);
}

function leaveOut(field: string): string {
  return `--without ${field} leaves it out`;
}
