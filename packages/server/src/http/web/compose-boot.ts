import { LOG_PATH } from '../logs/mount.ts';
import type { Services } from '../../services/services.ts';
import { version } from '../../package.ts';
import { brandingOf } from './branding.ts';
import type { Boot } from './boot.ts';
import { loginOptionsOf } from './login-options.ts';

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

export function bootOf(services: Services, paths: WebPaths, language: string): Boot {
  const { prefix, webPath, logPath = LOG_PATH, documentationPath = '', pages } = paths;
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
    cookieMode: services.settings.current.cookie.cookie_mode,
    ...loginOptionsOf(services),
    branding: brandingOf(services),
  };
}

/**
 * Whether the console may take a session of the account page over. Not from cookie mode, whose cookies allowed frontends
 * use too; and not one with refresh tokens, which would end if two clients renewed it.
 */
export function takesSession({ settings }: Services): boolean {
  const { cookie, jwt } = settings.current;
  return !cookie.cookie_mode && !jwt.dual_token_mode;
}
