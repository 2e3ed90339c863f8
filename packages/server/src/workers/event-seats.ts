import type { Seats } from '../lib/followers.ts';
import type { Channel } from './channel.ts';

/** Lets a worker take places for streams of events. Those that it has when it dies are free again. */
export function offerEventSeats(channel: Channel, seats: Seats): void {
  const taken: string[] = [];
  channel.onClose(() => {
    for (const who of taken.splice(0)) seats.leave(who);
  });
  const offer: Seats = {
    async take(who) {
      const free = await seats.take(who);
      if (free) taken.push(who);
      return free;
    },
    leave(who) {
      const index = taken.indexOf(who);
      if (index === -1) return;
      taken.splice(index, 1);
      seats.leave(who);
    },
  };
  channel.offer('eventSeats', offer);
}

/** The places that the supervisor counts. */
export function remoteEventSeats(channel: Channel): Seats {
  const { take } = channel.remote<Seats>('eventSeats');
  const { leave } = channel.posted<Seats>('eventSeats');
  return { take, leave };
}
