import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { NodeHandler } from './node-handler.ts';

/**
 * Mounts the service in a host of Fastify: what the host hooks in at `onRequest` comes first, then our router has the
 * request, with its body unread.
 * @param paths that belong to us: as they are, or with everything below where they end in `/*`
 */
export function createFastifyPlugin(deps: {
  node: NodeHandler;
  paths: readonly string[];
  endStreams: () => void;
  close: () => Promise<void>;
}): FastifyPluginAsync {
  return async (host: FastifyInstance) => {
    host.addHook('preClose', async () => deps.endStreams());
    host.addHook('onClose', () => deps.close());
    for (const path of deps.paths) {
      host.route({
        method: host.supportedMethods,
        url: path,
        onRequest: async (request, reply) => {
          reply.hijack();
          const { raw } = request;
          // As Express does it: our paths begin where we are mounted.
          if (host.prefix !== '') {
            Object.assign(raw, { originalUrl: request.originalUrl });
            raw.url = raw.url?.slice(host.prefix.length) ?? '/';
          }
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          deps.node(raw, reply.raw);
        },
        handler: () => {},
      });
    }
  };
}
