import { outlets } from '../../../lib/outlet.ts';
import type { Events } from '../../audit/events/events.ts';

/** Reports printed lines that could not be written, in the logs that can still be read. */
export function tellOfOutlets({
  report,
  events,
}: {
  report: (error: unknown) => void;
  events: Events;
}): void {
  for (const [log, outlet] of Object.entries(outlets)) {
    const trouble = outlet.takeTrouble();
    if (trouble !== null)
      report(new Error(`${log} cannot be written; its lines are lost until it can`, { cause: trouble }));
    const lines = outlet.takeLost();
    if (lines > 0) events.emit('log.lines_lost', { metadata: { log, lines } });
  }
}
