import { type Fields, firstText, isFields, objectOf, textOf } from '../formats/fields.ts';
import { listIn } from '../formats/format.ts';

/**
 * The products that organizations can come from. Each reads an exported document, which holds answers of the product's
 * API under the names of its tables, and returns records in the form of Keyward's export: an organization, then its
 * members, owners first.
 */
export const SOURCES = { keyward: null, clerk, workos, 'better-auth': betterAuth, auth0 } as const;

export type SourceName = keyof typeof SOURCES;

type Read = (document: unknown) => Fields[] | null;

/** The reader of a product's document; null for JSON lines of Keyward. */
export const readerOf = (name: SourceName): Read | null => SOURCES[name];

/** The lists of a document, by their names; an answer of an API may wrap a list as `data`. */
function tableOf(document: unknown, ...names: readonly string[]): Fields[] | null {
  if (!isFields(document)) return null;
  for (const name of names) {
    const table: unknown = document[name];
    const list = listIn(isFields(table) ? table['data'] : table, 'data');
    if (list !== null) return list.filter(isFields);
  }
  return null;
}

interface Member extends Fields {
  roles: string[];
}

/**
 * An organization with its members. Members who may do everything become owners, because every organization needs one.
 */
function records(organization: Fields, members: readonly Member[]): Fields[] {
  const rank = ({ roles }: Member) => (roles.includes('owner') ? 0 : 1);
  return [
    { type: 'organization', ...organization },
    ...members
      .toSorted((a, b) => rank(a) - rank(b))
      .map((member) => ({ type: 'member', organization: organization['id'], ...member })),
  ];
}

/** The roles of products in which an administrator may do everything. */
const withOwner = (role: string): string => (role === 'admin' ? 'owner' : role);

/** Clerk's Backend API: `organizations` and `organization_memberships`. */
function clerk(document: unknown): Fields[] | null {
  const memberships = tableOf(document, 'organization_memberships', 'memberships') ?? [];
  const of = Map.groupBy(memberships, (one) => objectOf(one['organization'])['id'] ?? one['organization_id']);
  return (
    tableOf(document, 'organizations')?.flatMap((one) =>
      records(
        {
          id: one['id'],
          name: one['name'],
          slug: one['slug'],
          logo_url: one['has_image'] === false ? null : one['image_url'],
          metadata: one['public_metadata'],
          app_metadata: one['private_metadata'],
          max_members: one['max_allowed_memberships'] === 0 ? null : one['max_allowed_memberships'],
          created_at: one['created_at'],
        },
        (of.get(one['id']) ?? []).map((member) => {
          const person = objectOf(member['public_user_data']);
          return {
            account: person['user_id'],
            email: person['identifier'],
            roles: [withOwner(textOf(member['role']).replace(/^org:/, ''))],
            created_at: member['created_at'],
          };
        }),
      ),
    ) ?? null
  );
}

/** WorkOS's API: `organizations`, `organization_memberships` and `users`. */
function workos(document: unknown): Fields[] | null {
  const emails = new Map(tableOf(document, 'users')?.map(({ id, email }) => [id, email]));
  const memberships = tableOf(document, 'organization_memberships', 'memberships') ?? [];
  const active = memberships.filter(({ status }) => status === undefined || status === 'active');
  const of = Map.groupBy(active, (one) => one['organization_id']);
  return (
    tableOf(document, 'organizations')?.flatMap((one) =>
      records(
        {
          id: one['id'],
          name: one['name'],
          external_id: one['external_id'] ?? one['id'],
          metadata: one['metadata'],
          domains: tableOf(one, 'domains')?.map(({ domain }) => ({ domain })),
          created_at: one['created_at'],
        },
        (of.get(one['id']) ?? []).map((member) => ({
          account: member['user_id'],
          email: emails.get(member['user_id']),
          roles: [withOwner(firstText(objectOf(member['role'])['slug'], member['role_slug']) ?? 'member')],
          created_at: member['created_at'],
        })),
      ),
    ) ?? null
  );
}

/** The tables of better-auth's plugin: `organization`, `member`, and `user` for the emails. */
function betterAuth(document: unknown): Fields[] | null {
  const emails = new Map(tableOf(document, 'user', 'users')?.map(({ id, email }) => [id, email]));
  const of = Map.groupBy(tableOf(document, 'member', 'members') ?? [], (one) => one['organizationId']);
  return (
    tableOf(document, 'organization', 'organizations')?.flatMap((one) =>
      records(
        {
          id: one['id'],
          name: one['name'],
          slug: one['slug'],
          logo_url: one['logo'],
          metadata: one['metadata'],
          created_at: one['createdAt'],
        },
        (of.get(one['id']) ?? []).map((member) => ({
          account: member['userId'],
          email: emails.get(member['userId']),
          roles: textOf(member['role']).split(','),
          created_at: member['createdAt'],
        })),
      ),
    ) ?? null
  );
}

/** Auth0's Management API: `organizations`, each with its `members`, and these with their `roles`. */
function auth0(document: unknown): Fields[] | null {
  return (
    tableOf(document, 'organizations')?.flatMap((one) =>
      records(
        {
          id: one['id'],
          name: one['display_name'] ?? one['name'],
          slug: one['name'],
          logo_url: objectOf(one['branding'])['logo_url'],
          metadata: one['metadata'],
        },
        (tableOf(one, 'members') ?? []).map((member) => ({
          account: member['user_id'],
          email: member['email'],
          roles: (tableOf(member, 'roles') ?? []).map(({ name }) => withOwner(textOf(name))),
        })),
      ),
    ) ?? null
  );
}
