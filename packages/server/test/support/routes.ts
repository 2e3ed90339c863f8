import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../src/http/wire/endpoint/route.ts';
import { LOG_PATH } from '../../src/http/logs/mount.ts';

/** Tables whose routes have no prefix. */
const AT_ROOT = new Set([
  'healthRoutes',
  'mailboxRoutes',
  'mcpRoutes',
  'wellKnownRoutes',
  'documentationRoutes',
]);

export interface DeclaredRoute {
  route: Route;
  /** With the prefix. */
  path: string;
}

/** The routes of every table in `src/http/<folder>/routes.ts`, in the order of the folders. */
export async function declaredRoutes(prefix: string): Promise<DeclaredRoute[]> {
  const http = new URL('../../src/http/', import.meta.url);
  const found: DeclaredRoute[] = [];
  for (const file of readdirSync(http, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('routes.ts')) continue;
    const tables: Record<string, unknown> = await import(new URL(file, http).href);
    for (const [name, exported] of Object.entries(tables)) {
      // A table that takes the prefix as an argument has its routes at the root.
      const table: unknown = typeof exported === 'function' ? exported(prefix) : exported;
      if (!isRoutes(table)) throw new Error(`${name} in ${file} is not a table of routes`);
      const before =
        name === 'logRoutes' ? LOG_PATH : typeof exported === 'function' || AT_ROOT.has(name) ? '' : prefix;
      found.push(...table.map((route) => ({ route, path: before + route.path })));
    }
  }
  return found;
}

function isRoutes(value: unknown): value is readonly Route[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => typeof row === 'object' && 'access' in row)
  );
}

/** The paths that a server has routes for, whatever their methods. */
export function registeredPaths(server: FastifyInstance): string[] {
  const paths: string[] = [];
  const above: string[] = [];
  for (const line of server.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([\s│├└─]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (match === null) continue;
    const [, indent = '', part = '', methods] = match;
    const depth = indent.length / 4;
    above.splice(depth - 1, Infinity, part);
    if (methods !== undefined) paths.push(above.join(''));
  }
  return [...new Set(paths)].sort();
}
