import type { Route } from '../wire/endpoint/route.ts';

/**
 * Groups of routes in the order of the reference. A path belongs to the first group with a matching pattern. Logs and
 * documentation may be mounted anywhere.
 */
const TAGS: readonly { name: string; description: string; paths: RegExp }[] = [
  {
    name: 'Sign-up and sign-in',
    description: 'Accounts, passwords, and the tokens that a sign-in issues.',
    paths:
      /^\/(?:login(?!\/(?:challenge|passkey|discover)(?:\/|$))|signup|forgot|token(?!\/organization$))(?:\/|$)/,
  },
  {
    name: 'Codes and magic links',
    description: 'Six digits, or a link, sent to a mailbox to prove its ownership.',
    paths: /^\/(?:send|link)\//,
  },
  {
    name: 'Second factors',
    description:
      'Passkeys, codes of authenticator apps and recovery codes: sign-in, enrolment and reauthentication.',
    paths:
      /^\/(?:login\/(?:challenge|passkey)|account\/(?:factors|totp|recovery-codes|passkeys|reauthenticate))(?:\/|$)/,
  },
  {
    name: 'Profile and sessions',
    description: 'The data and sessions of the signed-in person.',
    paths: /^\/(?:me(?!\/(?:organizations|invitations)$)|email|update|logout|logout-all)(?:\/|$)/,
  },
  {
    name: 'Identity providers',
    description: 'Sign-in with accounts of other services, and their links.',
    paths: /^\/(?:providers$|:provider\/|account\/oauth\/)/,
  },
  {
    name: 'Authorization server',
    description: 'OAuth 2.1 and OpenID Connect for applications that sign in with Keyward.',
    paths: /^\/(?:oauth\/(?!query$)|account\/application(?:\/|$)|\.well-known\/o)/,
  },
  {
    name: 'Settings',
    description: 'Settings that can change while the service runs, for superadmins.',
    paths: /^\/config\/(?!oauth\/)/,
  },
  {
    name: 'Administration of accounts',
    description: 'All accounts, for superadmins.',
    paths: /^\/account(?:\/|$)/,
  },
  {
    name: 'Administration of sessions, codes and links',
    description: 'All sessions, codes and provider links, for superadmins.',
    paths: /^\/(?:session|otp|oauth)(?:\/|$)/,
  },
  {
    name: 'Invitations',
    description: 'Who is invited to open an account, for superadmins.',
    paths: /^\/invitation(?!\/accept$)(?:\/|$)/,
  },
  {
    name: 'Events',
    description: 'The audit log, as a feed for other systems, for superadmins.',
    paths: /^\/event(?:\/|$)/,
  },
  {
    name: 'API keys',
    description: 'API keys, with which programs administer the service within their scopes, for superadmins.',
    paths: /^\/apikey(?:\/|$)/,
  },
  {
    name: 'Applications',
    description: 'Applications that sign in with Keyward, for superadmins.',
    paths: /^\/(?:application|config\/oauth\/keys)(?:\/|$)/,
  },
  {
    name: 'Single sign-on',
    description: 'The identity providers of organizations, for members and superadmins, and sign-in by them.',
    paths: /^\/(?:organization\/:id\/(?:connection|portal)|portal|connection|saml|login\/discover)(?:\/|$)/,
  },
  {
    name: 'Provisioning',
    description: 'SCIM 2.0 (RFC 7643, RFC 7644), for the identity providers of organizations.',
    paths: /^\/scim\//,
  },
  {
    name: 'Organizations',
    description: 'Organizations, their members, roles, invitations and domains, for members and superadmins.',
    paths:
      /^\/(?:organization|me\/(?:organizations|invitations)$|invitation\/accept$|token\/organization$)(?:\/|$)/,
  },
  {
    name: 'Webhooks',
    description: 'Receivers of events, and the deliveries to them, for superadmins.',
    paths: /^\/webhook(?:\/|$)/,
  },
  {
    name: 'Logs',
    description: 'Reading, following and keeping the logs, for superadmins.',
    paths: /\/logs?(?:\/|$)/,
  },
  {
    name: 'Documentation',
    description: 'This reference, and the documentation for people and machines.',
    paths: /\/(?:llms(?:-full)?\.txt|api\/documents\/.+|openapi\.json|docs(?:\/.+)?|reference(?:\/.+)?)$/,
  },
  {
    name: 'Operation',
    description:
      'Health, public keys, the first superadmin, the mailbox for development, and the pages that browsers open.',
    paths: /^\//,
  },
];

/** The tag of a route: its own, or otherwise the tag of its path without the mount path. */
export function tagOf({ path, endpoint }: Pick<Route, 'path' | 'endpoint'>): string {
  if (endpoint.tag !== undefined) return endpoint.tag;
  const tag = TAGS.find(({ paths }) => paths.test(path));
  if (tag === undefined) throw new Error(`no tag for ${path}`);
  return tag.name;
}

/** The tags of these routes, in order. */
export function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  const used = new Set(routes.map(tagOf));
  return TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
