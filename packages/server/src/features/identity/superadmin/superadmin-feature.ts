import type { SignUp } from '../accounts/sign-up.ts';
import type { Core } from '../../core.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createSetUpLink } from './set-up-link.ts';
import { createSuperadmins } from './superadmins.ts';

/** Superadmins of the command line, and the link that creates the first one. */
export function createSuperadminFeature(
  { store, config, clock }: Core,
  { signUp, passwords }: { signUp: SignUp; passwords: PasswordHasher },
) {
  const superadmins = createSuperadmins({ store, signUp, passwords, profile: config.profile, clock });
  return { superadmins, setUpLink: createSetUpLink({ store, superadmins, clock }) };
}
