import type { Core } from '../../core.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { SendVerification } from '../codes/send-verification.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { createOpenSignUps } from './open-sign-ups.ts';
import { createSignUps } from './sign-up.ts';

/** Creates accounts. */
export function createAccountsFeature(
  { store, config, clock }: Core,
  parts: {
    signUpPolicy: SignUpPolicy;
    sendVerification: SendVerification;
    passwords: PasswordHasher;
    limiter: FailureLimiter;
  },
) {
  const { profile, limits } = config;
  const { signUpPolicy: policy, passwords } = parts;
  const signUps = createSignUps({ store: store.accounts, passwords, profile, clock });
  return { signUps, openSignUps: createOpenSignUps({ ...parts, store, policy, signUps, limits }) };
}
