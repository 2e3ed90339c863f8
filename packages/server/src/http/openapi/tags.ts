import type { Route } from '../wire/endpoint.ts';

/**
 * Groups of routes in the order of the reference. The first whose pattern fits a path has it. Logs and documentation may
 * be mounted anywhere.
 */
const TAGS: readonly { name: string; description: string; paths: RegExp }[] = [
  {
    name: 'Sign-up and sign-in',
    description: 'Accounts, passwords, and the tokens that a sign-in issues.',
    paths: /^\/(?:login|signup|forgot|token)(?:\/|$)/,
  },
  {
    name: 'Codes and magic links',
    description: 'Six digits, or a link, sent to a mailbox to show whose it is.',
    paths: /^\/(?:send|link)\//,
  },
  {
    name: 'Profile and sessions',
    description: 'What the signed-in person sees and changes.',
    paths: /^\/(?:me|update|logout|logout-all)(?:\/|$)/,
  },
  {
    name: 'Identity providers',
    description: 'Sign-in with accounts from elsewhere, and linking them.',
    paths: /^\/(?::provider\/|account\/oauth\/)/,
  },
  {
    name: 'Settings',
    description: 'Settings that change while the service runs, for superadmins.',
    paths: /^\/config\//,
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
    name: 'Logs',
    description: 'Reading, following and keeping the logs, for superadmins.',
    paths: /\/logs?(?:\/|$)/,
  },
  {
    name: 'Documentation',
    description: 'This reference, and the documentation for people and machines.',
    paths: /\/(?:llms(?:-full)?\.txt|api\/documents\/.+|openapi\.json|reference(?:\/.+)?)$/,
  },
  {
    name: 'Operation',
    description:
      'Health, public keys, the first superadmin, the mailbox of development, and stand-ins for the pages of a frontend.',
    paths: /^\//,
  },
];

/** The tag of a route, by its own path where it names none, without what it is mounted below. */
export function tagOf({ path, endpoint }: Pick<Route, 'path' | 'endpoint'>): string {
  if (endpoint.tag !== undefined) return endpoint.tag;
  const tag = TAGS.find(({ paths }) => paths.test(path));
  if (tag === undefined) throw new Error(`no tag for ${path}`);
  return tag.name;
}

/** The tags that these routes use, in order. */
export function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  const used = new Set(routes.map(tagOf));
  return TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
