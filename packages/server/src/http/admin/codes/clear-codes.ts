import { signedInEndpoint } from '../../wire/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const clearCodes = signedInEndpoint({
  summary: 'Remove every code; mailed codes stop working',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, caller, client }) {
    const count = await services.administration.removeCodes({ caller, client }, 'all');
    return { success: true, message: 'All codes removed successfully', count };
  },
});
