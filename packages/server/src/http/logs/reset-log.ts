import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertPrimary, PrimaryLogParams } from './present-log.ts';

export const resetLog = adminEndpoint({
  summary: 'Empty a primary log; programs that have the file open can keep it open',
  params: PrimaryLogParams,
  response: { 200: ActionSchema },
  errors: ['LoggingDisabledError', 'LogNotFoundError', 'ServiceUnavailableError'],
  async handle(context) {
    const { services, params } = context;
    const { name } = params;
    assertPrimary(name);
    await services.logs.reset(name, context.actor);
    return { success: true, message: `${name}.log reset successfully` };
  },
});
