import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { FakeClock } from '../../support/fake-clock.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

/** A message as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Answers messages from now on; at first, all of them with 200. */
  answer: (response: ServerResponse, message: Received) => void;
  /** Waits until this number of messages has arrived, and returns them. */
  gets(count: number): Promise<Received[]>;
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const message = { headers: request.headers, text, event: JSON.parse(text) };
      receiver.received.push(message);
      receiver.answer(response, message);
    });
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${portOf(server)}/hook?key=hidden`,
    received: [],
    answer: (response) => response.end('thanks'),
    async gets(count) {
      await until(
        () => receiver.received.length >= count,
        `${count} messages; there are ${receiver.received.length}`,
      );
      return receiver.received;
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return receiver;
}

/** Answers with a status. */
export function status(code: number): Receiver['answer'] {
  return (response) => response.writeHead(code).end(`status ${code}`);
}

/**
 * Verifies a message with the library of Standard Webhooks, at the time of the clock.
 * @throws Error for another secret, a changed message, or one that is too old
 */
export function verify({ headers, text }: Received, secret: string, clock: FakeClock): void {
  const now = mock.method(Date, 'now', () => clock.now());
  try {
    new Webhook(secret).verify(text, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
  } finally {
    now.mock.restore();
  }
}
