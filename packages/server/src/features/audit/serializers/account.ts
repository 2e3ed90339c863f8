import { type Static, Type } from 'typebox';
import { timestamp } from '../../../lib/clock.ts';
import { eachProfileField } from '../../../lib/profile-fields.ts';
import type { SessionWithAccount } from '../../../store/tables/session-accounts.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { nullable, Timestamp } from './shapes.ts';

/** A JSON object that applications keep with an account. */
export type Metadata = Record<string, unknown>;

export const MetadataSchema = Type.Unsafe<Metadata>({ type: 'object', additionalProperties: true });

const FACTS = {
  id: Type.Integer(),
  uid: Type.String(),
  name: Type.String(),
  handle: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  ...eachProfileField(() => nullable(Type.String())),
  role: Type.String(),
  status: Type.String(),
  external_id: nullable(Type.String({ description: 'Its id in another system' })),
};
const TIMES = { created_at: Timestamp, updated_at: Timestamp };

/** An account as the API shows it. */
export const AccountSchema = Type.Object({
  ...FACTS,
  metadata: Type.Unsafe<Metadata>({ ...MetadataSchema, description: 'Metadata that its owner may change' }),
  app_metadata: Type.Unsafe<Metadata>({
    ...MetadataSchema,
    description: 'Metadata that only superadmins, keys and the host may change',
  }),
  ...TIMES,
});

/** A longer value of a profile field is left out of events. An address of URI characters is never longer. */
const MAX_TOLD_BYTES = 2_048;

const EVENT_FIELDS = Type.Object({
  ...FACTS,
  ...eachProfileField((_, { maxLength }) =>
    nullable(
      Type.String(
        maxLength < MAX_TOLD_BYTES ? {} : { description: 'Null also if it takes more than 2 KiB as JSON' },
      ),
    ),
  ),
  ...TIMES,
});

/** An account as events show it: without metadata, which would make every event large. */
export const EventAccountSchema = Type.Unsafe<EventAccount>(EVENT_FIELDS);

export type AccountBody = Static<typeof AccountSchema>;

type EventFields = Static<typeof EVENT_FIELDS>;

export type EventAccount = EventFields & { metadata?: never; app_metadata?: never };

export function presentAccount(row: Pick<AccountRow, keyof AccountBody>): AccountBody {
  return {
    ...presentFacts(row),
    metadata: readMetadata(row.metadata),
    app_metadata: readMetadata(row.app_metadata),
  };
}

/** The account in a session's row. */
export function presentAccountOf(row: SessionWithAccount): AccountBody {
  return {
    ...presentFacts(rowIn(row)),
    metadata: readMetadata(row.account__metadata),
    app_metadata: readMetadata(row.account__app_metadata),
  };
}

/** The account for an event. */
export function presentEventAccount(row: Pick<AccountRow, keyof EventFields>): EventAccount {
  const facts = presentFacts(row);
  const fields = eachProfileField((name) =>
    Buffer.byteLength(JSON.stringify(facts[name])) > MAX_TOLD_BYTES + '""'.length ? null : facts[name],
  );
  return { ...facts, ...fields };
}

/** The account in a session's row, for an event. */
export function presentEventAccountOf(row: SessionWithAccount): EventAccount {
  return presentEventAccount(rowIn(row));
}

function presentFacts(row: Pick<AccountRow, keyof EventFields>): EventFields {
  return {
    id: row.id,
    uid: row.uid,
    name: row.name,
    handle: row.handle,
    email: row.email,
    email_verified: row.email_verified === 1,
    ...eachProfileField((name) => row[name]),
    role: row.role,
    status: row.status,
    external_id: row.external_id,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

function rowIn(row: SessionWithAccount): Pick<AccountRow, keyof EventFields> {
  return {
    id: row.account__id,
    uid: row.account__uid,
    name: row.account__name,
    handle: row.account__handle,
    email: row.account__email,
    email_verified: row.account__email_verified,
    ...eachProfileField((name) => row[`account__${name}`]),
    role: row.account__role,
    status: row.account__status,
    external_id: row.account__external_id,
    created_at: row.account__created_at,
    updated_at: row.account__updated_at,
  };
}

/** @param text the column; null for an empty object */
export function readMetadata(text: string | null): Metadata {
  return text === null ? {} : JSON.parse(text);
}
