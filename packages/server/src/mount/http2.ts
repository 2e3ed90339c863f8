import type { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/**
 * A request of `node:http2` in the form of HTTP/1.1, which the router needs: it has a `Host`, and its answer shows
 * whether the client has disconnected.
 */
export function asHttp1(
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
): [IncomingMessage, ServerResponse] {
  if (request instanceof Http2ServerRequest) nameHost(request);
  if (response instanceof Http2ServerResponse)
    response.once('close', () => Object.assign(response, { destroyed: true }));
  // Node gives both the interface of HTTP/1.1, but the types lack it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return [request, response] as [IncomingMessage, ServerResponse];
}

/**
 * If both names are present and differ, both stay, and the request is refused like one with two `Host` headers (RFC
 * 9113 §8.3.1).
 */
function nameHost({ headers, rawHeaders }: Http2ServerRequest): void {
  const authority = headers[':authority'];
  if (authority === undefined || authority === headers.host) return;
  headers.host ??= authority;
  rawHeaders.push('host', authority);
}
