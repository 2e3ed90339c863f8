import type { Core } from '../../core.ts';
import type { AccountBody } from '../../audit/serializers/account.ts';
import type { Events } from '../../audit/events/events.ts';
import { idleMs } from '../../settings/sections/jwt.ts';
import type { Settings, SettingsValues } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import type { ActiveOrganizations } from './active-organization.ts';
import { createCustomClaims } from './custom-claims.ts';
import { type ActiveOrganizationOf, createTokenIssuer } from './issue-tokens.ts';
import type { Issuer } from './issuer.ts';
import { createSessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/** Sessions, and the issuing of their tokens. */
export function createSessionsFeature(
  { store, config, clock, report }: Core,
  deps: {
    settings: Settings;
    issuer: Issuer;
    tokens: Tokens;
    signUpPolicy: SignUpPolicy;
    events: Events;
    /** The host's claims for an account; null without a hook. */
    claimsHook: ((account: AccountBody) => Promise<unknown>) | null;
    /** Loaded at their first use; asked only while organizations are on. */
    activeOrganizations: () => Promise<ActiveOrganizations>;
  },
) {
  const { settings, issuer, tokens, signUpPolicy, events, claimsHook, activeOrganizations } = deps;
  const setRules = ({ jwt }: SettingsValues) => {
    store.sessionRules.idleMs = idleMs(jwt);
  };
  setRules(settings.current);
  settings.subscribe(setRules);
  const customClaims = createCustomClaims({
    hook: claimsHook,
    events,
    report: (error) => report(error, 'hook'),
  });
  const activeOrganization: ActiveOrganizationOf = async (session) =>
    !settings.current.organizations.enabled
      ? undefined
      : session.membership_id === null
        ? null
        : (await activeOrganizations()).find(session);
  const issue = createTokenIssuer({ tokens, issuer, customClaims, activeOrganization, events, clock });
  const sessions = createSessions({
    store,
    tokens,
    issue,
    activeOrganizations,
    settings,
    policy: signUpPolicy,
    events,
    clock,
    rotation: config.refreshRotation,
  });
  return { sessions, issue, activeOrganization };
}
