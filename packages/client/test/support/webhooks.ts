import { createHmac } from 'node:crypto';

/** The headers of a webhook, signed by hand, as Standard Webhooks 1.0 §"Signature scheme" has it. */
export function signedHeaders(
  body: string | Uint8Array,
  secrets: readonly string[],
  { id = 'evt_1', at = Date.now() }: { id?: string; at?: number } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

export function newSecret(byte: number): string {
  return `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
}
