import { LRUCache } from 'lru-cache';
import type { Seal } from '../../../lib/seal.ts';
import type { WebhookRow } from '../../../store/engine/schema.ts';
import { newSecret } from './signature.ts';

/** How long a replaced secret continues to sign. */
const OVERLAP_MS = 24 * 3_600_000;
/** More than the number of webhooks, including those whose secrets are being replaced. */
const OPENED = 256;

/** The stored form of signing secrets. */
export interface Secrets {
  /** The columns of a first secret, and the secret itself. */
  first(uid: string): { secret: string; columns: Pick<WebhookRow, 'sealed_secret'> };
  /** A caller who has waited this long has given up. Each replaced secret continues to sign for 24 hours. */
  next(webhook: WebhookRow, now: number): { secret: string; columns: SecretColumns };
  /** The secrets that sign now, the newest first; none if they cannot be decrypted. */
  signing(webhook: WebhookRow, now: number): string[];
}

type SecretColumns = Pick<WebhookRow, 'sealed_secret' | 'sealed_previous_secret' | 'previous_until'>;

export function createSecrets(seal: Seal): Secrets {
  const place = (uid: string) => `webhook secret ${uid}`;
  /** Cached by row and encrypted text, because decryption would take a quarter of the time of a delivery. */
  const opened = new LRUCache<string, string>({ max: OPENED });

  function open(sealed: string, uid: string): string | null {
    const key = `${uid} ${sealed}`;
    const secret = opened.get(key) ?? seal.open(sealed, place(uid));
    if (secret !== null) opened.set(key, secret);
    return secret;
  }

  function first(uid: string) {
    const secret = newSecret();
    return { secret, columns: { sealed_secret: seal.close(secret, place(uid)) } };
  }

  return {
    first,
    next(webhook, now) {
      const { secret, columns } = first(webhook.uid);
      const until = now + OVERLAP_MS;
      const replaced = [{ until, sealed: webhook.sealed_secret }, ...stillSigning(webhook, now)];
      const lines = replaced.map((one) => `${one.until} ${one.sealed}`).join('\n');
      return { secret, columns: { ...columns, sealed_previous_secret: lines, previous_until: until } };
    },
    signing(webhook, now) {
      const { uid, sealed_secret } = webhook;
      const sealed = [sealed_secret, ...stillSigning(webhook, now).map((one) => one.sealed)];
      return sealed.map((text) => open(text, uid)).filter((secret) => secret !== null);
    },
  };
}

/** The replaced secrets that still sign, the newest first. */
function stillSigning({ sealed_previous_secret: lines }: WebhookRow, now: number) {
  return (lines?.split('\n') ?? [])
    .map((line) => line.split(' '))
    .map(([until = '', sealed = '']) => ({ until: Number(until), sealed }))
    .filter(({ until }) => now < until);
}
