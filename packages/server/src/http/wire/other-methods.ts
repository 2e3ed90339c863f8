import findMyWay from 'find-my-way';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import type { Route } from './endpoint/route.ts';
import type { MountedRoute } from './mounted.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path template of a request whose path exists without its method. */
    pathOfOthers: string | null;
  }
}

/** An existing path and its methods. */
interface Path {
  url: string;
  segments: readonly string[];
  /** Also HEAD where there is GET, because Fastify answers it. */
  methods: ReadonlySet<string>;
  routes: readonly Route[];
}

type RouterOptions = findMyWay.Config<findMyWay.HTTPVersion.V1>;

/**
 * Answers 405 with `Allow` if a path exists without the method, and 204 to OPTIONS. It uses a separate router,
 * which is made at the first such request: registering the refusals of all methods would take most of the time
 * of mounting.
 */
export function refuseOtherMethods(app: FastifyInstance, services: Services, options: RouterOptions): void {
  let find: ReturnType<typeof createFinder> | undefined;
  app.decorateRequest('pathOfOthers', null);
  // Answered before the body is read, which may be anything.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !app.supportedMethods.includes(request.method)) {
      done();
      return;
    }
    find ??= createFinder(app.mounted, options);
    const found = find(request.url);
    if (found === null) {
      done();
      return;
    }
    request.params = found.params;
    request.pathOfOthers = found.path.url;
    refuse(services, found.path, request, reply).then(undefined, done);
  });
}

/**
 * Registers the refusals of methods that a path lacks, but that another path with a parameter has. `GET
 * /account/lock` must not find the account `lock`.
 */
export function refuseBeforeParameters(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  routes: readonly Route[],
): void {
  for (const neighbours of neighbourhoods(pathsOf(routes.map((route) => ({ below: prefix, route }))))) {
    const methods = new Set(neighbours.flatMap((path) => [...path.methods]));
    for (const path of neighbours) {
      const method = [...methods].filter((name) => !path.methods.has(name));
      if (method.length === 0) continue;
      app.route({
        method,
        url: path.url,
        onRequest: (request, reply) => refuse(services, path, request, reply),
        handler: () => {},
      });
    }
  }
}

/** Groups of overlapping paths: if one path of a group needs a refusal, the others need it too. */
function neighbourhoods(paths: readonly Path[]): Path[][] {
  let groups: Path[][] = [];
  for (const path of paths) {
    const { near = [], far = [] } = Object.groupBy(groups, (group) =>
      group.some((other) => overlap(other, path)) ? 'near' : 'far',
    );
    groups = [...far, [...near.flat(), path]];
  }
  return groups;
}

async function refuse(services: Services, path: Path, request: FastifyRequest, reply: FastifyReply) {
  for (const { endpoint } of path.routes) endpoint.assertExists?.(services, request.params);
  reply.header('allow', [...path.methods, 'OPTIONS'].join(', '));
  if (request.method !== 'OPTIONS') throw new KeywardError('MethodNotAllowedError');
  return reply.code(204).send();
}

function pathsOf(mounted: readonly MountedRoute[]): Path[] {
  const byUrl = Map.groupBy(mounted, ({ below, route }) => below + route.path);
  return [...byUrl].map(([url, rows]) => {
    const routes = rows.map(({ route }) => route);
    const methods = new Set<string>(routes.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return { url, segments: url.split('/'), methods, routes };
  });
}

/** Whether an address can match both paths. */
function overlap(a: Path, b: Path): boolean {
  if (a.segments.length !== b.segments.length) return false;
  return a.segments.every((segment, i) => {
    const other = b.segments[i] ?? '';
    return segment === other || segment.startsWith(':') || other.startsWith(':');
  });
}

function createFinder(mounted: readonly MountedRoute[], options: RouterOptions) {
  const router = findMyWay(options);
  const paths = new Map(pathsOf(mounted).map((path) => [path.url, path]));
  for (const url of paths.keys()) router.on('GET', url, () => {}, url);
  return (url: string) => {
    const found = router.find('GET', url);
    const path = found && paths.get(String(found.store));
    return found && path ? { path, params: found.params } : null;
  };
}
