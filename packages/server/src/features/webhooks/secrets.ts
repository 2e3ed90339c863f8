import type { Seal } from '../../lib/seal.ts';
import type { WebhookRow } from '../../store/schema.ts';
import { newSecret } from './signature.ts';

/** How long a replaced secret goes on signing. */
const OVERLAP_MS = 24 * 3_600_000;

/** Signing secrets as the database holds them. */
export interface Secrets {
  /** The columns of a first secret, and the secret itself. */
  first(uid: string): { secret: string; columns: Pick<WebhookRow, 'sealed_secret'> };
  /** The columns of a new secret, beside which the present one signs for 24 hours, and the secret itself. */
  next(
    webhook: Pick<WebhookRow, 'uid' | 'sealed_secret'>,
    now: number,
  ): {
    secret: string;
    columns: Pick<WebhookRow, 'sealed_secret' | 'sealed_previous_secret' | 'previous_until'>;
  };
  /** The secrets that sign now, the newest first; none if they cannot be decrypted. */
  signing(webhook: WebhookRow, now: number): string[];
}

export function createSecrets(seal: Seal): Secrets {
  const place = (uid: string) => `webhook secret ${uid}`;

  function first(uid: string) {
    const secret = newSecret();
    return { secret, columns: { sealed_secret: seal.close(secret, place(uid)) } };
  }

  return {
    first,
    next({ uid, sealed_secret }, now) {
      const { secret, columns } = first(uid);
      return {
        secret,
        columns: { ...columns, sealed_previous_secret: sealed_secret, previous_until: now + OVERLAP_MS },
      };
    },
    signing({ uid, sealed_secret, sealed_previous_secret: previous, previous_until: until }, now) {
      const sealed = [sealed_secret, ...(previous !== null && now < (until ?? 0) ? [previous] : [])];
      return sealed.map((text) => seal.open(text, place(uid))).filter((secret) => secret !== null);
    },
  };
}
