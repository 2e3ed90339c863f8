import { signedInEndpoint } from '../../wire/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const cleanupCodes = signedInEndpoint({
  summary: 'Remove the expired codes',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, caller, client }) {
    const count = await services.administration.removeCodes({ caller, client }, 'expired');
    return { success: true, message: 'Expired codes removed successfully', count };
  },
});
