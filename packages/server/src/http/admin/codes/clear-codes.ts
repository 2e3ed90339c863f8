import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const clearCodes = adminEndpoint({
  summary: 'Remove every code; mailed codes stop working',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, actor }) {
    const count = await services.administration.removeCodes(actor, 'all');
    return { success: true, message: 'All codes removed successfully', count };
  },
});
