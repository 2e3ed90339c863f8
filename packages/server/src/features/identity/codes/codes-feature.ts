import { randomBytes, randomInt } from 'node:crypto';
import { deriveKey } from '../../../lib/derive-key.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { DeviceCookies } from '../../limits/device-cookies.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { createCodeGuesses } from './code-guesses.ts';
import type { CounterKey } from '../../limits/counter-key.ts';
import type { KnownDevices } from '../../limits/known-devices.ts';
import { type MailBudget, mailsTo } from '../../limits/mail-budget.ts';
import { ofCodes } from '../../limits/login-limits.ts';
import { createCodes } from './codes.ts';
import { PURPOSES } from '../../../store/tables/codes.ts';
import { createMagicLinks } from './magic-link.ts';
import { createSendCode } from './send-code.ts';
import { createSendVerification } from './send-verification.ts';
import { recordRestricted } from './record-restricted.ts';

/** Mailed codes and magic links: how they are made, sent and checked. */
export function createCodesFeature(
  { store, config, secrets, clock, publicUrl, report }: Core,
  parts: {
    settings: Settings;
    frontends: Frontends;
    signUpPolicy: SignUpPolicy;
    deviceCookies: DeviceCookies;
    limiter: FailureLimiter;
    consume: Consume;
    mailBudget: MailBudget;
    devices: Pick<KnownDevices, 'of'>;
    forgetCounters: (keys: readonly CounterKey[]) => Promise<void>;
    mailer: Mailer;
    events: Events;
  },
) {
  const { limits, prefix } = config;
  const { signUpPolicy: policy, limiter, consume, mailer, events } = parts;
  const magicLinks = createMagicLinks({
    publicUrl,
    prefix,
    frontends: parts.frontends,
    magicLinks: config.magicLinks,
  });
  const hashKey = deriveKey(secrets.masterKey, 'codes');
  const codes = createCodes({
    store,
    limiter,
    guesses: createCodeGuesses({
      deviceCookies: parts.deviceCookies,
      limits,
      hashKey,
      restricted: (until) => recordRestricted({ store, consume, events, limit: limits.codes, clock }, until),
    }),
    clock,
    hashKey,
    randomInt,
    newKey: () => randomBytes(16).toString('base64url'),
  });
  const sendCode = createSendCode({
    store,
    policy,
    codes,
    magicLinks,
    mailer,
    mailBudget: parts.mailBudget,
    devices: parts.devices,
    clock,
  });
  return {
    codes,
    magicLinks,
    /**
     * Resets the counters for the mailbox of a deleted account. They would reveal something about the last owner to the
     * next one.
     */
    forgetMailbox: (emailKey: string) =>
      parts.forgetCounters([...PURPOSES.map((purpose) => ofCodes(purpose, emailKey)), ...mailsTo(emailKey)]),
    sendCode,
    sendVerification: createSendVerification({
      settings: () => parts.settings.current.signup,
      frontends: parts.frontends,
      sendCode,
      report: (error) => report(error, 'verification'),
    }),
  };
}
