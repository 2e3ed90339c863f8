import { ADMIN_ROUTES, type AdminApi } from './admin-api.ts';
import { connect, type KeywardClient } from './client.ts';
import { createEvents, type Events } from './events.ts';
import type { ClientOptions } from './types.ts';

export type { AdminApi } from './admin-api.ts';
export type {
  EventFilter,
  EventPattern,
  Events,
  ExportOptions,
  FollowedEvent,
  FollowOptions,
  Matching,
} from './events.ts';

/** The client, with what programs of superadmins call in addition. */
export interface AdminClient extends KeywardClient {
  admin: KeywardClient['admin'] & Omit<AdminApi, 'events'> & { events: Events };
}

/**
 * A client as `createClient` makes it, with more methods in `admin`. With the same options, both share one session.
 * @throws TypeError for an invalid `url`
 */
export function createAdminClient(options: ClientOptions): AdminClient {
  const [client, bind, open] = connect(options);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are made from the same routes, in one file
  const { events, ...others } = bind(ADMIN_ROUTES) as AdminApi;
  return { ...client, admin: { ...client.admin, ...others, events: createEvents(events, open) } };
}
