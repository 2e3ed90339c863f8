import type { MountedRoute } from '../http/wire/mounted.ts';

export interface OwnPaths {
  /** Whether the path of a URL, which begins with a slash, is Keyward's. */
  has: (url: string) => boolean;
  /** The same, as patterns of Fastify. */
  patterns: readonly string[];
}

/**
 * Separates Keyward's paths from the host's. Keyward owns everything below the prefix and below its other configured
 * paths, and at the root only the paths of its routes.
 * @param roots paths below which everything is Keyward's
 */
export function ownPaths(roots: readonly string[], mounted: readonly MountedRoute[]): OwnPaths {
  const exact = new Set(roots);
  const subtrees = new Set(roots);
  for (const { below, route } of mounted) {
    const [fixed = '', ...parameters] = `${below}${route.path}`.split('/:');
    exact.add(fixed);
    if (parameters.length > 0) subtrees.add(fixed);
  }
  const isBelow = (path: string) => [...subtrees].some((root) => path.startsWith(`${root}/`));
  return {
    has(url) {
      const end = url.search(/[?#]/);
      const path = end === -1 ? url : url.slice(0, end);
      return exact.has(path.replace(/\/$/, '')) || isBelow(path);
    },
    patterns: [
      ...[...exact].filter((path) => !isBelow(path)),
      ...[...subtrees].filter((path) => !isBelow(path)).map((path) => `${path}/*`),
    ],
  };
}
