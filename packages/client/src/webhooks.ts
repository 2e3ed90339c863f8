import type { KeywardEvent } from './api.ts';

/** The message to a webhook: an event, or the test event of `webhooks.test`. */
export type WebhookEvent =
  KeywardEvent | { id: string; type: 'webhook.test'; timestamp: string; data: Record<string, unknown> };

/** Headers as a web request has them, or an object with lower-case names as Node.js has them. */
export type WebhookHeaders =
  { get(name: string): string | null } | Record<string, string | string[] | undefined>;

/**
 * A web `Request` whose body has not been read, or headers and a body. The body must be the text or the bytes as they
 * arrived; parsed and serialized again, it may differ.
 */
export type WebhookRequest =
  | { headers: { get(name: string): string | null }; arrayBuffer(): Promise<ArrayBuffer> }
  | { headers: WebhookHeaders; body: string | Uint8Array };

export interface VerifyOptions {
  /** The maximum difference between the time of the request and this machine's. Default: 300 */
  toleranceSeconds?: number;
  /** Milliseconds since the epoch. Default: `Date.now` */
  now?: () => number;
}

/**
 * `headers_missing`: not a webhook. `timestamp_invalid`: not a time in seconds. `timestamp_too_old`,
 * `timestamp_too_new`: outside of the tolerance; a replayed request, or a wrong clock. `signature_mismatch`:
 * another secret signed it, or the body was changed. `body_invalid`: the signature is valid, but the body is
 * not an event.
 */
export type WebhookFailure =
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_invalid';

/** A request that is not from the service. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

const PREFIX = 'whsec_';

/**
 * Verifies that a request to a webhook is from the service, and reads its event. Standard Webhooks 1.0
 * (https://www.standardwebhooks.com): HMAC-SHA256 by Web Crypto, compared in constant time.
 *
 * An event may arrive more than once, with the same `id`: the caller keeps the ids that it has handled.
 * @param secret as the webhook was created with, `whsec_…`; several while it is replaced
 * @throws WebhookVerificationError for a request that is not from the service
 * @throws TypeError for an invalid secret, or a body of a wrong type
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = (typeof secret === 'string' ? [secret] : secret).map(keyOf);
  if (keys.length === 0) throw new TypeError('There is no secret');
  const id = headerOf(request.headers, 'webhook-id');
  const timestamp = headerOf(request.headers, 'webhook-timestamp');
  const given = headerOf(request.headers, 'webhook-signature');
  if (!id || !timestamp || !given)
    throw new WebhookVerificationError(
      'headers_missing',
      'webhook-id, webhook-timestamp or webhook-signature is missing',
    );
  checkTime(timestamp, now() / 1000, toleranceSeconds);

  const body = await bodyOf(request);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const signatures = given.split(' ').filter((one) => one.startsWith('v1,'));
  let matches = false;
  for (const key of keys) {
    const expected = await sign(key, signed);
    for (const signature of signatures) if (isSame(signature, expected)) matches = true;
  }
  if (!matches)
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No signature matches: the secret is wrong, or the body was changed',
    );
  return eventOf(body);
}

/** The bytes of a secret. @throws TypeError if it is invalid; the message does not contain it */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (text) return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {}
  throw new TypeError(`The secret is not one of a webhook: give it as the service showed it, ${PREFIX}…`);
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (isWebHeaders(headers)) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function isWebHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function checkTime(timestamp: string, now: number, tolerance: number): void {
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookVerificationError('timestamp_invalid', 'webhook-timestamp is not a time in seconds');
  const age = now - Number(timestamp);
  if (age > tolerance)
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `The request is ${Math.round(age)} seconds old; check this machine's clock`,
    );
  if (age < -tolerance)
    throw new WebhookVerificationError(
      'timestamp_too_new',
      `The request is from ${Math.round(-age)} seconds in the future; check this machine's clock`,
    );
}

async function bodyOf(request: WebhookRequest): Promise<Uint8Array> {
  if ('arrayBuffer' in request) return new Uint8Array(await request.arrayBuffer());
  const { body } = request;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  // An untyped program may pass any value.
  if (body instanceof Uint8Array) return body;
  throw new TypeError('The body is not as it arrived: pass its text or bytes, not a parsed object');
}

async function sign(secret: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = new Uint8Array(await subtle.sign('HMAC', key, content));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

/** Compares in constant time: otherwise an attacker could guess a signature byte by byte. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder().decode(body));
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {}
  throw new WebhookVerificationError('body_invalid', 'The body is not an event');
}
