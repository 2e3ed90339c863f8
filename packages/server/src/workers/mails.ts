import type { QueuedMail } from '../features/mail/compose.ts';
import type { DeliveryQueue } from '../features/mail/delivery-queue.ts';
import type { Mailer } from '../features/mail/mailer.ts';
import type { Channel } from './channel.ts';

interface Post {
  /** @returns the room that is left */
  take(mail: QueuedMail): Promise<number>;
  room(): number;
}

/** Lets a worker hand over mails to this process. */
export function offerMails(channel: Channel, mailer: Pick<Mailer, 'takeOver' | 'room'>): void {
  const post: Post = {
    async take(mail) {
      await mailer.takeOver(mail);
      return mailer.room();
    },
    room: () => mailer.room(),
  };
  channel.offer('mails', post);
}

/**
 * The mail queue of the supervisor. It is asked for its room only after the fact: what several workers accept at the same
 * moment beyond it, the supervisor keeps in the database.
 * @param room the room at the start
 */
export function remoteMails(
  channel: Channel,
  room: number,
  report: (error: unknown) => void,
): DeliveryQueue<QueuedMail> {
  const post = channel.remote<Post>('mails');
  const handedOver = new Set<Promise<void>>();
  let known = room;
  let closing = false;
  let asking = false;

  function ask(): void {
    if (asking) return;
    asking = true;
    void post
      .room()
      .then((found) => (known = found))
      .catch(report)
      .finally(() => (asking = false));
  }

  return {
    add(mail) {
      if (closing || known === 0) return false;
      known -= 1;
      const handing = post
        .take(mail)
        .then((found) => void (known = found))
        .catch(report)
        .finally(() => handedOver.delete(handing));
      handedOver.add(handing);
      return true;
    },
    room() {
      if (closing) return 0;
      if (known === 0) ask();
      return known;
    },
    state: () => ({ queued: handedOver.size, retrying: 0, sent: 0, failed: 0 }),
    async close() {
      closing = true;
      await Promise.all(handedOver);
      return [];
    },
  };
}
