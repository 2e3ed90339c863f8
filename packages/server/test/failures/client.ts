/** An answer of the service; `body` is empty if it is not JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export type Send = (
  method: string,
  path: string,
  options?: { body?: object; token?: string },
) => Promise<Answer>;

/**
 * Sends requests below `base`.
 * @throws Error without a complete answer: the request may have taken effect or not
 */
export function clientOf(base: string): Send {
  return async (method, path, { body, token } = {}) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : {} };
  };
}
