import type { Core } from '../features/core.ts';
import type { Events } from '../features/audit/events/events.ts';
import type { FailedAttempts } from '../features/audit/log/failed-attempts.ts';
import type { Notices } from '../features/delivery/mail/notices.ts';
import type { SignInHooks } from '../features/hooks/sign-in-hooks.ts';
import type { OpenSignUps } from '../features/identity/accounts/open-sign-ups.ts';
import type { Captcha } from '../features/identity/captcha/captcha.ts';
import type { SendVerification } from '../features/identity/codes/send-verification.ts';
import type { createFactorsFeature } from '../features/identity/mfa/factors-feature.ts';
import type { AvailableMethods } from '../features/identity/mfa/methods.ts';
import type { PasswordHasher } from '../features/identity/passwords/password-hasher.ts';
import type { TokenIssuer } from '../features/identity/sessions/issue-tokens.ts';
import type { SignUpPolicy } from '../features/identity/sign-up-policy/sign-up-policy.ts';
import type { SetUpLink } from '../features/identity/superadmin/set-up-link.ts';
import type { createLimitsFeature } from '../features/limits/limits-feature.ts';
import type { Settings } from '../features/settings/settings.ts';
import { createSignIns } from '../features/sign-in/complete.ts';
import { createExchangeCodes } from '../features/sign-in/exchange/exchange-codes.ts';
import { createPasskeySignIn } from '../features/sign-in/passkey/passkey-sign-in.ts';
import { createLogIn } from '../features/sign-in/password/log-in.ts';
import type { FindRequiredConnection } from '../features/sign-in/required-connection.ts';
import { createPasswordSignIns } from '../features/sign-in/password/password-sign-ins.ts';

/** The completion of all sign-ins, and the sign-ins that need neither mail nor a provider. */
export function createSignInServices(
  { store, config, clock }: Core,
  parts: {
    hooks: SignInHooks;
    settings: Settings;
    signUpPolicy: SignUpPolicy;
    issue: TokenIssuer;
    methods: AvailableMethods;
    factors: ReturnType<typeof createFactorsFeature>;
    events: Events;
    failedAttempts: FailedAttempts;
    notices: Notices;
    limits: ReturnType<typeof createLimitsFeature>;
    captcha: Captcha;
    passwords: PasswordHasher;
    sendVerification: SendVerification;
    openSignUps: OpenSignUps;
    setUpLink: SetUpLink;
    findRequired: FindRequiredConnection;
  },
) {
  const {
    settings,
    signUpPolicy: policy,
    events,
    failedAttempts,
    notices,
    limits,
    openSignUps,
    setUpLink,
  } = parts;
  const { challenges, passkeys } = parts.factors;
  const { limiter, retries, passwordBudget, devices } = limits;
  const { profile } = config;
  const { signIns, resume } = createSignIns({
    store,
    policy,
    findRequired: parts.findRequired,
    signInHooks: parts.hooks,
    challenges,
    methods: parts.methods,
    settings,
    issue: parts.issue,
    events,
    clock,
    cameBack: (...owner) => notices.deletionCancelled(...owner),
    noteDevice: (...signIn) => devices.note(...signIn),
    sessionsPerAccount: config.limits.sessionsPerAccount,
  });
  const checkPassword = createLogIn({
    store: store.accounts,
    policy,
    sendVerification: parts.sendVerification,
    passwords: parts.passwords,
    limiter,
    captcha: parts.captcha,
    retries,
    passwordBudget,
    profile,
    failedAttempts,
  });
  return {
    signIns,
    exchangeCodes: createExchangeCodes({ store, signIns, resume, profile, clock }),
    passwordSignIns: createPasswordSignIns({ checkPassword, openSignUps, setUpLink, signIns }),
    passkeySignIn: createPasskeySignIn({
      store,
      passkeys,
      challenges,
      signIns,
      limiter,
      limits: config.limits,
      settings,
      failedAttempts,
    }),
  };
}
