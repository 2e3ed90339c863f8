import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { closeServer, portOf } from '../support/servers.ts';

/** How a receiver treats a message. */
type Trouble = 'none' | 'random' | 'stalled';

export interface EventReceiver extends AsyncDisposable {
  url: string;
  /** Verifies messages from now on. */
  secret: string;
  trouble: Trouble;
  /** Ends the failures, and releases held messages. */
  heal(): void;
  /** The messages that were answered with 2xx, by the id of their event: the content of the first one. */
  accepted: Map<string, string>;
  /** Milliseconds from the event to its first arrival, in the order of arrival. */
  delays: number[];
  figures: { messages: number; failed: number };
  /** Invalid messages: unsigned, or with a known id but another content. */
  wrong: string[];
}

/**
 * The shares of messages while the receiver fails. A timeout takes one of the sender's connections for 15 s.
 */
const SHARES = { refuse: 0.03, hangUp: 0.02, cutOff: 0.02, redirect: 0.01, timeout: 0.0005 } as const;

/** A receiver that verifies each message with the library of Standard Webhooks, and can fail at random. */
export async function startEventReceiver(random: () => number): Promise<EventReceiver> {
  const seen = new Set<string>();
  const held = new Set<IncomingMessage>();

  function check(request: IncomingMessage, body: string): string {
    const header = (name: string) => String(request.headers[name]);
    const id = header('webhook-id');
    try {
      new Webhook(receiver.secret).verify(body, {
        'webhook-id': id,
        'webhook-timestamp': header('webhook-timestamp'),
        'webhook-signature': header('webhook-signature'),
      });
    } catch (error) {
      receiver.wrong.push(`${id}: ${String(error)}`);
    }
    const event: { id: string; timestamp: string } = JSON.parse(body);
    if (event.id !== id) receiver.wrong.push(`${id} is ${event.id} in the body`);
    if ((receiver.accepted.get(id) ?? body) !== body) receiver.wrong.push(`${id} was two different messages`);
    if (!seen.has(id)) receiver.delays.push(Date.now() - Date.parse(event.timestamp));
    seen.add(id);
    return id;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chosen = receiver.trouble === 'random' ? chooseTrouble(random()) : null;
    receiver.figures.messages += 1;
    if (chosen !== null || receiver.trouble === 'stalled') receiver.figures.failed += 1;
    if (chosen === 'hangUp') {
      request.destroy();
      return;
    }
    const body = await text(request);
    const id = check(request, body);
    if (receiver.trouble === 'stalled' || chosen === 'timeout') {
      held.add(request);
      request.once('close', () => held.delete(request));
      return;
    }
    if (chosen === 'refuse') response.writeHead(random() < 0.5 ? 500 : 503).end('not now');
    else if (chosen === 'redirect') response.writeHead(302, { location: receiver.url }).end();
    else if (chosen === 'cutOff') request.socket.destroy();
    else {
      receiver.accepted.set(id, body);
      response.writeHead(204).end();
    }
  }

  const server = createServer((request, response) => {
    // The sender was killed, or gave up.
    answer(request, response).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${portOf(server)}/`,
    secret: '',
    trouble: 'none',
    heal() {
      receiver.trouble = 'none';
      for (const request of held) request.socket.destroy();
    },
    accepted: new Map(),
    delays: [],
    figures: { messages: 0, failed: 0 },
    wrong: [],
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return receiver;
}

function chooseTrouble(random: number): keyof typeof SHARES | null {
  let left = random;
  if ((left -= SHARES.refuse) < 0) return 'refuse';
  if ((left -= SHARES.hangUp) < 0) return 'hangUp';
  if ((left -= SHARES.cutOff) < 0) return 'cutOff';
  if ((left -= SHARES.redirect) < 0) return 'redirect';
  return (left -= SHARES.timeout) < 0 ? 'timeout' : null;
}
