import { signedInEndpoint } from '../../wire/endpoint.ts';
import { Id } from '../../wire/lists.ts';
import { ActionSchema, body } from '../../wire/schemas.ts';

export const deleteLink = signedInEndpoint({
  summary: 'Remove a provider link of any account, even its only way to sign in',
  body: body({ id: Id }),
  response: { 200: ActionSchema },
  errors: ['OAuthLinkNotFoundError'],
  async handle({ services, body: { id }, caller, client }) {
    await services.administration.removeLink({ caller, client }, id);
    return { success: true, message: 'Provider link removed successfully' };
  },
});
