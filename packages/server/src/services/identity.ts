import type { Core } from '../features/core.ts';
import type { Bounded } from '../features/hooks/bounded.ts';
import type { HostHooks } from '../features/hooks/sign-in-hooks.ts';
import { createAccountsFeature } from '../features/identity/accounts/accounts-feature.ts';
import { createAdministration } from '../features/identity/administration/administration.ts';
import { createKeysFeature } from '../features/identity/api-keys/api-keys-feature.ts';
import { createCaptchaCheck } from '../features/identity/captcha/captcha-check.ts';
import { createCaptcha } from '../features/identity/captcha/captcha.ts';
import { createCodesFeature } from '../features/identity/codes/codes-feature.ts';
import { createEmailChangesFeature } from '../features/identity/email-changes/email-changes-feature.ts';
import { createFactorsFeature } from '../features/identity/mfa/factors-feature.ts';
import { guessedDigits } from '../features/identity/mfa/second-factor.ts';
import { unlockTotp } from '../features/identity/mfa/totp-lock.ts';
import type { Argon2Parameters } from '../features/identity/passwords/password-hasher.ts';
import { createPasswordsFeature } from '../features/identity/passwords/passwords-feature.ts';
import { createOwnerRights } from '../features/identity/profile/owner-rights.ts';
import { createProfileFeature } from '../features/identity/profile/profile-feature.ts';
import { createSessionsFeature } from '../features/identity/sessions/sessions-feature.ts';
import { createSuperadminFeature } from '../features/identity/superadmin/superadmin-feature.ts';
import { createUndoFeature } from '../features/identity/undo/undo-feature.ts';
import type { MissedConnection } from '../features/organizations/entrance.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import { loadOnce } from '../lib/load-once.ts';
import { createRelyingParty } from '../features/settings/relying-party.ts';
import type { AccountRow } from '../store/engine/schema.ts';
import type { AuditServices } from './audit.ts';
import type { DeliveryServices } from './delivery.ts';
import type { OrganizationServices } from './organizations.ts';
import type { SettingsServices } from './settings.ts';

export type IdentityServices = ReturnType<typeof createIdentityServices>;

/** Accounts, their credentials and their sessions. */
export function createIdentityServices(
  core: Core,
  parts: {
    audit: AuditServices;
    settings: SettingsServices;
    limits: Limits;
    delivery: DeliveryServices;
    organizations: OrganizationServices['organizations'];
    missedConnection: MissedConnection;
    /** The host's hook for claims of access tokens. */
    hook: HostHooks['claims'];
    bounded: Bounded;
    /** The cost of a password hash; undefined: OWASP's recommendation. */
    argon2: Argon2Parameters | undefined;
    /** The number of processes that share the machine; undefined: this is the only one. */
    processes: number | undefined;
  },
) {
  const { store, config, clock, publicUrl } = core;
  const { limits, organizations, hook, bounded } = parts;
  const { events, failedAttempts } = parts.audit;
  const { settings, recent, issuer, tokens, signUpPolicy, frontends } = parts.settings;
  const { limiter, deviceCookies, passwordBudget, consume } = limits;
  const { mailer, notices } = parts.delivery;

  const { hashQueue, minPasswordLength, passwords } = createPasswordsFeature(core, parts);
  const captcha = createCaptcha({
    settings: () => settings.current.signup,
    check: createCaptchaCheck(config.captchaVerifyUrl ?? null),
    limiter,
    limits: config.limits,
    consume,
    events,
    clock,
  });
  const undo = createUndoFeature(core, { frontends, notices });
  const { tokens: undoTokens, undoLinks, tellFirstProof } = undo;
  const { codes, magicLinks, sendCode, sendVerification, forgetMailbox } = createCodesFeature(core, {
    settings,
    frontends,
    signUpPolicy,
    deviceCookies,
    limiter,
    consume,
    mailBudget: limits.mailBudget,
    devices: limits.devices,
    forgetCounters: (subjects) => limits.forget(subjects),
    mailer,
    events,
  });
  const forgetCounters = async (account: AccountRow) => {
    await limits.locks.end(account);
    await unlockTotp(store, account);
    await limits.forget([guessedDigits(account)]);
    await forgetMailbox(account.email_key);
  };
  const { signUps, openSignUps } = createAccountsFeature(core, {
    signUpPolicy,
    sendVerification,
    passwords,
    limiter,
  });
  const { signUp } = signUps;
  const { superadmins, setUpLink } = createSuperadminFeature(core, { signUp, passwords });
  const { emailChanges, undoChange } = createEmailChangesFeature(core, {
    policy: signUpPolicy,
    settings,
    sendCode,
    mailer,
    notices,
    consume,
    frontends,
    tokens: undoTokens,
    undoLinks,
    planUndo: loadOnce(async () => {
      const { createPlanUndo } = await import('../features/recovery/plan-undo.ts');
      return createPlanUndo({ settings, missedConnection: parts.missedConnection, notices });
    }),
    events,
  });
  const { profiles, reauthenticate, setPicture } = createProfileFeature(core, {
    signUpPolicy,
    sendVerification,
    passwords,
    passwordBudget,
    limiter,
    notices,
    events,
    failedAttempts,
    recent,
    settings,
    emailChanges,
    undoLinks,
    devices: limits.devices,
  });
  const factors = createFactorsFeature(core, {
    settings,
    limiter,
    failedAttempts,
    notices,
    undoLinks,
    relyingParty: createRelyingParty({ settings, publicUrl, frontends }),
    recent,
  });
  const { sessions, issue, activeOrganization } = createSessionsFeature(core, {
    settings,
    issuer,
    tokens,
    signUpPolicy,
    events,
    claimsHook: hook === undefined ? null : (account) => bounded('claims', (signal) => hook(account, signal)),
    activeOrganizations: async () => (await organizations()).active,
  });
  const { apiKeys } = createKeysFeature(core, { events, limiter, notices });
  const ownerRights = createOwnerRights({
    store,
    reauthenticate,
    settings,
    notices,
    forgetCounters,
    consume,
    events,
    clock,
  });
  const administration = createAdministration({
    store,
    signUp,
    passwords,
    notices,
    forgetCounters,
    events,
    recent,
    settings,
    emailChanges,
    profile: config.profile,
    clock,
  });
  return {
    hashQueue,
    minPasswordLength,
    passwords,
    captcha,
    undoLinks,
    tellFirstProof,
    codes,
    magicLinks,
    sendCode,
    sendVerification,
    signUps,
    openSignUps,
    superadmins,
    setUpLink,
    emailChanges,
    undoChange,
    profiles,
    setPicture,
    reauthenticate,
    factors,
    sessions,
    issue,
    activeOrganization,
    apiKeys,
    ownerRights,
    administration,
  };
}
