import { Type } from 'typebox';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, ReadVersion } from '../wire/endpoint/schemas.ts';
import { ApplicationSchema, presentApplication } from './application.ts';
import { ApplicationParams, OptionalFields } from './fields.ts';

export const patchApplication = callableEndpoint({
  summary: 'Change an application; one that is turned off loses its tokens',
  params: ApplicationParams,
  body: body({ ...OptionalFields, version: Type.Optional(ReadVersion) }),
  response: { 200: ApplicationSchema },
  errors: ['ApplicationNotFoundError', 'VersionMismatchError', 'ReauthenticationRequiredError'],
  async handle({ services, actor, params: { id }, body: { version, ...fields } }) {
    const { applications } = await services.oauth();
    return presentApplication(await applications.change(actor, id, fields, version));
  },
});
