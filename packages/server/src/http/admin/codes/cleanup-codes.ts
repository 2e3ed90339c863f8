import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const cleanupCodes = adminEndpoint({
  summary: 'Remove the expired codes',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, actor }) {
    const count = await services.administration.removeCodes(actor, 'expired');
    return { success: true, message: 'Expired codes removed successfully', count };
  },
});
