import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { ApplicationParams, ApplicationSchema, presentApplication } from './application.ts';

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
