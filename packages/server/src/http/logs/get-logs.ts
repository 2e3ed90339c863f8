import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { LogSchema, presentLog } from './present-log.ts';

const PRIMARY = presentLog({
  name: 'app',
  source: 'app',
  size: 20_480,
  records: 64,
  createdAt: 0,
  updatedAt: Date.parse('2026-01-31T12:00:00Z'),
});

export const getLogs = adminEndpoint({
  summary: 'The primary logs and their snapshots',
  query: closedQuery({}),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      primary_logs: Type.Array(LogSchema, { examples: [[PRIMARY]] }),
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
