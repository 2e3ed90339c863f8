import type { NewEvent, SessionRow } from '../../../store/engine/schema.ts';
import { impersonatorOf, presentImpersonator as shown } from './impersonator.ts';
import { presentSession } from '../serializers/session.ts';
import type { SessionEnd } from './event-types.ts';
import { type Attribution, newEvent } from './event.ts';

/** The events of sessions that ended before they expired. */
export function sessionEnds(
  sessions: readonly SessionRow[],
  reason: SessionEnd,
  attribution: Attribution,
): NewEvent[] {
  return sessions
    .filter(({ expires_at }) => expires_at > attribution.at)
    .flatMap((row) => {
      const session = presentSession(row);
      const impersonator = impersonatorOf(row);
      return [
        newEvent('session.ended', { session, reason }, attribution),
        ...(impersonator === null
          ? []
          : [newEvent('impersonation.ended', { session, impersonator: shown(impersonator) }, attribution)]),
      ];
    });
}
