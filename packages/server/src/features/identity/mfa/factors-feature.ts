import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Core } from '../../core.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Settings } from '../../settings/settings.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { UndoLinks } from '../undo/undo-links.ts';
import { createChallenges } from './challenges.ts';
import { createFactorChanges } from './factor-changes.ts';
import { createPasskeyEnrolment } from './passkey-enrolment.ts';
import { createPasskeyOptions } from './passkey-options.ts';
import { createPasskeys } from './passkeys.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createSecondFactor } from './second-factor.ts';
import { createStoredSecrets } from './stored-secrets.ts';
import { createTotp } from './totp.ts';
import { createTotpLock, lockedApps } from './totp-lock.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { RelyingParty } from '../../settings/relying-party.ts';

/** Second factors and passkeys. */
export function createFactorsFeature(
  { store, config, secrets, clock, report }: Core,
  parts: {
    settings: Settings;
    limiter: FailureLimiter;
    failedAttempts: FailedAttempts;
    notices: Notices;
    undoLinks: UndoLinks;
    relyingParty: RelyingParty;
    recent: Recent;
  },
) {
  const { settings, failedAttempts, limiter, notices, undoLinks, relyingParty, recent } = parts;
  const { limits } = config;
  const challenges = createChallenges({ store, clock });
  const stored = createStoredSecrets(secrets.masterKey);
  const recoveryCodes = createRecoveryCodes({
    store,
    secrets: stored,
    notices,
    undoLinks,
    clock,
  });
  const changes = createFactorChanges({ store, recoveryCodes, notices, undoLinks, settings, clock });
  const totp = createTotp({
    store,
    changes,
    secrets: stored,
    settings,
    lock: createTotpLock({ notices, clock }),
    limiter,
    limits,
    clock,
    report: (error) => report(error, 'totp'),
  });
  const passkeys = createPasskeys({ store, relyingParty, settings, clock });
  const secondFactor = createSecondFactor({
    provers: {
      totp: ({ id }, { code = '' }, within) => totp.prove(id, code, within),
      recovery_code: ({ id }, { code = '' }) => recoveryCodes.prove(id, code),
      passkey: async ({ id: accountId }, { credential }, { webauthnChallenge }) =>
        credential === undefined || webauthnChallenge === null
          ? null
          : passkeys.prove({ accountId, credential, webauthnChallenge, userVerification: false }),
    },
    challenges,
    settings,
    limiter,
    limits,
    failedAttempts,
  });
  return {
    totp,
    /** The accounts, by id, whose authenticator app is locked. */
    lockedApps: (accounts: readonly AccountRow[]) => lockedApps(store, accounts),
    recoveryCodes,
    changes,
    challenges,
    secondFactor,
    passkeys,
    passkeyOptions: createPasskeyOptions({
      store,
      clock,
      challenges,
      recent,
      optionsOf: (accountId) => passkeys.options(accountId),
    }),
    passkeyEnrolment: createPasskeyEnrolment({ store, changes, challenges, relyingParty, settings, clock }),
  };
}
