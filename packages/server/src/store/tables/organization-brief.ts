import type { OrganizationRow } from '../engine/schema.ts';

/** What identifies an organization, without the large columns. */
export const ORGANIZATION_BRIEF = [
  'id',
  'uid',
  'name',
  'slug',
  'status',
  'external_id',
] as const satisfies readonly (keyof OrganizationRow)[];

export type OrganizationBrief = Pick<OrganizationRow, (typeof ORGANIZATION_BRIEF)[number]>;
