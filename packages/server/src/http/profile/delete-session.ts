import { KeywardError } from '../../errors.ts';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { IdParams } from '../wire/lists.ts';
import { ActionSchema } from '../wire/schemas.ts';

export const deleteSession = signedInEndpoint({
  summary: 'End one of your own sessions',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['SessionNotFoundError'],
  async handle({ services: { store, clock, events }, params: { id }, caller, client }) {
    const accountId = caller.row.account_id;
    // Another person's session counts as absent.
    if ((await store.sessions.end(id, clock.now(), accountId)) === null)
      throw new KeywardError('SessionNotFoundError');
    events.emit('session.ended', {
      client,
      accountId,
      sessionId: id,
      metadata: { by_session: caller.row.id },
    });
    return { success: true, message: 'Session destroyed successfully' };
  },
});
