import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { SignUps } from '../../identity/accounts/sign-up.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import type { PasswordHasher } from '../../identity/passwords/password-hasher.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { SignIns } from '../complete.ts';
import { createAcceptInvitation } from './accept-invitation.ts';
import { createInvitations } from './invitations.ts';

/** Invitations to open an account: how they are made, and how they are accepted. */
export function createInvitationsFeature(
  { store, config, clock, publicUrl }: Core,
  parts: {
    signUpPolicy: SignUpPolicy;
    signUps: SignUps;
    openSignUps: OpenSignUps;
    passwords: PasswordHasher;
    signIns: SignIns;
    mailer: Mailer;
    consume: Consume;
    frontends: Frontends;
    events: Events;
    recent: Pick<Recent, 'assert'>;
  },
) {
  const { mailbox } = config.limits;
  return {
    invitations: createInvitations({ ...parts, store, clock, publicUrl, mailbox }),
    acceptInvitation: createAcceptInvitation({
      ...parts,
      store,
      clock,
      policy: parts.signUpPolicy,
      profile: config.profile,
    }),
  };
}
