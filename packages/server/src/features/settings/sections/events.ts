import { eventsFields } from '../../../config/sections/events.ts';
import { sectionKind } from '../section-kind.ts';

export const events = sectionKind({ fields: eventsFields, partial: true });
