import { Type } from 'typebox';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { eitherBody, oneForm } from '../../wire/either-body.ts';
import { ActionSchema } from '../../wire/endpoint/schemas.ts';

export const deleteLink = adminEndpoint({
  summary: 'Remove a provider link of any account, even its only way to sign in',
  body: eitherBody(
    { id: Id },
    {
      account_id: Id,
      provider: Type.String({ format: 'text', maxLength: 300, description: 'Its name, as in the links' }),
    },
  ),
  response: { 200: ActionSchema },
  errors: ['OAuthLinkNotFoundError'],
  async handle({ services, body: given, actor }) {
    const link = oneForm(given, ['id'], ['account_id', 'provider']);
    await services.administration.removeLink(
      actor,
      'id' in link
        ? link.id
        : { accountId: link.account_id, provider: services.providers.issuerOf(link.provider) },
    );
    return { success: true, message: 'Provider link removed successfully' };
  },
});
