import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { SignUps } from '../../identity/accounts/sign-up.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { InvitationLinks } from '../../identity/invitations/invitation-links.ts';
import type { Joining } from '../../organizations/joining.ts';
import type { PasswordHasher } from '../../identity/passwords/password-hasher.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { SignIns } from '../complete.ts';
import { createAcceptInvitation } from './accept-invitation.ts';
import { createCheckInvitation } from './check-invitation.ts';
import { createInvitations } from './invitations.ts';

/**
 * Invitations to open an account, and the opening of an account with one of them or with an invitation to an
 * organization.
 */
export function createInvitationsFeature(
  { store, config, clock }: Core,
  parts: {
    signUpPolicy: SignUpPolicy;
    signUps: SignUps;
    openSignUps: OpenSignUps;
    passwords: PasswordHasher;
    signIns: SignIns;
    invitationLinks: InvitationLinks;
    /** Null while organizations are turned off. */
    joining: () => Promise<Pick<
      Joining,
      'find' | 'organizationOf' | 'admit' | 'join' | 'isByAdministration'
    > | null>;
    frontends: Frontends;
    events: Events;
    recent: Pick<Recent, 'assert'>;
  },
) {
  return {
    invitations: createInvitations({ ...parts, links: parts.invitationLinks, store, clock }),
    checkInvitation: createCheckInvitation({ ...parts, store, clock }),
    acceptInvitation: createAcceptInvitation({
      ...parts,
      store,
      clock,
      policy: parts.signUpPolicy,
      profile: config.profile,
    }),
  };
}
