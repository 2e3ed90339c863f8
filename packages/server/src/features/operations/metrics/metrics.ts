import type { Instrument } from '../../../lib/instrument.ts';
import { version } from '../../../package.ts';
import { EVENTS, type Events } from '../../audit/events/events.ts';
import { counter, type Family, gauge } from './families.ts';
import type { Snapshot } from './aggregate.ts';
import { createProcessMeter } from './process.ts';
import { createRequestMeters, type RequestMeters } from './requests.ts';
import { createWorkMeter } from './work.ts';

/**
 * Metrics for operators, of each process: requests, events, queues, the database, the process. No label contains the
 * name of a person or input of a client. Loaded only if KEYWARD_MANAGEMENT_PORT is set; it only reads the state of
 * other features.
 */
export interface Metrics {
  requests: RequestMeters;
  instrument: Instrument;
  /** Adds a source that each snapshot reads. */
  add(source: Source): void;
  /** Everything measured so far. {@link aggregate} adds up those of several processes. */
  snapshot(): Promise<Snapshot>;
  close(): void;
}

export type Source = () => readonly Family[] | Promise<readonly Family[]>;

export function createMetrics(): Metrics {
  const requests = createRequestMeters();
  const work = createWorkMeter();
  const ofProcess = createProcessMeter();
  const sources: Source[] = [() => requests.families(), () => work.families(), () => ofProcess.families()];
  return {
    requests,
    instrument: work.instrument,
    add: (source) => void sources.push(source),
    async snapshot() {
      const all = await Promise.all(sources.map(async (source) => source()));
      return all.flat();
    },
    close: () => ofProcess.close(),
  };
}

/** Counts events by their names. The list is closed, so each name is there from the beginning. */
export function countEvents(events: Events): Source {
  const counts = new Map<string, number>(Object.keys(EVENTS).map((name) => [name, 0]));
  let lost = 0;
  events.subscribe(({ name, metadata }) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (name === 'log.lines_lost') lost += Number(metadata?.['lines'] ?? 0);
  });
  return () => [
    counter(
      'keyward_events_total',
      'Events of the service by name: sign-ins, sign-ups, refreshes, refusals and others.',
      [...counts].map(([event, count]) => [{ event }, count]),
    ),
    counter('keyward_log_lines_lost_total', 'Log lines that could not be written.', lost),
  ];
}

/** The version of the program. */
export function buildInfo(database: string): Source {
  const labels = { version: version(), node: process.versions.node, database };
  return () => [
    gauge('keyward_build_info', 'The version of Keyward and what it runs on.', [[labels, 1]], 'first'),
  ];
}
