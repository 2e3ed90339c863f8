import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { closeServer, portOf } from '../../support/servers.ts';

/** A host on this machine. */
export async function startHost(answer: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

/** A host of metadata documents that are never fresh. It counts its requests. */
export async function startDocuments(
  documentOf: (path: string) => object,
  whileAsked: () => Promise<unknown> = async () => {},
) {
  const asked: string[] = [];
  const host = await startHost(({ url: path = '', headers }, response) => {
    asked.push(path);
    const document = { client_id: `http://${headers.host}${path}`, ...documentOf(path) };
    whileAsked().then(
      () => response.writeHead(200, { 'cache-control': 'max-age=0' }).end(JSON.stringify(document)),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  return Object.assign(host, { asked });
}
