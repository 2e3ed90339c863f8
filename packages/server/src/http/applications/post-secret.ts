import { Type } from 'typebox';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { ClientSecret, presentSecret, SecretSchema } from './application.ts';
import { ApplicationParams } from './fields.ts';

export const postApplicationSecret = callableEndpoint({
  summary: 'Give an application another secret; it can have two, and only this answer shows the new one',
  params: ApplicationParams,
  body: body({
    expires_in_days: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 3_650, description: 'Null, the default: never' })),
    ),
  }),
  bodyOptional: true,
  response: {
    201: Type.Object({
      ...SecretSchema.properties,
      client_secret: ClientSecret,
    }),
  },
  errors: ['ApplicationNotFoundError', 'SecretLimitError', 'AuthError'],
  async handle({ services, actor, params: { id }, body: { expires_in_days: days = null } }) {
    const { applications } = await services.oauth();
    const { row, secret } = await applications.addSecret(actor, id, days);
    return { ...presentSecret(row), client_secret: secret };
  },
});
