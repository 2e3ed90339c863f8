import type { Answer, RequestOptions, TestKeyward } from '../../support/keyward.ts';

/**
 * Calls a service that runs as a process, as tests call one of their own.
 * @param url of the service, which may have another one after a start
 * @returns what throws without an answer
 */
export function callerOf(url: () => string): Pick<TestKeyward, 'call'> {
  return {
    async call(method: string, path: string, { body, token, headers }: RequestOptions = {}): Promise<Answer> {
      const isForm = typeof body === 'string';
      const answer = await fetch(`${url()}/auth${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : {} };
    },
  };
}
