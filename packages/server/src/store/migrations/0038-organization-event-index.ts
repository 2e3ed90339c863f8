import type { Migration } from './migration.ts';

/** Finds the events of one organization. */
export const organizationEventIndex: Migration = {
  name: '0038-organization-event-index',
  changesData: false,
  indexes: [
    {
      name: 'events__by_organization',
      table: 'events',
      on: '(organization, position) where organization is not null',
    },
  ],
  async up() {},
};
