import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';
import { HealthSchema } from './livez.ts';

export const readyz = publicEndpoint({
  summary: 'The database answers and can be written; send traffic elsewhere when this fails',
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
    await services.readiness.assert();
    // Told, and no reason to send anybody elsewhere: people can sign in.
    return { status: 'ok', ...(services.logs.inTrouble && { logs: 'unavailable' }) };
  },
});
