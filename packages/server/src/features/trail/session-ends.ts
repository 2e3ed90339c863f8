import type { NewEvent, SessionRow } from '../../store/schema.ts';
import { presentSession } from '../bodies/session.ts';
import type { SessionEnd } from './catalogue.ts';
import { type Told, trailEvent } from './trail-event.ts';

/** One event for each session that ended before its time. */
export function sessionEnds(sessions: readonly SessionRow[], reason: SessionEnd, told: Told): NewEvent[] {
  return sessions
    .filter(({ expires_at }) => expires_at > told.at)
    .map((session) => trailEvent('session.ended', { session: presentSession(session), reason }, told));
}
