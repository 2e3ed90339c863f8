/** What a guard sees of a request. */
export interface Seen {
  authorization: string | undefined;
  dpop: string | undefined;
  method: string;
  /** Absolute, or only the path, as Node.js has it. */
  url: string;
}

/** An answer in place of the protected one. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The parts of a request of Node.js, Express or Fastify that are read, and the one that is set. */
export interface NodeRequest {
  headers: Record<string, string | string[] | undefined>;
  method?: string | undefined;
  url?: string | undefined;
  /** Express takes the path that a router is mounted at out of `url`. */
  originalUrl?: string;
  auth?: unknown;
}

export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** Middleware of Node.js, and a function of a `Request`, which answers a `Response` or what was found. */
export interface Guard<Found> {
  (request: Request): Promise<Response | Found>;
  (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void): Promise<void>;
}

/** @param judge what to answer in place of the protected resource, or what `request.auth` becomes */
export function guardOf<Auth extends object, Found>(
  judge: (seen: Seen) => Promise<Refusal | Auth>,
  found: (auth: Auth) => Found,
): Guard<Found> {
  async function guard(
    request: Request | NodeRequest,
    response?: NodeResponse,
    next?: (error?: unknown) => void,
  ): Promise<Response | Found | undefined> {
    if (!response) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a response, it is one of fetch
      const { headers, method, url } = request as Request;
      const outcome = await judge({
        authorization: headers.get('authorization') ?? undefined,
        dpop: headers.get('dpop') ?? undefined,
        method,
        url,
      });
      if (!isRefusal(outcome)) return found(outcome);
      return new Response(outcome.body, { status: outcome.status, headers: outcome.headers });
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with a response, it is one of Node.js
    const { headers, method = 'GET', originalUrl, url = '/' } = request as NodeRequest;
    try {
      const outcome = await judge({
        authorization: textOf(headers['authorization']),
        dpop: textOf(headers['dpop']),
        method,
        url: originalUrl ?? url,
      });
      if (isRefusal(outcome)) {
        response.writeHead(outcome.status, outcome.headers);
        response.end(outcome.body);
        return undefined;
      }
      Object.assign(request, { auth: outcome });
      next?.();
    } catch (error) {
      next?.(error);
    }
    return undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two ways to call it
  return guard as Guard<Found>;
}

/** A refusal in the form of RFC 6750. */
export function failure(
  status: number,
  error: string,
  text: string,
  headers: Record<string, string>,
): Refusal {
  const body = JSON.stringify({ error, error_description: text });
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body,
  };
}

function isRefusal(outcome: object): outcome is Refusal {
  return 'status' in outcome;
}

/** A header that came twice counts for nothing. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
