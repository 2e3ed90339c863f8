import { capturedMails } from '../mailbox/captured-mails.ts';
import type { Route } from '../wire/endpoint/route.ts';
import type { WebPaths } from './compose-boot.ts';
import { getBrandingStyle } from './get-branding-style.ts';
import { getFile } from './get-file.ts';
import { getPage } from './get-page.ts';
import { getLoginOptions } from './get-login-options.ts';
import { getMailFrame } from './mail-frame.ts';

/** The paths that load the console. */
const CONSOLE_PATHS = ['/console', '/console/:section', '/console/:section/:id'];

/** The paths that load the pages for end users. */
const END_USER_PATHS = [
  '/signin',
  '/account',
  '/oauth/callback',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/reset-password',
  '/signup',
  '/invitation',
  '/email-undo',
  '/consent',
  '/device',
];

/** The pages of organizations, which exist only while organizations are on. */
const ORGANIZATION_PATHS = ['/organizations', '/organization/:slug', '/portal'];

/** What a page of an application needs for the same sign-in; below the prefix. */
export const loginOptionsRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/options', access: 'public', endpoint: getLoginOptions },
];

/** The console, and the files that it and the pages for end users load. */
export function webRoutes(paths: WebPaths): readonly Route[] {
  return [
    { method: 'GET', path: '/web/console/:file', access: 'public', endpoint: getFile('console') },
    { method: 'GET', path: '/web/pages/:file', access: 'public', endpoint: getFile('pages') },
    { method: 'GET', path: '/web/branding.css', access: 'public', endpoint: getBrandingStyle },
    { method: 'GET', path: '/web/mail-frame', access: 'public', endpoint: getMailFrame },
    {
      method: 'GET',
      path: '/web/preview',
      access: 'public',
      endpoint: getPage('/web/preview', 'preview', paths, {
        summary: 'HTML page in which the console shows the sign-in page with a branding that is not saved',
      }),
    },
    ...CONSOLE_PATHS.map((path) => pageRoute(path, 'console', paths)),
    {
      method: 'GET',
      path: '/setup',
      access: 'public',
      endpoint: getPage('/setup', 'console', paths, { summary: 'HTML page behind the set-up link' }),
    },
    {
      method: 'GET',
      path: '/mailbox',
      access: 'public',
      endpoint: getPage('/mailbox', 'console', paths, {
        summary:
          'HTML page that shows the caught mails; its script requests them with the key from the address',
        assertExists: capturedMails,
        errors: ['RouteNotFoundError'],
      }),
    },
  ];
}

/** In a host application they could conflict with the host's own paths. */
export function endUserPageRoutes(paths: WebPaths): readonly Route[] {
  return [
    ...END_USER_PATHS.map((path) => pageRoute(path, 'pages', paths)),
    ...ORGANIZATION_PATHS.map((path) =>
      pageRoute(path, 'pages', paths, {
        isThere: ({ settings }) => settings.current.organizations.enabled,
        errors: ['RouteNotFoundError'],
      }),
    ),
  ];
}

function pageRoute(
  path: string,
  ...page: Parameters<typeof getPage> extends [string, ...infer Rest] ? Rest : never
): Route {
  return { method: 'GET', path, access: 'public', endpoint: getPage(path, ...page) };
}
