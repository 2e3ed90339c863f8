import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';
import { SetUpToken } from './set-up.ts';

export const checkSetUp = publicEndpoint({
  summary: 'Check that the set-up link still works, without using it',
  body: body({ token: SetUpToken }),
  response: { 200: ActionSchema },
  errors: ['InvalidTokenError'],
  async handle({ services, body: { token } }) {
    await services.setUpLink.check(token);
    return { success: true, message: 'The link can be used' };
  },
});
