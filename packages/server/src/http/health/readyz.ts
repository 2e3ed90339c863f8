import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { HealthSchema } from './livez.ts';

export const readyz = publicEndpoint({
  summary: 'Check that the database answers and accepts writes; send traffic elsewhere if this fails',
  routine: true,
  response: {
    200: Type.Object(
      {
        ...HealthSchema.properties,
        logs: Type.Optional(
          Type.Literal('unavailable', {
            description: 'The log files cannot be written; lines wait in memory',
          }),
        ),
      },
      { examples: [{ status: 'ok' }] },
    ),
  },
  errors: ['ServiceUnavailableError'],
  async handle({ services }) {
    await services.readiness.assert();
    // Reported, but not as a failure: people can still sign in.
    return { status: 'ok', ...(services.logs.inTrouble && { logs: 'unavailable' }) };
  },
});
