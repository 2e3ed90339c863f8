import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services/services.ts';
import { mountRoutes } from '../wire/routing.ts';
import { logRoutes } from './routes.ts';

/** The default path of the logs: at the root, without the prefix of the API. */
export const LOG_PATH = '/log';

export function mountLogRoutes(app: FastifyInstance, services: Services, path: string): void {
  app.register(async (scope) => {
    // Checked after authentication, and before the rest of the request is read.
    scope.addHook('preParsing', async () => services.logs.assertOn());
    mountRoutes(scope, services, path, logRoutes);
  });
  app.addHook('preClose', async () => services.logs.endStreams());
}
