import type { Actor } from '../../features/audit/actors/actor.ts';
import type { Right } from '../../features/audit/log/guarded-response.ts';
import { assertSuperadmin } from './access.ts';
import type { CallContext } from './endpoint/endpoint.ts';

/** The reader of a long response, which ends when the reader loses the right to it. */
export function readerOf({ caller, key }: Actor): { who: string; right: Right | null } {
  if (caller !== null) {
    const { row, token } = caller;
    return { who: `account:${row.account_id}`, right: { sessionId: row.id, token } };
  }
  return key === null ? { who: 'host', right: null } : { who: `key:${key.id}`, right: { keyId: key.id } };
}

/**
 * Checks again whether the reader may read, after a slow answer.
 * @throws KeywardError the errors of the route's access
 */
export async function assertStillReads({ services, actor: { caller, key } }: CallContext): Promise<void> {
  if (key !== null) await services.apiKeys.assertLive(key);
  if (caller !== null) assertSuperadmin(await services.sessions.authenticate(caller.token));
}
