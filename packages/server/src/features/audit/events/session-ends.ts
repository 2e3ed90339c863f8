import type { NewEvent, SessionRow } from '../../../store/engine/schema.ts';
import { presentSession } from '../serializers/session.ts';
import type { SessionEnd } from './event-types.ts';
import { type Attribution, newEvent } from './event.ts';

/** One event for each session that ended before its time. */
export function sessionEnds(
  sessions: readonly SessionRow[],
  reason: SessionEnd,
  attribution: Attribution,
): NewEvent[] {
  return sessions
    .filter(({ expires_at }) => expires_at > attribution.at)
    .map((session) => newEvent('session.ended', { session: presentSession(session), reason }, attribution));
}
