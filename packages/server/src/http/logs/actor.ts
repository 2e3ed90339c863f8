import type { Actor } from '../../features/logs/tell-changes.ts';
import { byCaller } from '../../features/trail/origin.ts';
import type { SignedInContext } from '../wire/endpoint.ts';

/** The person or program recorded as the author of a change to a log. */
export function actorOf({ client, caller }: SignedInContext): Actor {
  return {
    client,
    accountId: caller.row.account_id,
    sessionId: caller.row.id,
    origin: byCaller(caller, client),
  };
}
