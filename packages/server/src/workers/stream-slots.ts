import type { StreamSlots } from '../lib/subscribers.ts';
import type { Channel } from './channel.ts';

/** Gives a worker slots for streams of events. If the worker dies, its slots become free. */
export function exposeStreamSlots(channel: Channel, slots: StreamSlots): void {
  const taken: string[] = [];
  channel.onClose(() => {
    for (const who of taken.splice(0)) slots.leave(who);
  });
  const api: StreamSlots = {
    async take(who) {
      const free = await slots.take(who);
      if (free) taken.push(who);
      return free;
    },
    leave(who) {
      const index = taken.indexOf(who);
      if (index === -1) return;
      taken.splice(index, 1);
      slots.leave(who);
    },
  };
  channel.expose('streamSlots', api);
}

/** The slots that the supervisor counts. */
export function remoteStreamSlots(channel: Channel): StreamSlots {
  const { take } = channel.remote<StreamSlots>('streamSlots');
  const { leave } = channel.posted<StreamSlots>('streamSlots');
  return { take, leave };
}
