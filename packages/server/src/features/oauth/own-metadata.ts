import type { Transaction } from '../../store/database.ts';
import type { ApplicationRow } from '../../store/engine/schema.ts';
import { type Attribution, newEvent } from '../audit/events/event.ts';
import { type ApplicationType, originsOf, presentEventApplication, readApplication } from './application.ts';
import { type ApplicationFields, columnsOf, differences, fieldsOf } from './application-fields.ts';

/** What an application says about itself, with the decisions of administrators. */
export interface OwnMetadata {
  type: ApplicationType;
  fields: ApplicationFields;
  fresh_until: number | null;
}

/**
 * Stores new metadata of an application about itself, while the superadmins are locked.
 * @param told whether to store an event of the changes
 * @returns null if the application is gone
 */
export async function replaceMetadata(
  tables: Transaction,
  before: ApplicationRow,
  { type, fields, fresh_until }: OwnMetadata,
  attribution: Attribution,
  told: boolean,
): Promise<ApplicationRow | null> {
  const columns = columnsOf(fields, attribution.at);
  const row = await tables.applications.update(before.id, { type, ...columns, fresh_until });
  if (row === null) return null;
  await tables.applications.setOrigins(row.id, originsOf(readApplication(row)));
  const former = fieldsOf(readApplication(before));
  if (former.first_party && !fields.first_party) await tables.grants.endWithoutConsent(row.id);
  // People have agreed while codes went to the former addresses, and are asked again.
  if (fields.redirect_uris.some((uri) => !former.redirect_uris.includes(uri)))
    await tables.grants.withdraw({ application_id: row.id });
  const [previous, changed] = differences(former, fields);
  if (told && Object.keys(changed).length > 0) {
    const data = { application: presentEventApplication(row), changed, previous };
    await tables.events.add([newEvent('application.updated', data, attribution)]);
  }
  return row;
}
