import { adminEndpoint } from '../../wire/endpoint.ts';
import { Id } from '../../wire/lists.ts';
import { ActionSchema, body } from '../../wire/schemas.ts';

export const deleteCode = adminEndpoint({
  summary: 'Remove a code',
  body: body({ id: Id }),
  response: { 200: ActionSchema },
  errors: ['OTPNotFoundError'],
  async handle({ services, body: { id }, actor }) {
    await services.administration.removeCode(actor, id);
    return { success: true, message: 'Code removed successfully' };
  },
});
