import { signedInEndpoint } from '../../wire/endpoint.ts';
import { IdParams } from '../../wire/lists.ts';
import { ActionSchema } from '../../wire/schemas.ts';

export const deleteSession = signedInEndpoint({
  summary: 'End a session',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['SessionNotFoundError'],
  async handle({ services, params: { id }, caller, client }) {
    await services.administration.endSession({ caller, client }, id);
    return { success: true, message: 'Session destroyed successfully' };
  },
});
