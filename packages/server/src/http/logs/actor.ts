import type { Actor } from '../../features/logs/logs.ts';
import type { SignedInContext } from '../wire/endpoint.ts';

/** Who is written down as having changed a log. */
export function actorOf({ client, caller }: SignedInContext): Actor {
  return { client, accountId: caller.row.account_id, sessionId: caller.row.id };
}
