import type { SignupSettings } from '../../features/settings/settings.ts';
import type { Services } from '../../services/services.ts';
import type { Boot } from './boot.ts';

/** How people can sign in and up, and what their account offers. */
export type LoginOptions = Pick<
  Boot,
  | 'minPasswordLength'
  | 'signUp'
  | 'deletionGraceDays'
  | 'factors'
  | 'applications'
  | 'organizations'
  | 'providers'
>;

export function loginOptionsOf(services: Services): LoginOptions {
  const { factors, oauth, organizations, signup } = services.settings.current;
  return {
    minPasswordLength: services.minPasswordLength,
    signUp: { mode: signup.mode, captcha: captchaOf(signup) },
    deletionGraceDays: signup.deletion_grace_days,
    factors: { totp: factors.totp, passkeys: factors.passkeys },
    applications: oauth.enabled,
    organizations: organizations.enabled
      ? { creation: organizations.creation === 'anyone', ownRoles: organizations.own_roles }
      : null,
    providers: services.providers.choices(),
  };
}

/** Without its site key, no page can show the captcha. */
function captchaOf({ captcha, captcha_site_key: siteKey }: SignupSettings): Boot['signUp']['captcha'] {
  return captcha === null || siteKey === '' ? null : { provider: captcha, siteKey };
}
