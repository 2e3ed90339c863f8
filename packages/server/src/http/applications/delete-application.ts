import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { ApplicationParams } from './fields.ts';

export const deleteApplication = callableEndpoint({
  summary: 'Delete an application with everything that it was granted',
  params: ApplicationParams,
  response: { 200: ActionSchema },
  errors: ['ApplicationNotFoundError'],
  async handle({ services, actor, params: { id } }) {
    await (await services.oauth()).applications.delete(actor, id);
    return { success: true, message: 'Application deleted successfully' };
  },
});
