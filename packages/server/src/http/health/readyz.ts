import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../endpoint.ts';
import { HealthSchema } from './livez.ts';

export const readyz = publicEndpoint({
  summary: 'The database answers; send traffic elsewhere when this fails',
  response: { 200: HealthSchema },
  errors: ['ServiceUnavailableError'],
  async handle({ services }) {
    try {
      await services.store.ping();
    } catch (error) {
      throw new KeywardError('ServiceUnavailableError', {
        message: 'The database does not answer.',
        retryAfter: 2,
        cause: error,
      });
    }
    return { status: 'ok' };
  },
});
