import type { QueuedMail } from '../features/delivery/mail/compose.ts';
import type { DeliveryQueue } from '../features/delivery/mail/delivery-queue.ts';
import type { Mailer, MailSender } from '../features/delivery/mail/mailer.ts';
import type { Channel } from './channel.ts';

interface Post extends Pick<Mailer, 'takeOver' | 'hasRoom' | 'wake'> {}

/** Accepts mails from a worker. */
export function exposeMails(channel: Channel, { takeOver, hasRoom, wake }: Post): void {
  const post: Post = { takeOver, hasRoom, wake };
  channel.expose('mails', post);
}

/** Passes mails to the process at the other end of the channel, which sends them. */
export function remoteMails(channel: Channel, report: (error: unknown) => void): MailSender {
  const post = channel.remote<Post>('mails');
  const handedOver = new Set<Promise<void>>();
  let closing = false;

  const queue: DeliveryQueue<QueuedMail> = {
    add(mail) {
      if (closing) return false;
      const handing = post
        .takeOver(mail)
        .catch(report)
        .finally(() => handedOver.delete(handing));
      handedOver.add(handing);
      return true;
    },
    hasRoom: (asker) => !closing && post.hasRoom(asker),
    state: () => ({ queued: handedOver.size, retrying: 0, sent: 0, failed: 0 }),
    async close() {
      closing = true;
      await Promise.all(handedOver);
      return [];
    },
  };
  return { queue, wake: () => void post.wake().catch(report) };
}
