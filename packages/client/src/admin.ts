import { ADMIN_ROUTES, type AdminApi } from './admin-api.ts';
import { connect } from './client.ts';
import type { KeywardClient } from './keyward-client.ts';
import { createEvents, type Events } from './events.ts';
import { memoryStorage } from './sessions.ts';
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

/** The client, with the additional methods for programs of superadmins. */
export interface AdminClient extends KeywardClient {
  admin: KeywardClient['admin'] & Omit<AdminApi, 'events'> & { events: Events };
}

export interface AdminOptions extends ClientOptions {
  /**
   * The API key of a program, `kw_live_…`, in place of a session. Never use it in a page, where everybody can
   * read it.
   */
  apiKey?: string;
}

/**
 * A client as `createClient` makes it, with more methods in `admin`. With the same options, both share one session. With
 * an API key it has no session, and each call carries the key.
 * @throws TypeError for an invalid `url`
 */
export function createAdminClient(options: AdminOptions): AdminClient {
  const [client, bind, open] = connect(withKey(options));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are made from the same routes, in one file
  const { events, ...others } = bind(ADMIN_ROUTES) as AdminApi;
  return { ...client, admin: { ...client.admin, ...others, events: createEvents(events, open) } };
}

function withKey({ apiKey, ...options }: AdminOptions): ClientOptions {
  if (apiKey === undefined) return options;
  const { fetch = globalThis.fetch } = options;
  return {
    ...options,
    // No session, even if the program's storage holds one.
    storage: memoryStorage(),
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${apiKey}`);
      return fetch(input, { ...init, headers });
    },
  };
}
