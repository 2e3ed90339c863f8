import type { FastifyInstance } from 'fastify';
import { KeywardError } from '../../errors.ts';
import { requestPath } from './request-path.ts';

/** Where the documentation is, and where people start to look for it. */
export interface Directions {
  /** The address of the service from outside. */
  publicUrl: () => string;
  /** The path that the documentation routes are mounted below; false: there are none. */
  documentationPath: string | false;
  /** Paths without content of their own; a browser there is redirected to the reference. */
  entrances: readonly string[];
}

/**
 * Answers requests that no route takes: sends a person at an entrance to the reference, and tells everybody else its
 * address.
 */
export function directTheLost(app: FastifyInstance, directions: Directions): void {
  const { publicUrl, documentationPath, entrances } = directions;
  // Before the body is read: it may be anything, and Fastify refuses some methods without one.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const { method, headers, url } = request;
    if (!app.supportedMethods.includes(method)) {
      // No path matches a method that no route has, such as PROPFIND.
      reply.header('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
      done(new KeywardError('MethodNotAllowedError'));
      return;
    }
    if (documentationPath === false) {
      done(new KeywardError('RouteNotFoundError'));
      return;
    }
    const outside = publicUrl().replace(/\/$/, '') + documentationPath;
    const isEntrance = entrances.includes(requestPath(url).replace(/\/$/, ''));
    if (isEntrance && (method === 'GET' || method === 'HEAD')) {
      reply.header('vary', 'Origin, Accept');
      // Only a path, so that a browser stays with the host name it came by.
      if (headers.accept?.includes('text/html') === true) {
        reply.redirect(`${new URL(outside).pathname.replace(/\/$/, '')}/reference`, 302);
        return;
      }
    }
    done(
      new KeywardError('RouteNotFoundError', {
        message: `There is no such route. See ${outside}/reference for all routes, or ${outside}/llms.txt for programs.`,
      }),
    );
  });
}
