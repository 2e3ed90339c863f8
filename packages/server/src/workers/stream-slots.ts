import type { StreamSlots } from '../lib/subscribers.ts';
import type { Channel } from './channel.ts';

/** Lets a worker take places for streams of events. Those that it has when it dies are free again. */
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

/** The places that the supervisor counts. */
export function remoteStreamSlots(channel: Channel): StreamSlots {
  const { take } = channel.remote<StreamSlots>('streamSlots');
  const { leave } = channel.posted<StreamSlots>('streamSlots');
  return { take, leave };
}
