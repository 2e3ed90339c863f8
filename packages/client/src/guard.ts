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

/** Further arguments are what frameworks add: a context, bindings. */
type FetchCall = [request: Request, ...context: unknown[]];
type NodeCall = [request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void];

/** Middleware of Node.js, and a function of a `Request`, which answers a `Response` or what was found. */
export interface Guard<Found> {
  (...call: FetchCall): Promise<Response | Found>;
  (...call: NodeCall): Promise<void>;
}

/** @param judge what to answer in place of the protected resource, or what `request.auth` becomes */
export function guardOf<Auth extends object, Found>(
  judge: (seen: Seen) => Promise<Refusal | Auth>,
  found: (auth: Auth) => Found,
): Guard<Found> {
  async function answer({ headers, method, url }: Request): Promise<Response | Found> {
    const outcome = await judge({
      authorization: headers.get('authorization') ?? undefined,
      dpop: headers.get('dpop') ?? undefined,
      method,
      url,
    });
    if (!isRefusal(outcome)) return found(outcome);
    return new Response(outcome.body, { status: outcome.status, headers: outcome.headers });
  }

  async function middleware(...[request, response, next]: NodeCall): Promise<void> {
    const { headers, method = 'GET', originalUrl, url = '/' } = request;
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
        return;
      }
      Object.assign(request, { auth: outcome });
      next();
    } catch (error) {
      next(error);
    }
  }

  const guard = (...call: FetchCall | NodeCall) => (isFetch(call) ? answer(call[0]) : middleware(...call));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two ways to call it
  return guard as Guard<Found>;
}

/** Node.js has an object of headers without methods, and values that are no functions. */
function isFetch(call: FetchCall | NodeCall): call is FetchCall {
  return typeof call[0].headers['get'] === 'function';
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
