import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { isPrimary, SnapshotParams } from './present-log.ts';

export const deleteLog = adminEndpoint({
  summary: 'Delete a snapshot',
  params: SnapshotParams,
  response: { 204: Type.Null() },
  errors: ['LoggingDisabledError', 'PrimaryLogError', 'LogNotFoundError', 'ServiceUnavailableError'],
  async handle(context) {
    const { services, params, reply } = context;
    if (isPrimary(params.name)) throw new KeywardError('PrimaryLogError');
    await services.logs.deleteSnapshot(params.name, context.actor);
    return reply.send();
  },
});
