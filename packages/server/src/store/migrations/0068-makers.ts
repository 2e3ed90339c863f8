import type { Migration } from './migration.ts';

/** Finds what an account has made in organizations. */
export const makers: Migration = {
  name: '0068-makers',
  changesData: false,
  indexes: [
    {
      name: 'organization_invitations__by_maker',
      table: 'organization_invitations',
      on: '(created_by) where created_by is not null',
    },
    { name: 'portals__by_maker', table: 'portals', on: '(created_by) where created_by is not null' },
    {
      name: 'scim_tokens__by_voucher',
      table: 'scim_tokens',
      on: '(vouched_by) where vouched_by is not null',
    },
    {
      name: 'connections__with_former_vouchers',
      table: 'connections',
      on: '(id) where former_vouchers is not null',
    },
  ],
  up: () => Promise.resolve(),
};
