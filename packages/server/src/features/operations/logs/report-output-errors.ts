import { processOutputs } from '../../../lib/process-output.ts';
import type { Events } from '../../audit/events/events.ts';

/** Reports printed lines that could not be written, in the logs that can still be read. */
export function reportOutputErrors({
  report,
  events,
}: {
  report: (error: unknown) => void;
  events: Events;
}): void {
  for (const [log, output] of Object.entries(processOutputs)) {
    const trouble = output.takeError();
    if (trouble !== null)
      report(new Error(`${log} cannot be written; its lines are lost until it can`, { cause: trouble }));
    const lines = output.takeLost();
    if (lines > 0) events.emit('log.lines_lost', { metadata: { log, lines } });
  }
}
