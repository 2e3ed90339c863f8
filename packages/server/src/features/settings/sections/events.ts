import { eventsFields } from '../../../config/sections/events.ts';
import { sectionKind } from '../kinds/section-kind.ts';

// A shorter retention of the audit log removes traces.
export const events = sectionKind({ fields: eventsFields, stepUp: true, partial: true });
