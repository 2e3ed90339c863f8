import { signedInEndpoint } from '../wire/endpoint.ts';
import { ActionSchema } from '../wire/schemas.ts';
import { actorOf } from './actor.ts';
import { assertPrimary, PrimaryLogParams } from './present-log.ts';

export const resetLog = signedInEndpoint({
  summary: 'Empty a primary log; programs that have the file open keep it',
  params: PrimaryLogParams,
  response: { 200: ActionSchema },
  errors: ['LoggingDisabledError', 'LogNotFoundError', 'ServiceUnavailableError'],
  async handle(context) {
    const { services, params } = context;
    const { name } = params;
    assertPrimary(name);
    await services.logs.reset(name, actorOf(context));
    return { success: true, message: `${name}.log reset successfully` };
  },
});
