import { LOG_PATH } from '../logs/mount.ts';
import type { Services } from '../../services/services.ts';
import type { SignupSettings } from '../../features/settings/settings.ts';
import { version } from '../../package.ts';
import { brandingOf } from './branding.ts';
import type { Boot } from './boot.ts';

/** The paths at which the routes are mounted. */
export interface WebPaths {
  /** Of the API. */
  prefix: string;
  webPath: string;
  logPath?: string | false | undefined;
  documentationPath?: string | false | undefined;
  /** Whether the pages for end users are mounted. */
  pages: boolean;
}

/** The prefix of the service's paths in a browser, because a proxy may serve it below a path. */
export function pathOutside(services: Services): string {
  return new URL(services.publicUrl()).pathname.replace(/\/$/, '');
}

/** Without its site key, no page can show the captcha. */
function captchaOf({ captcha, captcha_site_key: siteKey }: SignupSettings): Boot['signUp']['captcha'] {
  return captcha === null || siteKey === '' ? null : { provider: captcha, siteKey };
}

export function bootOf(services: Services, paths: WebPaths, language: string): Boot {
  const { prefix, webPath, logPath = LOG_PATH, documentationPath = '', pages } = paths;
  const { cookie, factors, oauth, organizations, signup } = services.settings.current;
  const outside = pathOutside(services);
  return {
    prefix: outside + prefix,
    logPath: logPath === false ? false : outside + logPath,
    webPath: outside + webPath,
    pages,
    documentationPath: documentationPath === false ? false : outside + documentationPath,
    publicUrl: services.publicUrl(),
    version: version(),
    language,
    minPasswordLength: services.minPasswordLength,
    cookieMode: cookie.cookie_mode,
    signUp: { mode: signup.mode, captcha: captchaOf(signup) },
    deletionGraceDays: signup.deletion_grace_days,
    factors: { totp: factors.totp, passkeys: factors.passkeys },
    applications: oauth.enabled,
    organizations: organizations.enabled
      ? { creation: organizations.creation === 'anyone', ownRoles: organizations.own_roles }
      : null,
    providers: services.providers.choices(),
    branding: brandingOf(services),
  };
}
