/** The parts of a request that a guard reads. */
export interface Seen {
  authorization: string | undefined;
  dpop: string | undefined;
  method: string;
  /** Absolute, or only the path, as in Node.js. */
  url: string;
}

/** An answer that replaces the protected one. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The parts of a Node.js, Express or Fastify request that are read or set. */
export interface NodeRequest {
  headers: Record<string, string | string[] | undefined>;
  method?: string | undefined;
  url?: string | undefined;
  /** Express removes the path of a mounted router from `url`. */
  originalUrl?: string;
  auth?: unknown;
}

export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** Further arguments that frameworks add, such as a context or bindings. */
type FetchCall = [request: Request, ...context: unknown[]];
type NodeCall = [request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void];

/** A middleware for Node.js, and a function that takes a `Request` and returns a `Response` or the result. */
export interface Guard<Found> {
  (...call: FetchCall): Promise<Response | Found>;
  (...call: NodeCall): Promise<void>;
}

/** @param judge returns the answer that replaces the protected resource, or the value of `request.auth` */
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

/** The headers of Node.js are an object without methods, and its values are not functions. */
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

/** A repeated header is ignored. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
