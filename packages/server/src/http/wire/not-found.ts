import type { FastifyInstance } from 'fastify';
import { KeywardError } from '../../errors.ts';
import { requestPath } from './request-path.ts';

/** Where the documentation is and where people begin to look for it. */
export interface Directions {
  /** The address of the service from outside. */
  publicUrl: () => string;
  /** What the documentation routes are mounted below; false: there are none. */
  documentationPath: string | false;
  /** Paths that hold nothing themselves, and from where a person is led on to the reference. */
  entrances: readonly string[];
}

/** Answers what no route takes: leads people to the reference from where they begin, and tells others where it is. */
export function directTheLost(app: FastifyInstance, directions: Directions): void {
  const { publicUrl, documentationPath, entrances } = directions;
  // Before the body is looked at: it may be anything, and Fastify refuses some methods without one.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const { method, headers, url } = request;
    if (!app.supportedMethods.includes(method)) {
      // A method that no route has, such as PROPFIND, finds no path either.
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
      // A path alone, so that whoever came by another name of this machine stays with it.
      if (headers.accept?.includes('text/html') === true) {
        reply.redirect(`${new URL(outside).pathname.replace(/\/$/, '')}/reference`, 302);
        return;
      }
    }
    done(
      new KeywardError('RouteNotFoundError', {
        message: `There is no such route. All of them are described at ${outside}/reference, and for programs at ${outside}/llms.txt.`,
      }),
    );
  });
}
