import { randomInt } from 'node:crypto';
import { deriveKey } from '../../../lib/derive-key.ts';
import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { SignUps } from '../../identity/accounts/sign-up.ts';
import type { Captcha } from '../../identity/captcha/captcha.ts';
import type { Core } from '../../core.ts';
import type { EmailChanges } from '../../identity/email-changes/email-changes.ts';
import type { Events } from '../../audit/events/events.ts';
import type { SignInHooks } from '../../hooks/sign-in-hooks.ts';
import type { Browsers } from '../../limits/browsers.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { PasswordBudget } from '../../limits/password-budget.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { PasswordHasher } from '../../identity/passwords/password-hasher.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { Refusals } from '../../audit/log/failed-attempts.ts';
import type { SignIns } from '../../identity/mfa/sign-ins.ts';
import type { UndoLinks } from '../../identity/undo/undo-links.ts';
import { createCodeFlows } from './code-flows.ts';
import { createCodeGuesses, guessCounter } from './code-guesses.ts';
import { createCodes, PURPOSES } from './codes.ts';
import { createMagicLinks } from './magic-link.ts';
import { createSendCode, mailCounters } from './send-code.ts';
import { createSendVerification } from './send-verification.ts';
import { tellCodeFlows } from './tell-code-flows.ts';
import { tellRestricted } from './tell-restricted.ts';

/** Emailed codes and magic links: how they are sent and used. */
export function createCodesFeature(
  { store, config, secrets, clock, publicUrl, report }: Core,
  parts: {
    settings: Settings;
    frontends: Frontends;
    captcha: Captcha;
    signUpPolicy: SignUpPolicy;
    passwords: PasswordHasher;
    passwordBudget: PasswordBudget;
    browsers: Browsers;
    limiter: FailureLimiter;
    consume: Consume;
    forgetCounters: (keys: readonly string[]) => Promise<void>;
    signUps: SignUps;
    openSignUps: OpenSignUps;
    signIns: SignIns;
    mailer: Mailer;
    notices: Notices;
    undoLinks: UndoLinks;
    providerName: (issuer: string) => string;
    signInHooks: SignInHooks;
    events: Events;
    refusals: Refusals;
    emailChanges: Pick<EmailChanges, 'confirm' | 'tellConfirmed'>;
  },
) {
  const { limits, profile, prefix } = config;
  const { signUpPolicy: policy, limiter, consume, mailer, events, refusals, signInHooks: hooks } = parts;
  const magicLinks = createMagicLinks({ publicUrl, prefix, magicLinks: config.magicLinks });
  const hashKey = deriveKey(secrets.masterKey, 'codes');
  const codes = createCodes({
    store,
    limiter,
    guesses: createCodeGuesses({
      browsers: parts.browsers,
      limits,
      hashKey,
      restricted: (until) => tellRestricted({ store, consume, events, limit: limits.codes, clock }, until),
    }),
    clock,
    hashKey,
    randomInt,
  });
  const sendCode = createSendCode({
    store,
    policy,
    codes,
    magicLinks,
    mailer,
    consume,
    limits,
    clock,
  });
  return {
    magicLinks,
    /** Forgets the counters for a deleted account's mailbox. They would tell its next owner about the last one. */
    forgetMailbox: (emailKey: string) => parts.forgetCounters(countersOf(emailKey)),
    sendCode,
    sendVerification: createSendVerification({
      settings: () => parts.settings.current.signup,
      frontends: parts.frontends,
      sendCode,
      report: (error) => report(error, 'verification'),
    }),
    codeFlows: tellCodeFlows(
      createCodeFlows({ ...parts, store: store.accounts, policy, codes, limits, profile, clock }),
      { store: store.accounts, events, refusals, hooks },
    ),
  };
}

function countersOf(emailKey: string): string[] {
  return PURPOSES.flatMap((purpose) => [
    guessCounter(purpose, emailKey),
    ...Object.values(mailCounters(purpose, emailKey)),
  ]);
}
