import { timestamp } from '../../../../lib/clock.ts';
import type { Store } from '../../../../store/database.ts';
import type { OrganizationRow } from '../../../../store/engine/schema.ts';
import { readMetadata } from '../../../audit/serializers/account.ts';
import { readNames } from '../../../organizations/roles.ts';

const PAGE = 500;

/**
 * All organizations that are not deleted, oldest first, as lines that `importOrganizations` reads: each with its roles and
 * domains, followed by its members, owners first.
 */
export async function* exportOrganizations(
  store: Store,
): AsyncGenerator<{ text: string; organizations: number }> {
  for (let after = 0; ;) {
    const rows = await store.organizations.pageAfter(after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const row of rows) {
      yield { text: `${JSON.stringify(await organizationOf(store, row))}\n`, organizations: 1 };
      for (const owners of [true, false])
        for await (const text of membersOf(store, row, owners)) yield { text, organizations: 0 };
    }
  }
}

async function organizationOf(store: Store, row: OrganizationRow): Promise<object> {
  const roles = await store.organizationRoles.of(row.id);
  const domains = await store.organizationDomains.of(row.id);
  return {
    type: 'organization',
    id: row.uid,
    name: row.name,
    slug: row.slug,
    logo_url: row.logo_url,
    metadata: readMetadata(row.metadata),
    app_metadata: readMetadata(row.app_metadata),
    external_id: row.external_id,
    max_members: row.max_members,
    status: row.status,
    policy: row.policy === null ? null : JSON.parse(row.policy),
    created_at: `${timestamp(row.created_at)}Z`,
    roles: roles.map(({ name, description, permissions }) => ({
      name,
      description,
      permissions: readNames(permissions),
    })),
    domains: domains.map(({ domain, joining, status, token, due_at }) => ({
      domain,
      joining,
      status,
      token,
      vouched: status === 'verified' && due_at === null,
    })),
  };
}

async function* membersOf(
  store: Store,
  { id, uid }: OrganizationRow,
  owners: boolean,
): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const rows = await store.memberships.pageAfter({ organizationId: id, owners, after, limit: PAGE });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const lines = rows.map((row) =>
      JSON.stringify({
        type: 'member',
        organization: uid,
        account: row.account__uid,
        email: row.account__email,
        roles: readNames(row.roles),
        created_at: `${timestamp(row.created_at)}Z`,
      }),
    );
    yield `${lines.join('\n')}\n`;
  }
}
