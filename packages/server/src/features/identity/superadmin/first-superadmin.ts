import type { Config } from '../../../config/config.ts';
import { ConfigError } from '../../../config/error.ts';
import { SUPERADMIN } from '../../../config/settings.ts';
import { KeywardError } from '../../../errors.ts';
import { parseEmail } from '../../../lib/email.ts';
import type { AccountStore } from '../../../store/tables/accounts.ts';
import { FIELD_RULES } from '../accounts/identity.ts';
import { assertPasswordAllowed } from '../passwords/password-policy.ts';
import { BY_SERVICE } from '../../audit/events/origin.ts';
import { SUPERADMIN_NAME, type Superadmins } from './superadmins.ts';

type Boot = Pick<Config, 'superadmin' | 'profile'>;

/**
 * Creates the superadmin of the configuration, if there is one. An existing account with that email stays unchanged.
 * @throws ConfigError when the account is missing and the configured one breaks a rule
 */
export async function createFirstSuperadmin(superadmins: Superadmins, boot: Boot): Promise<void> {
  if (boot.superadmin === undefined || (await superadmins.roleOf(boot.superadmin.email)) !== null) return;
  // Checked only now, because a password that the rules once allowed may stay in the environment for ever.
  checkFirstSuperadmin(boot);
  try {
    await superadmins.create(boot.superadmin, { method: 'operator', by: BY_SERVICE });
  } catch (error) {
    // Another instance that started at the same time has created it.
    if (error instanceof KeywardError && error.kind === 'EmailAlreadyExistsError') return;
    throw error;
  }
}

/** Throws the errors of {@link createFirstSuperadmin} before the services exist. @throws ConfigError */
export async function checkFirstSuperadminIn(
  accounts: Pick<AccountStore, 'find'>,
  boot: Boot,
): Promise<void> {
  if (boot.superadmin === undefined) return;
  const { email } = boot.superadmin;
  if ((await accounts.find('email_key', parseEmail(email)?.key ?? email)) === null)
    checkFirstSuperadmin(boot);
}

/** @throws ConfigError unless the configured superadmin could be created */
export function checkFirstSuperadmin({ superadmin, profile }: Boot): void {
  if (superadmin === undefined) return;
  const { email, password } = superadmin;
  if (parseEmail(email) === null) {
    throw new ConfigError(`${SUPERADMIN.email.name}: ${JSON.stringify(email)} ${FIELD_RULES.email}.`);
  }
  try {
    assertPasswordAllowed(password, { profile, email, name: SUPERADMIN_NAME });
  } catch (error) {
    if (!(error instanceof KeywardError)) throw error;
    throw new ConfigError(`${SUPERADMIN.password.name}: ${error.message}`);
  }
}
