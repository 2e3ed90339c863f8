import assert from 'node:assert/strict';

/** Posts JSON and returns the body of the answer, which must be a success. */
export async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await send('POST', url, body);
  assert.ok(answer.ok, `${url}: ${answer.status}`);
  const received: Record<string, unknown> = JSON.parse(await answer.text());
  return received;
}

/** Sends JSON, with a token where one is given. */
export function send(method: string, url: string, body: object, token?: string): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}
