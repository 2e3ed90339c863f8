import { type Static, Type } from 'typebox';
import type { OrganizationRow } from '../../../store/engine/schema.ts';
import { nullable } from './shapes.ts';

/** An organization as events show it: without metadata, which would make every event large. */
export const EventOrganizationSchema = Type.Object({
  id: Type.String({ examples: ['org_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
  name: Type.String({ examples: ['Acme'] }),
  slug: Type.String({ examples: ['acme'] }),
  status: Type.String({ description: '`active`, `suspended` or `deleted`', examples: ['active'] }),
  external_id: nullable(Type.String({ description: 'Its id in another system', examples: ['customer-7'] })),
});

/** The active organization of a session, as its account sees it. */
export const ActiveOrganizationSchema = Type.Object({
  id: EventOrganizationSchema.properties.id,
  slug: EventOrganizationSchema.properties.slug,
  name: EventOrganizationSchema.properties.name,
  roles: Type.Array(Type.String({ examples: ['member'] })),
  permissions: Type.Array(Type.String({ examples: ['org:read'] })),
});

type ActiveOrganizationBody = Static<typeof ActiveOrganizationSchema>;

export function presentActiveOrganization({
  id,
  slug,
  name,
  roles,
  permissions,
}: Omit<ActiveOrganizationBody, 'roles' | 'permissions'> & {
  roles: readonly string[];
  permissions: readonly string[];
}): ActiveOrganizationBody {
  return { id, slug, name, roles: [...roles], permissions: [...permissions] };
}

export function presentEventOrganization(
  row: Pick<OrganizationRow, 'uid' | 'name' | 'slug' | 'status' | 'external_id'>,
): Static<typeof EventOrganizationSchema> {
  const { uid: id, name, slug, status, external_id } = row;
  return { id, name, slug, status, external_id };
}
