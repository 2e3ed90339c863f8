import type { NewEvent } from './schema.ts';

/** All columns of an event except those that the database sets. */
export const NEW_EVENT_COLUMNS = [
  'uid',
  'type',
  'audit',
  'at',
  'account_id',
  'session_id',
  'actor',
  'ip_address',
  'organization',
  'merge_key',
  'count',
  'data',
] as const satisfies readonly (keyof NewEvent)[];
