import { adminEndpoint } from '../../wire/endpoint.ts';
import { Id } from '../../wire/lists.ts';
import { ActionSchema, body } from '../../wire/schemas.ts';

export const deleteLink = adminEndpoint({
  summary: 'Remove a provider link of any account, even its only way to sign in',
  body: body({ id: Id }),
  response: { 200: ActionSchema },
  errors: ['OAuthLinkNotFoundError'],
  async handle({ services, body: { id }, actor }) {
    await services.administration.removeLink(actor, id);
    return { success: true, message: 'Provider link removed successfully' };
  },
});
