import { Type } from 'typebox';
import { ORIGIN_FIELDS } from '../../features/audit/events/event-types.ts';
import { describedAs } from '../../lib/documented.ts';

/** An event of any type. */
export const EventSchema = Type.Object({
  id: Type.String({
    description: 'The same in every delivery of the event',
    examples: ['evt_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
  }),
  // Not an enumeration: a newer Keyward has more types, and older clients must be able to read them.
  type: Type.String({ examples: ['session.ended'] }),
  timestamp: Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] }),
  data: describedAs(
    Type.Unknown(),
    Type.Object(ORIGIN_FIELDS, { description: 'The fields of the type, with the actor and the origin' }),
  ),
});
