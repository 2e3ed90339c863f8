import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { ApplicationSchema, presentApplication } from './application.ts';
import { ApplicationParams, OptionalFields } from './fields.ts';

export const patchApplication = callableEndpoint({
  summary: 'Change an application; one that is turned off loses its tokens',
  params: ApplicationParams,
  body: body(OptionalFields),
  response: { 200: ApplicationSchema },
  errors: ['ApplicationNotFoundError', 'ReauthenticationRequiredError'],
  async handle({ services, actor, params: { id }, body: fields }) {
    const { applications } = await services.oauth();
    return presentApplication(await applications.change(actor, id, fields));
  },
});
