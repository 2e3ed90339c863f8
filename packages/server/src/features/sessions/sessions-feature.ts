import type { Core } from '../core.ts';
import type { Events } from '../events/events.ts';
import type { Settings } from '../settings/settings.ts';
import { createHandover } from './handover.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

/** Sessions, their tokens, and the codes that hand sessions over to frontends. */
export function createSessionsFeature(
  { store, config, clock }: Core,
  { settings, events }: { settings: Settings; events: Events },
) {
  const tokens = createTokens(settings, clock);
  const sessions = createSessions({
    store,
    tokens,
    settings,
    events,
    clock,
    rotation: config.refreshRotation,
    sessionsPerAccount: config.limits.sessionsPerAccount,
  });
  const handover = createHandover({ store, sessions, profile: config.profile, clock });
  return { tokens, sessions, handover };
}
