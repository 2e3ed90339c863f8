import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { NodeHandler } from './node-handler.ts';

/**
 * Mounts the service in a Fastify host: the host's own `onRequest` hooks run first, then Keyward's router takes the
 * request, with its body unread.
 * @param paths Keyward's paths: exact, or with everything below if they end in `/*`
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
          // As in Express: Keyward's paths begin at the mount point.
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
