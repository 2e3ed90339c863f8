import type { FastifyInstance } from 'fastify';
import { adminAccountRoutes } from './admin/accounts/routes.ts';
import { adminCodeRoutes } from './admin/codes/routes.ts';
import { adminLinkRoutes } from './admin/links/routes.ts';
import { adminSessionRoutes } from './admin/sessions/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { codeRoutes } from './codes/routes.ts';
import { configRoutes } from './config/routes.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { docsPageRoutes } from './docs-pages/routes.ts';
import { documentationRoutes } from './documents/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { LOG_PATH, mountLogRoutes } from './logs/mount.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { ownOrganizationRoutes } from './organizations/own-routes.ts';
import { portalRoutes } from './portal/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { createDocuments, type Documents } from '../features/operations/documents/documents.ts';
import { mountRoutes } from './wire/routing.ts';
import { createWire, type WireOptions } from './wire/server.ts';
import { scimRoutes } from './scim/routes.ts';
import { setUpRoutes } from './set-up/routes.ts';
import { missingPage } from './web/missing-page.ts';
import { endUserPageRoutes, loginOptionsRoutes, webRoutes } from './web/routes.ts';
import { wellKnownRoutes } from './well-known/routes.ts';
import { version } from '../package.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The documents that the documentation routes serve. */
    documents: Documents;
  }
}

/** The paths of the routes outside the prefix. */
export interface RootPaths {
  /** Path of the log routes; false: there are none. Default: `/log`. */
  logPath?: string | false | undefined;
  /** Path of the console, the pages, the set-up page and the mailbox; false: there are none. Default: the root. */
  webPath?: string | false | undefined;
  /** Path of `/livez` and `/readyz`; false: there are none. Default: the root. */
  healthPath?: string | false | undefined;
  /** Path of `/.well-known/jwks.json`; false: it does not exist. Default: the root. */
  wellKnownPath?: string | false | undefined;
  /** Path of the documentation routes; false: there are none. Default: the root. */
  documentationPath?: string | false | undefined;
  /** Whether `/` belongs to Keyward, and not to a host application. Default: true. */
  ownsRoot?: boolean | undefined;
}

/**
 * The path of the pages for end users; false: there are none. At the root of a host application they could
 * conflict with its own paths, such as `/signin`.
 */
export function endUserPath({ webPath = '', ownsRoot = true }: RootPaths): string | false {
  return ownsRoot || webPath !== '' ? webPath : false;
}

export interface ServerOptions extends RootPaths, Omit<WireOptions, 'lost'> {
  /** Path of the API, for example `/auth`. */
  prefix: string;
  /** Folders with documentation in addition to our own. */
  documents?: readonly string[] | undefined;
  /** Receives one line for the operator. */
  warn: (line: string) => void;
}

/** The service over HTTP: every group of routes at its path. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { services, prefix, logPath = LOG_PATH, documentationPath = '' } = options;
  const { webPath = '', healthPath = '', wellKnownPath = '', ownsRoot = true } = options;
  const reference = documentationPath === false ? null : `${documentationPath}/reference`;
  const home = webPath === false ? reference : `${webPath}/console`;
  const pages = endUserPath(options) !== false;
  const paths = webPath === false ? null : { prefix, webPath, logPath, documentationPath, pages };
  const app = createWire({
    ...options,
    lost: {
      publicUrl: services.publicUrl,
      documentationPath,
      docsPages: webPath !== false,
      redirects: new Map([
        ...(reference === null ? [] : [[prefix, reference] as const]),
        ...(home === null || !ownsRoot ? [] : [['', home] as const]),
      ]),
      missingPage: paths === null ? null : (request) => missingPage(services, paths, request),
    },
  });
  if (healthPath !== false) mountRoutes(app, services, healthPath, healthRoutes);
  if (wellKnownPath !== false) mountRoutes(app, services, wellKnownPath, wellKnownRoutes);
  // A host application may have its own /mcp.
  if (ownsRoot) mountRoutes(app, services, '', mcpRoutes);
  if (paths !== null)
    mountRoutes(app, services, paths.webPath, [
      ...mailboxRoutes,
      ...webRoutes(paths),
      ...(pages ? endUserPageRoutes(paths) : []),
    ]);
  mountRoutes(app, services, prefix, [
    ...credentialRoutes,
    ...codeRoutes,
    ...profileRoutes,
    ...providerRoutes,
    ...loginOptionsRoutes,
    ...configRoutes,
    ...adminAccountRoutes,
    ...adminSessionRoutes,
    ...adminCodeRoutes,
    ...adminLinkRoutes,
    ...invitationRoutes,
    ...eventRoutes,
    ...webhookRoutes,
    ...apiKeyRoutes,
    ...applicationRoutes,
    ...connectionRoutes,
    ...organizationRoutes,
    ...portalRoutes,
    ...ownOrganizationRoutes,
    ...scimRoutes,
    ...oauthRoutes,
    ...factorRoutes,
    ...setUpRoutes,
  ]);
  app.addHook('preClose', async () => services.auditLog.feed.end());
  if (logPath !== false) mountLogRoutes(app, services, logPath);
  if (documentationPath !== false) {
    app.decorate('documents', documentsOf(options, app));
    mountRoutes(app, services, documentationPath, [
      ...documentationRoutes,
      ...(webPath === false ? [] : docsPageRoutes({ documentationPath, webPath })),
    ]);
  }
  return app;
}

function documentsOf(
  { services, documents = [], prefix, warn }: ServerOptions,
  app: FastifyInstance,
): Documents {
  return createDocuments({
    folders: documents,
    // Imported here, so that a start does not wait for these modules.
    tables: async () => (await import('./documents/tables/tables.ts')).documentTables(services, app.mounted),
    place: () => ({ publicUrl: services.publicUrl(), prefix }),
    version,
    warn,
  });
}
