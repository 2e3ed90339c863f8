import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KeywardError } from '../../errors.ts';
import { requestPath } from './request-path.ts';

/** The page for a missing address. */
export interface MissingPage {
  headers: Record<string, string>;
  html: string;
}

/** The paths of the documentation, and the paths that redirect browsers. */
export interface NotFoundOptions {
  /** The public address of the service. */
  publicUrl: () => string;
  /** The path that the documentation routes are mounted below; false: there are none. */
  documentationPath: string | false;
  /** Whether the documentation also exists as pages. */
  docsPages: boolean;
  /** Paths without content of their own, and where a browser there is redirected to. */
  redirects: ReadonlyMap<string, string>;
  /** Makes the page for a browser; null: browsers get the same answer as programs. */
  missingPage: ((request: FastifyRequest) => Promise<MissingPage>) | null;
}

/**
 * Answers requests that match no route: redirects browsers from the entry paths, shows them a page elsewhere,
 * and points programs to the documentation.
 */
export function handleNotFound(app: FastifyInstance, options: NotFoundOptions): void {
  const { publicUrl, documentationPath, docsPages, redirects, missingPage } = options;
  // Answered before the body is read: it may be anything, and Fastify refuses some methods without one.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const { method, headers, url } = request;
    if (!app.supportedMethods.includes(method)) {
      // No route has this method (such as PROPFIND), so the path does not matter.
      reply.header('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
      done(new KeywardError('MethodNotAllowedError'));
      return;
    }
    const led = redirects.get(requestPath(url).replace(/\/$/, ''));
    if (method === 'GET' || method === 'HEAD') {
      const isBrowser = headers.accept?.includes('text/html') === true;
      if (led !== undefined) {
        reply.header('vary', 'Origin, Accept');
        // Only a path, so that a browser stays on the host name that it used.
        if (isBrowser) {
          reply.redirect(new URL(publicUrl()).pathname.replace(/\/$/, '') + led, 302);
          return;
        }
      } else if (isBrowser && missingPage !== null) {
        missingPage(request).then((page) => reply.code(404).headers(page.headers).send(page.html), done);
        return;
      }
    }
    if (documentationPath === false) {
      done(new KeywardError('RouteNotFoundError'));
      return;
    }
    const outside = publicUrl().replace(/\/$/, '') + documentationPath;
    done(
      new KeywardError('RouteNotFoundError', {
        message: `There is no such route. See ${outside}/reference for all routes, ${docsPages ? `${outside}/docs to read about them, ` : ''}or ${outside}/llms.txt for programs.`,
      }),
    );
  });
}
