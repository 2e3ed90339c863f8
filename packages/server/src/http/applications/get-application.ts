import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { ApplicationSchema, presentApplication } from './application.ts';
import { ApplicationParams } from './fields.ts';

export const getApplication = callableEndpoint({
  summary: 'An application',
  params: ApplicationParams,
  response: { 200: ApplicationSchema },
  errors: ['ApplicationNotFoundError'],
  async handle({ services, params: { id } }) {
    const { applications } = await services.oauth();
    return presentApplication(await applications.get(id));
  },
});
