import { randomBytes } from 'node:crypto';
import { type Instrument, uninstrumented } from '../../../lib/instrument.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { EventRow, WebhookRow } from '../../../store/engine/schema.ts';
import type { EventBody, Origin } from '../../audit/events/event-types.ts';
import type { Attempt } from './attempts.ts';
import type { Secrets } from './secrets.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';
import { signatureHeaders } from './signature.ts';

/** Turns events into signed messages and sends them. */
export interface Messenger {
  /** @param connections the maximum number at the same time */
  open(connections: number): Sender;
  /** Makes one attempt to deliver an event to a webhook. Never rejects. */
  deliver(webhook: WebhookRow, sender: Sender, event: EventRow): Promise<Attempt>;
  /** Makes one attempt with a test event, over a separate connection. */
  test(webhook: WebhookRow, origin: Origin): Promise<Attempt>;
}

/** The type of test events. The list of types does not contain it, because test events are not stored. */
export const TEST_TYPE = 'webhook.test';
const ID_BYTES = 16;

type Message = Record<keyof EventBody, unknown> & { id: string };

export function createMessenger(deps: {
  secrets: Secrets;
  bodyOf: (row: EventRow) => EventBody | null;
  clock: Clock;
  sender: SenderParts;
  instrument?: Instrument | undefined;
}): Messenger {
  const { secrets, bodyOf, clock, instrument = uninstrumented } = deps;

  const open = (connections: number) => createSender(deps.sender, connections);

  async function attempt(webhook: WebhookRow, sender: Sender, event: Message): Promise<Attempt> {
    const at = clock.now();
    const keys = secrets.signing(webhook, at);
    if (keys.length === 0)
      return notSent(at, 'the secret cannot be decrypted; check whether the master key was changed');
    const body = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Keyward',
      ...signatureHeaders({ id: event.id, at, body }, keys),
    };
    const began = performance.now();
    const result = await instrument('webhook attempt', () => sender.post(webhook.url, headers, body));
    return { at, ...result, duration_ms: Math.round(performance.now() - began) };
  }

  return {
    open,
    async deliver(webhook, sender, row) {
      const event = bodyOf(row);
      return event === null
        ? notSent(clock.now(), 'this instance is older than the event; upgrade it')
        : attempt(webhook, sender, event);
    },
    async test(webhook, origin) {
      const sender = open(1);
      try {
        return await attempt(webhook, sender, {
          id: `evt_${randomBytes(ID_BYTES).toString('base64url')}`,
          type: TEST_TYPE,
          timestamp: new Date(clock.now()).toISOString(),
          data: { ...origin },
        });
      } finally {
        sender.close();
      }
    },
  };
}

function notSent(at: number, error: string): Attempt {
  return { at, status_code: null, duration_ms: 0, response_body: null, error };
}
