import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { boot } from './lib/boot.ts';
import { parseQuery, writeQuery } from './lib/address.ts';
import { loaded } from './lib/loaded.ts';
import { Gate } from './session/gate.tsx';
import { Broken, NotFound } from './shell/error-pages.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Everything that requires a sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  path: 'console',
  component: () => (
    <Gate>
      <Shell />
    </Gate>
  ),
  notFoundComponent: NotFound,
});

function page(path: string, load: () => Promise<Record<string, unknown>>, name: string) {
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(() => loaded(load), name),
  });
}

const loadAccounts = () => import('./pages/accounts/accounts-page.tsx');
const accounts = page('accounts', loadAccounts, 'AccountsPage');
const webhooks = () => import('./pages/webhooks/webhooks-page.tsx');
const settings = () => import('./pages/settings/settings-page.tsx');

const tree = root.addChildren([
  inside.addChildren([
    page('/', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
    // The list stays mounted while accounts open beside it.
    accounts.addChildren([
      createRoute({
        getParentRoute: () => accounts,
        path: '$id',
        component: lazyRouteComponent(() => loaded(loadAccounts), 'AccountPanel'),
      }),
    ]),
    page(
      'organizations/{-$id}',
      () => import('./pages/organizations/organizations-page.tsx'),
      'OrganizationsPage',
    ),
    page('sessions', () => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
    page('codes', () => import('./pages/codes/codes-page.tsx'), 'CodesPage'),
    page('logs', () => import('./pages/logs/logs-page.tsx'), 'LogsPage'),
    // One page with and without an open event, so that opening one leaves the list where it is.
    page('events/{-$id}', () => import('./pages/events/events-page.tsx'), 'EventsPage'),
    page('webhooks', webhooks, 'WebhooksPage'),
    page('webhooks/$id', webhooks, 'WebhooksPage'),
    page('invitations', () => import('./pages/invitations/invitations-page.tsx'), 'InvitationsPage'),
    page('api-keys', () => import('./pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
    page(
      'applications/{-$id}',
      () => import('./pages/applications/applications-page.tsx'),
      'ApplicationsPage',
    ),
    page('try', () => import('./pages/applications/trial-page.tsx'), 'TrialPage'),
    page('settings', settings, 'SettingsPage'),
    page('settings/$section', settings, 'SettingsPage'),
    page('mailbox', () => import('./pages/mailbox/mailbox-page.tsx'), 'MailboxPage'),
    page('api', () => import('./pages/api/api-page.tsx'), 'ApiPage'),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: 'setup',
    component: lazyRouteComponent(() => loaded(() => import('./pages/set-up/set-up-page.tsx')), 'SetUpPage'),
  }),
  // The address that the start prints, with a key in its fragment; it needs no sign-in.
  createRoute({
    getParentRoute: () => root,
    path: 'mailbox',
    component: lazyRouteComponent(
      () => loaded(() => import('./pages/mailbox/mailbox-page.tsx')),
      'OpenMailboxPage',
    ),
  }),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: boot.webPath || '/',
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});
