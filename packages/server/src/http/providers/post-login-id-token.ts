import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { describedAs } from '../../lib/documented.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { presentedSession } from '../wire/access.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { recordFailure } from './failure.ts';

export const postLoginIdToken = publicEndpoint({
  summary:
    'Sign in with an ID token of an identity provider, as apps for phones get one; a token works once, within ten minutes',
  body: body({
    provider: describedAs(Type.String({ maxLength: 64 }), Type.String({ format: 'provider' })),
    id_token: Type.String({ minLength: 1, maxLength: 16_384, description: 'As the provider issued it' }),
    nonce: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'The nonce of the token, or the text whose SHA-256 in hex is the nonce of the token',
      }),
    ),
  }),
  response: { 200: TokenResponseSchema },
  errors: [
    'IdTokenInvalidError',
    'ProviderNotConfiguredError',
    'ProviderFailedError',
    'ProviderEmailMissingError',
    'EmailAlreadyExistsError',
    'OAuthAlreadyLinkedError',
    'AccountInactiveError',
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SecondFactorRequiredError',
    'SignupClosedError',
    'EmailDomainNotAllowedError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  issuesTokens: 'in the body',
  takesSession: true,
  async handle(context) {
    const { services, body: given, client, signal } = context;
    const { names } = services.providers;
    if (!names.includes(given.provider))
      throw invalidFields({ path: 'provider', message: `must be one of ${names.join(', ')}` });
    const provider = services.providers.named(given.provider);
    const sent = { token: given.id_token, nonce: given.nonce };
    const session = await presentedSession(context);
    try {
      const entry = await services.nativeSignIn(provider, sent, { client, session, signal });
      return await presentSignIn(context, entry);
    } catch (thrown) {
      await recordFailure(context, provider, thrown);
      throw thrown;
    }
  },
});
