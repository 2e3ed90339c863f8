import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import { createApp, warnOnStandardError } from '../app.ts';
import { loadSecrets } from '../config/secrets.ts';
import type { Logs } from '../features/operations/logs/logs.ts';
import { mailboxAddress } from '../features/delivery/mail/mailbox-key.ts';
import type { EventListener, EventPattern } from '../features/audit/log/listeners.ts';
import { cutSlowReaders, type ReadRate } from '../http/wire/connections.ts';
import { version } from '../package.ts';
import { createApi, type KeywardApi } from './api.ts';
import { createFastifyPlugin } from './fastify-plugin.ts';
import { createFetchHandler, type FetchHandler } from './fetch-handler.ts';
import { type HostRequest, type Identity, identify } from './identity.ts';
import { createNodeHandler, type NodeHandler } from './node-handler.ts';
import type { KeywardOptions } from './options.ts';
import { ownPaths } from './paths.ts';
import { optionNames, readOptions, withOptionNames } from './read-options.ts';
import { createInFlight } from './in-flight.ts';

const NO_PAGES =
  'mails link to pages that Keyward does not have here; give it a path for them in paths.web, or name the origin of yours in allowedFrontends.';

/** The service, ready to be mounted in a host application. */
export interface Keyward {
  /** For Fastify 5: `await app.register(keyward.fastify)`. When the app closes, it closes the service. */
  readonly fastify: FastifyPluginAsync;
  /** For `node:http`, Express and Connect: `app.use(keyward.node)`. */
  readonly node: NodeHandler;
  /** For Hono, route handlers of Next.js and all other frameworks with `Request` and `Response`. */
  readonly fetch: FetchHandler;
  /** Whether a path, with or without its query, belongs to the service and not to the host. */
  owns(path: string): boolean;
  /**
   * The account and session of a request, by its Bearer token or, if the settings allow it, its cookie. Null without
   * either.
   * @throws KeywardError for an invalid token, `OriginNotAllowedError` for a foreign page's write by cookie,
   * `ServiceUnavailableError` while the database is unreachable; `statusCode` is the status to answer with
   */
  authenticate(request: HostRequest): Promise<Identity | null>;
  /**
   * The administration without HTTP, without a session: accounts, invitations, sessions, codes, events. Each call takes
   * one object with the fields of its route, and resolves with the route's body. It follows the same rules and stores the
   * same events, whose actor is `service`, named `host application`.
   * @throws KeywardError as the route answers; `ValidationError` for a field that the route does not have
   */
  readonly api: KeywardApi;
  /**
   * Calls `listener` with each event of a type (`account.created`, `account.*`, or `*` for all) that this instance
   * stores, after the commit of its act. Nothing waits for the listener. If it throws or rejects, Keyward reports it.
   * A crash loses events that a listener has not received, and other instances have their own listeners. To receive
   * every event, read the feed or use a webhook.
   * @returns a function that ends the subscription
   * @throws TypeError for a type that does not exist
   */
  on<P extends EventPattern>(type: P, listener: EventListener<P>): () => void;
  /** Writes events of the host to the service's log. */
  readonly log: Pick<Logs, 'write'>;
  /** A new link to create the first superadmin, valid for 30 minutes; null if one exists, or without a set-up page. */
  setUpLink(): Promise<string | null>;
  /** The address of the mailbox's page, with its key; null while no mails are caught, and without the page. */
  mailboxLink(): string | null;
  /** Ends streams, lets requests and mails finish within about 8 s, writes pending data, closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database and puts the service together; it does not listen.
 * @throws ConfigError that names the option and the remedy; MigrationError, and the errors of the database; Error when
 * a bundler has made Keyward part of the host's program
 */
export function createKeyward(options: KeywardOptions = {}): Promise<Keyward> {
  return openKeyward(options);
}

/** @param readingPace how fast clients must read their answers; for tests */
export async function openKeyward(options: KeywardOptions, readingPace?: ReadRate): Promise<Keyward> {
  const { config, parts, roots, webPath } = readOptions(options);
  // Throws in a bundle, before anything is opened.
  const program = version();
  const app = await createApp(config, () => loadSecrets(config), parts).catch((error: unknown) => {
    throw withOptionNames(error);
  });
  const { server, services } = app;
  const { onEvent } = options.hooks ?? {};
  if (onEvent !== undefined) {
    services.events.subscribe((event) => {
      // `services.events` itself reports a hook that throws synchronously.
      void Promise.resolve(onEvent(event)).catch((error: unknown) => services.report(error, 'hook'));
    });
  }

  const { maxConnections: most, connectionsPerAddress: perAddress, trustedProxies } = config;
  const inFlight = createInFlight({ most, perAddress, trustedProxies });
  const readers = new Set<Socket>();
  cutSlowReaders(server, readers, readingPace);
  server.addHook('preClose', () => inFlight.drain());
  await server.ready();
  const paths = ownPaths(roots, server.mounted);
  const node = createNodeHandler({ server, owns: paths.has, inFlight, readers });
  const warn = parts.warn ?? warnOnStandardError;
  for (const warning of config.warnings) warn(optionNames(warning));
  // At the root, the pages for end users are the host's.
  if (!webPath && config.allowedFrontends.length === 0) warn(NO_PAGES);
  if (webPath !== null) app.publish(services.publicUrl() + webPath);
  services.events.emit('service.started', { metadata: { version: program } });

  let closed: Promise<void> | undefined;
  const close = () => (closed ??= app.close());
  return {
    fastify: createFastifyPlugin({
      node,
      paths: paths.patterns,
      endStreams() {
        inFlight.closeConnections();
        services.logs.endStreams();
        services.auditLog.feed.end();
      },
      close,
    }),
    node,
    fetch: createFetchHandler({
      server: server.server,
      inFlight,
      clientAddress: options.clientAddress,
      compress: options.compress === true,
    }),
    owns: paths.has,
    authenticate: (request) => identify(request, services),
    api: createApi(services),
    on: services.auditLog.on,
    log: { write: (event) => services.logs.write(event) },
    async setUpLink() {
      if (webPath === null || (await services.superadmins.exist())) return null;
      return `${services.publicUrl()}${webPath}/setup#${await services.setUpLink.issue()}`;
    },
    mailboxLink: () =>
      webPath === null || services.mailer.captured === null
        ? null
        : mailboxAddress(services.publicUrl() + webPath, services.mailboxKey.key),
    close,
  };
}
