import { builtWeb } from '../../src/http/web/built-web.ts';
import { pictures } from '../../src/http/docs-pages/pictures.ts';
import { declaredRoutes } from './routes.ts';

/** A request that anybody may send, as the bytes of HTTP/1.1. */
export interface PublicRequest {
  /** As in the table of routes. */
  route: string;
  /** @param index of the request: if the answer depends on the input, each request has its own input */
  text: (index: number) => string;
}

/** Values for the parameters in paths and queries. A new parameter that is missing here fails the tests. */
async function valuesFor(route: string): Promise<Record<string, string>> {
  const web = await builtWeb();
  if (web === null) throw new Error('the pages are not built');
  const largest = async (part: string) => {
    const files = [...web.files].filter(([name]) => name.startsWith(`${part}/`));
    const sizes = await Promise.all(
      files.map(async ([name, { plain }]) => ({ name, size: (await plain()).length })),
    );
    return sizes.sort((a, b) => b.size - a.size)[0]?.name.slice(part.length + 1) ?? '';
  };
  const [picture = ''] = (await pictures()).keys();
  return {
    file: route.includes('/console/') ? await largest('console') : await largest('pages'),
    page: route.includes(':part') ? 'images' : 'endpoints',
    part: picture,
    purpose: 'login',
    provider: 'google',
    section: 'accounts',
    slug: 'acme',
    connection_id: 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg',
    token_id: 'sct_4Yb1Qm0cW2nS8tJx6Kd3Vg',
    test_id: 'tst_4Yb1Qm0cW2nS8tJx6Kd3Vg',
    path: 'auth',
    id: '1',
  };
}

const QUERIES: Record<string, (index: number) => string> = {
  '/api/documents/file': () => '?path=endpoints.md',
  '/api/documents/search': (index) =>
    `?q=${'etaoinshr'[index % 9] ?? ''}${index % 7 === 0 ? '' : `+${index % 7}`}`,
};

/** A request to every public route of the tables, whatever its answer may be. */
export async function publicRequests(prefix: string): Promise<PublicRequest[]> {
  const routes = (await declaredRoutes(prefix)).filter(({ route }) => route.access === 'public');
  return Promise.all(
    routes.map(async ({ route: { method }, path }) => {
      const values = path.includes(':') ? await valuesFor(path) : {};
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`no value for :${name} of ${path}`);
        return value;
      });
      const body = method === 'GET' ? '' : 'Content-Type: application/json\r\nContent-Length: 2\r\n';
      return {
        route: `${method} ${path}`,
        text: (index: number) =>
          `${method} ${filled}${QUERIES[path]?.(index) ?? ''} HTTP/1.1\r\nHost: a\r\n${body}\r\n${body === '' ? '' : '{}'}`,
      };
    }),
  );
}
