import { Agent } from 'node:http';
import { requestFrom } from '../support/raw-http.ts';

export interface Asked {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export interface Asker {
  /** Sends a request below the prefix. @throws Error without a complete answer */
  ask: (method: string, path: string, options?: { body?: object; token?: string }) => Promise<Asked>;
  /** Requests so far, and the slowest answer in milliseconds. */
  figures: { sent: number; worstMs: number };
  /** Closes its connections. */
  close: () => void;
}

/** Sends requests to a process over persistent connections, and measures them. */
export function askerOf(url: string): Asker {
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true });
  const figures = { sent: 0, worstMs: 0 };
  return {
    figures,
    async ask(method, path, { body, token } = {}) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const start = performance.now();
      figures.sent += 1;
      const answer = await requestFrom({
        port,
        method,
        path: `/auth${path}`,
        headers: {
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: text,
        agent,
      });
      figures.worstMs = Math.max(figures.worstMs, performance.now() - start);
      const isJson = answer.headers['content-type']?.includes('json') === true;
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson && answer.body !== '' ? JSON.parse(answer.body) : {},
      };
    },
    close: () => agent.destroy(),
  };
}
