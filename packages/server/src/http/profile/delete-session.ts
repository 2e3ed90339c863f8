import { KeywardError } from '../../errors.ts';
import { byCaller } from '../../features/audit/events/origin.ts';
import { sessionEnds } from '../../features/audit/events/session-ends.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { IdParams } from '../wire/endpoint/lists.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deleteSession = signedInEndpoint({
  summary: 'End one of your own sessions',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['SessionNotFoundError', 'ReauthenticationRequiredError'],
  async handle({ services: { store, clock, events, recent }, params: { id }, caller, client }) {
    const accountId = caller.row.account_id;
    if (id !== caller.row.id) await recent.assertOwn(caller);
    // Another person's session counts as absent.
    const attribution = { by: byCaller(caller, client), at: clock.now() };
    const ended = await store.transaction(async ({ sessions, events: auditLog }) => {
      const session = await sessions.end(id, attribution.at, accountId);
      if (session !== null) await auditLog.add(sessionEnds([session], 'revoked', attribution));
      return session;
    });
    if (ended === null) throw new KeywardError('SessionNotFoundError');
    events.emit('session.ended', {
      client,
      accountId,
      sessionId: id,
      metadata: { by_session: caller.row.id },
    });
    return { success: true, message: 'Session destroyed successfully' };
  },
});
