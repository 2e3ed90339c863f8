import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { signedInEndpoint } from '../endpoint.ts';
import { ProviderParams } from '../providers/params.ts';
import { ActionSchema, body } from '../schemas.ts';

/** Stands for a secret that is kept, in what is shown and in what is sent back. */
const KEPT = '***';

const Credential = Type.String({ format: 'text', minLength: 1, maxLength: 1024 });

export const postProvider = signedInEndpoint({
  summary: 'Set the credentials of an identity provider; the next sign-in uses them',
  params: ProviderParams,
  body: body({
    client_id: Credential,
    client_secret: Type.Optional(Credential),
    redirect_uri: Type.String({
      format: 'web-url',
      description: 'As registered at the provider; without query and fragment',
    }),
  }),
  response: { 200: ActionSchema },
  errors: ['RouteNotFoundError'],
  handle({ services, params, body: { client_id, client_secret: given, redirect_uri } }) {
    const provider = services.providers.named(params.provider);
    const kept = services.settings.current.providers[provider.id]?.client_secret ?? '';
    const client_secret = given === undefined || given === KEPT ? kept : given;
    if (client_secret === '')
      throw invalidFields({ path: 'client_secret', message: 'is required: there is none to keep' });
    if (/[?#]/.test(redirect_uri))
      throw invalidFields({ path: 'redirect_uri', message: 'must have no query and no fragment' });
    services.providers.configure(provider, { client_id, client_secret, redirect_uri });
    return { success: true, message: `${provider.name} OAuth configured successfully` };
  },
});
