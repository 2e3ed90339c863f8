import { Type } from 'typebox';
import { field, type ValuesOf } from './field.ts';

const MAX_DAYS = 3650;
const days = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_DAYS, description });

export const eventsFields = {
  audit_days: field(days('How long audit events are kept; those that an undo needs, at least 15 days'), 400, {
    keys: 'closed',
  }),
  activity_days: field(days('How long activity is kept: sign-ins, their failures and ends, sent codes'), 30, {
    keys: 'closed',
  }),
  activity_rows: field(
    Type.Integer({
      minimum: 10,
      maximum: 100_000_000,
      description:
        'Maximum number of activity events to keep; the accounts with the most lose their oldest first',
    }),
    1_000_000,
    { keys: 'closed' },
  ),
};

/** How long the audit log keeps its events. */
export type EventsSettings = ValuesOf<typeof eventsFields>;
