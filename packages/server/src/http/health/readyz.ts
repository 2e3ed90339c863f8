import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../wire/endpoint.ts';
import { HealthSchema } from './livez.ts';

export const readyz = publicEndpoint({
  summary: 'The database answers; send traffic elsewhere when this fails',
  probe: true,
  response: {
    200: Type.Object(
      {
        ...HealthSchema.properties,
        logs: Type.Optional(
          Type.Literal('unavailable', {
            description: 'Lines wait in memory: the log files cannot be written',
          }),
        ),
      },
      { examples: [{ status: 'ok' }] },
    ),
  },
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
    // Told, and no reason to send anybody elsewhere: people can sign in.
    return { status: 'ok', ...(services.logs.inTrouble && { logs: 'unavailable' }) };
  },
});
