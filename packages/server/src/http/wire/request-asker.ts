import type { FastifyInstance } from 'fastify';
import { currentAsker } from '../../lib/asker.ts';
import { askerAt } from '../../lib/fair-queue.ts';

/** Remembers who asks, for queues deep below the request. Fastify keeps the context of a hook for all later ones. */
export function rememberAskers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => currentAsker.run(askerAt(request.ip), done));
}
