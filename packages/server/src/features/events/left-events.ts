import type { Clock } from '../../lib/clock.ts';
import type { LeftEventStore } from '../../store/left-events.ts';
import { type EventName, type Events, EVENTS } from './events.ts';

/** The number of events that an instance reads at once. */
const BATCH = 100;

/**
 * Leaves an event of the command line to any instance that serves this database, or to the next one that starts. The
 * command cannot write the log itself: the log files belong to the process that serves, which trims them by its own
 * record of their lines.
 */
export async function leaveEvent(
  store: LeftEventStore,
  clock: Clock,
  name: EventName,
  metadata: Readonly<Record<string, unknown>>,
): Promise<void> {
  const by = { by: 'command line' };
  await store.add({ name, at: clock.now(), metadata: JSON.stringify({ ...by, ...metadata }) });
}

/**
 * Emits the events that were left. An event of a newer Keyward, which is not on our list, is lost.
 * @param report takes the error of an unreadable event, which does not hold up the others
 */
export async function tellLeftEvents(
  store: LeftEventStore,
  events: Events,
  report: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    const rows = await store.take(BATCH);
    for (const { name, at, metadata } of rows) {
      try {
        const facts: unknown = JSON.parse(metadata);
        if (isEventName(name)) events.emit(name, { at, metadata: { ...Object(facts) } });
      } catch (cause) {
        report(new Error(`the event ${name} that a command left cannot be read`, { cause }));
      }
    }
    if (rows.length < BATCH) return;
  }
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
