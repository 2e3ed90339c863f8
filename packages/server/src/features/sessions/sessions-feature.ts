import { SERVER } from '../../config/settings.ts';
import type { Core } from '../core.ts';
import type { Events } from '../events/events.ts';
import type { Settings } from '../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { createHandover } from './handover.ts';
import { createIssuer } from './issuer.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

/** Sessions, their tokens, and the codes that hand sessions over to frontends. */
export function createSessionsFeature(
  { store, config, clock, publicUrl }: Core,
  { settings, signUpPolicy, events }: { settings: Settings; signUpPolicy: SignUpPolicy; events: Events },
) {
  const issuer = createIssuer(publicUrl, config.given.has(SERVER.publicUrl.name));
  const tokens = createTokens({ settings, issuer, clock });
  const sessions = createSessions({
    store,
    tokens,
    issuer,
    settings,
    policy: signUpPolicy,
    events,
    clock,
    rotation: config.refreshRotation,
    sessionsPerAccount: config.limits.sessionsPerAccount,
  });
  const handover = createHandover({ store, sessions, profile: config.profile, clock });
  return { tokens, sessions, handover };
}
