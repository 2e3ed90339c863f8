import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { LogSchema, presentLog } from './present-log.ts';

export const getLogs = signedInEndpoint({
  summary: 'The primary logs and their snapshots',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      primary_logs: Type.Array(LogSchema),
      snapshots: Type.Array(LogSchema),
    }),
  },
  errors: ['LoggingDisabledError', 'ServiceUnavailableError'],
  async handle({ services }) {
    const { primary, snapshots } = await services.logs.list();
    return {
      success: true,
      primary_logs: primary.map(presentLog),
      snapshots: snapshots.map(presentLog),
    };
  },
});
