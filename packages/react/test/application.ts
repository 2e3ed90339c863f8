import { type RequestListener, createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { tempFolder } from '../../server/test/support/at-exit.ts';
import { closeServer, portOf } from '../../server/test/support/servers.ts';

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Builds an example against the sources, with React itself. @returns the folder */
async function built(example: string, service: string): Promise<string> {
  const { path } = tempFolder();
  await build({
    root: example,
    configFile: false,
    logLevel: 'error',
    define: {
      'import.meta.env.VITE_KEYWARD_URL': JSON.stringify(service),
      // With the warnings of React, which are errors in the console.
      'process.env.NODE_ENV': JSON.stringify('development'),
    },
    resolve: {
      alias: [
        { find: /^@keyward\/client$/, replacement: join(PACKAGES, 'client/src/index.ts') },
        { find: /^@keyward\/client\/(.*)$/, replacement: join(PACKAGES, 'client/src/$1.ts') },
        { find: /^@keyward\/react$/, replacement: join(PACKAGES, 'react/src/index.ts') },
        { find: /^@keyward\/react\/styles\.css$/, replacement: join(PACKAGES, 'react/src/styles.css') },
      ],
    },
    build: {
      outDir: path,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  });
  return path;
}

export interface Application {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves an example at an origin of its own.
 * @param service the address of the service
 * @param api answers the paths below `/api/`
 */
export async function startApplication(
  example: string,
  service: string,
  api?: RequestListener,
): Promise<Application> {
  const folder = await built(example, service);
  const server = createServer((request, response) => {
    const { url: path = '/' } = request;
    if (api !== undefined && path.startsWith('/api/')) return api(request, response);
    const type = TYPES[extname(new URL(path, 'http://localhost').pathname)];
    response.setHeader('content-type', type ?? 'text/html');
    response.end(readFileSync(join(folder, type === undefined ? 'index.html' : path)));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { url: `http://localhost:${portOf(server)}`, close: () => closeServer(server) };
}
