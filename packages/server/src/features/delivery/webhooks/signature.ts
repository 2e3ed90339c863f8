import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of Standard Webhooks 1.0 (https://www.standardwebhooks.com) */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Signed {
  /** The event's id. */
  id: string;
  /** The time of the attempt, in milliseconds since the epoch. */
  at: number;
  body: string;
}

/** The three headers by which a receiver verifies a message. There is one signature for each secret. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
