import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { LogSchema, presentLog } from './present-log.ts';

export const postLog = adminEndpoint({
  summary: 'Keep a copy of a primary log under a name',
  body: body({
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[a-zA-Z0-9_-]+$',
      examples: ['before-the-move'],
      description: 'Letters, digits, `_` and `-`',
    }),
    source: Type.Enum(['app', 'server']),
  }),
  response: {
    201: Type.Object({ success: Type.Literal(true), message: Type.String(), snapshot: LogSchema }),
  },
  errors: ['LoggingDisabledError', 'SnapshotAlreadyExistsError', 'ServiceUnavailableError'],
  async handle(context) {
    const { services, body: snapshot } = context;
    const info = await services.logs.snapshot(snapshot.source, snapshot.name, context.actor);
    return { success: true, message: 'Snapshot created successfully', snapshot: presentLog(info) };
  },
});
