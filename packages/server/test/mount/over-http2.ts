import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { Readable } from 'node:stream';
import type { Send } from './mounted.ts';

/** Sends requests over one HTTP/2 connection, which is open until the result is disposed of. */
export function overHttp2(url: string, ca?: string): Send & Disposable & { client: ClientHttp2Session } {
  const client = connect(url, ca === undefined ? {} : { ca });
  const send: Send = (path, init = {}) => answerTo(client, path, init);
  return Object.assign(send, {
    client,
    [Symbol.dispose]: () => client.destroy(),
  });
}

async function answerTo(client: ClientHttp2Session, path: string, init: RequestInit): Promise<Response> {
  // The headers of a body, such as its content type.
  const given = new Request('http://localhost', init);
  const head = { ':method': given.method, ':path': path, ...Object.fromEntries(given.headers) };
  const stream = client.request(head, { endStream: false });
  init.signal?.addEventListener('abort', () => stream.destroy(new Error('aborted')));
  const answered = once(stream, 'response');
  stream.end(Buffer.from(await given.arrayBuffer()));
  const [answer]: Record<string, string | string[] | undefined>[] = await answered;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer ?? {}))
    if (!name.startsWith(':')) for (const one of [value].flat()) headers.append(name, String(one));
  const status = Number(answer?.[':status']);
  const bodiless = status === 204 || given.method === 'HEAD';
  return new Response(bodiless ? null : Readable.toWeb(stream), { status, headers });
}
