import { Type } from 'typebox';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { NewApplicationSchema, presentApplication } from './application.ts';
import { ApplicationName, OptionalFields, TypeOfApplication } from './fields.ts';

export const postApplication = callableEndpoint({
  summary: 'Add an application that signs in with Keyward; only this answer shows its secret',
  body: body({
    ...OptionalFields,
    name: ApplicationName,
    type: Type.Optional(TypeOfApplication),
    expires_in_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_440,
        description: 'When it is deleted automatically; left out: never',
      }),
    ),
  }),
  response: { 201: NewApplicationSchema },
  errors: ['ReauthenticationRequiredError'],
  async handle({ services, actor, body: { type = 'web', expires_in_minutes: minutes, ...fields } }) {
    const { applications } = await services.oauth();
    const { secret, ...made } = await applications.create(actor, type, fields, minutes);
    return { ...presentApplication(made), ...(secret !== null && { client_secret: secret }) };
  },
});
