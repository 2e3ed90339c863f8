import type { Answer, RequestOptions, TestKeyward } from './keyward.ts';
import { requestFrom } from './raw-http.ts';

/** Somebody at an address of their own, with or without a browser that keeps cookies. */
export type Visitor = Pick<TestKeyward, 'call'> & {
  /** The cookies, by name. */
  cookies: Map<string, string>;
};

/**
 * @param address a loopback address
 * @param keeps whether cookies are kept and sent
 */
export function visitorOf(
  keyward: Pick<TestKeyward, 'port'>,
  address: string,
  keeps: 'cookies' | 'nothing' = 'nothing',
): Visitor {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(method, path, { body, token, headers = {} }: RequestOptions = {}): Promise<Answer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await requestFrom({
        port: keyward.port,
        localAddress: address,
        method,
        path: `/auth${path}`,
        headers: {
          ...headers,
          ...(cookie !== '' && { cookie }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body }),
      });
      for (const line of keeps === 'cookies' ? (answer.headers['set-cookie'] ?? []) : []) {
        const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
        cookies.set(name, value);
      }
      const parsed: Record<string, unknown> = { ...Object(answer.body === '' ? {} : answer.json()) };
      return { status: answer.status, headers: headersOf(answer.headers), text: answer.body, body: parsed };
    },
  };
}

function headersOf(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}
