import { signedInEndpoint } from '../../wire/endpoint.ts';
import { Id } from '../../wire/lists.ts';
import { ActionSchema, body } from '../../wire/schemas.ts';

export const deleteCode = signedInEndpoint({
  summary: 'Remove a code',
  body: body({ id: Id }),
  response: { 200: ActionSchema },
  errors: ['OTPNotFoundError'],
  async handle({ services, body: { id }, caller, client }) {
    await services.administration.removeCode({ caller, client }, id);
    return { success: true, message: 'Code removed successfully' };
  },
});
