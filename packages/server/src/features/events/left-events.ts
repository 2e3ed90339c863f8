import type { Clock } from '../../lib/clock.ts';
import type { LeftEventStore } from '../../store/left-events.ts';
import { type EventName, type Events, EVENTS } from './events.ts';

/** What an instance takes up at once. */
const BATCH = 100;

/**
 * Leaves an event of the command line to whichever instance serves this database, or the next that starts: the files
 * of the log belong to the process that serves, which trims them by what it knows of their lines.
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
 * Tells the events that were left. One of a newer Keyward, which is not on our list, is lost.
 * @param report is told of one that cannot be read, which holds up no other
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
