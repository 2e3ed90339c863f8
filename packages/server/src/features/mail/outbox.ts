import type { Seal } from '../../lib/seal.ts';
import type { OutboxStore } from '../../store/outbox.ts';
import type { QueuedMail } from './compose.ts';

/** Stores the mails that a shutdown could not deliver, encrypted: no code is ever stored in the clear. */
export async function keepMails(
  outbox: OutboxStore,
  seal: Seal,
  mails: readonly QueuedMail[],
): Promise<void> {
  await outbox.keep(
    mails.map((mail) => ({
      id: mail.id,
      sealed_mail: seal.close(JSON.stringify(mail), context(mail.id, mail.expiresAt)),
      expires_at: mail.expiresAt,
    })),
  );
}

/** Takes up to `limit` kept mails out of the database. Null for a mail that cannot be decrypted; it is lost. */
export async function takeKeptMails(
  outbox: OutboxStore,
  seal: Seal,
  limit: number,
  now: number,
): Promise<(QueuedMail | null)[]> {
  if (limit === 0) return [];
  const rows = await outbox.take(limit, now);
  return rows.map((row) => {
    const text = seal.open(row.sealed_mail, context(row.id, row.expires_at));
    // A text that decrypts is one that we encrypted.
    return text === null ? null : parse(text);
  });
}

function parse(text: string): QueuedMail {
  const mail: QueuedMail = JSON.parse(text);
  return mail;
}

function context(id: string, expiresAt: number): string {
  return `outbox:${id}:${expiresAt}`;
}
