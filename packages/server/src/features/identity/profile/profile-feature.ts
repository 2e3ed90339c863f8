import type { Core } from '../../core.ts';
import type { SendVerification } from '../codes/send-verification.ts';
import type { EmailChanges } from '../email-changes/email-changes.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { KnownDevices } from '../../limits/known-devices.ts';
import type { PasswordBudget } from '../../limits/password-budget.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { UndoLinks } from '../undo/undo-links.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createSetPicture } from './pictures.ts';
import { createProfiles } from './profile.ts';
import { createReauthenticate } from './reauthenticate.ts';
import { recordProfiles, recordReauthenticate } from './record-profiles.ts';

/** A person's own profile, and the reauthentication that its changes require. */
export function createProfileFeature(
  { store, config, clock, publicUrl }: Core,
  parts: {
    signUpPolicy: SignUpPolicy;
    sendVerification: SendVerification;
    passwords: PasswordHasher;
    passwordBudget: PasswordBudget;
    limiter: FailureLimiter;
    notices: Notices;
    events: Events;
    failedAttempts: FailedAttempts;
    settings: Settings;
    recent: Recent;
    emailChanges: Pick<EmailChanges, 'assertMayLeave' | 'mustConfirm' | 'request'>;
    undoLinks: UndoLinks;
    devices: Pick<KnownDevices, 'note'>;
  },
) {
  const { profile, limits } = config;
  const { signUpPolicy, events, failedAttempts } = parts;
  const deps = { ...parts, policy: signUpPolicy, store: store.accounts, limits, profile, clock };
  const reauthenticate = createReauthenticate(deps);
  const profiles = recordProfiles(createProfiles({ ...deps, store, reauthenticate }), events, failedAttempts);
  const apiUrl = () => publicUrl() + config.prefix;
  return {
    profiles,
    setPicture: createSetPicture({ profiles, clock, apiUrl }),
    reauthenticate: recordReauthenticate(reauthenticate, failedAttempts),
  };
}
