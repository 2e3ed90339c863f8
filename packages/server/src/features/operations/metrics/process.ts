import { readdirSync, readFileSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { counter, type Family, familyOf, gauge } from './families.ts';
import { prometheus } from './prometheus.ts';

/** Measures this process, under the names that Prometheus clients share. */
export interface ProcessMeter {
  families(): Promise<Family[]>;
  close(): void;
}

/** The interval of the monitor's timer. Every measured delay contains it. */
const RESOLUTION_MS = 10;
/** The interval of most scrapers. */
const WINDOW_MS = 15_000;
const NO_LAG = { p50: 0, p90: 0, p99: 0, max: 0 };
const LAGS = [
  ['p50', 'Median'],
  ['p90', '90th percentile'],
  ['p99', '99th percentile'],
  ['max', 'Maximum'],
] as const;
const GC_KINDS = new Map<unknown, string>([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
]);

export function createProcessMeter(): ProcessMeter {
  const startedAt = (performance.timeOrigin / 1000).toFixed(3);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const collections = new prometheus.Histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Time of garbage collections by kind.',
    labelNames: ['kind'],
    buckets: [0.001, 0.01, 0.1, 1],
    registers: [],
  });
  for (const kind of GC_KINDS.values()) collections.zero({ kind });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const kind = GC_KINDS.get(Object(Reflect.get(entry, 'detail')).kind);
      if (kind !== undefined) collections.observe({ kind }, entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });

  let windowBegan = performance.now();
  let lastWindow = NO_LAG;

  function lagOfWindow(): typeof NO_LAG {
    if (delays.count === 0) return NO_LAG;
    const of = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
    const [p50, p90, p99] = [50, 90, 99].map((percentile) => of(delays.percentile(percentile)));
    return { p50: p50 ?? 0, p90: p90 ?? 0, p99: p99 ?? 0, max: of(delays.max) };
  }

  /**
   * Reports the worse of two windows, and the worst of several processes, so that no stall is lost at any
   * scrape interval.
   */
  function lag(): Family[] {
    const window = lagOfWindow();
    const families = LAGS.map(([name, what]) =>
      gauge(
        `nodejs_eventloop_lag_${name}_seconds`,
        `${what} of the event loop's lag in the last seconds, 15 to 30 of them.`,
        Math.max(window[name], lastWindow[name]),
        'max',
      ),
    );
    if (performance.now() - windowBegan >= WINDOW_MS) {
      windowBegan = performance.now();
      lastWindow = window;
      delays.reset();
    }
    return families;
  }

  return {
    async families() {
      const { user, system } = process.cpuUsage();
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
      return [
        counter('process_cpu_user_seconds_total', 'Processor time in user mode.', user / 1e6),
        counter('process_cpu_system_seconds_total', 'Processor time in the kernel.', system / 1e6),
        counter('process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
        gauge(
          'process_start_time_seconds',
          'When the process began, since the epoch.',
          Number(startedAt),
          'min',
        ),
        gauge(
          'keyward_processes',
          'Processes of this service: those that answer, and the supervisor if there is one.',
          1,
        ),
        gauge('process_resident_memory_bytes', 'Memory in RAM.', rss),
        gauge('nodejs_heap_size_total_bytes', 'Memory of the JavaScript heap.', heapTotal),
        gauge('nodejs_heap_size_used_bytes', 'Memory of the JavaScript heap in use.', heapUsed),
        gauge('nodejs_external_memory_bytes', 'Memory of objects outside of the heap.', external),
        ...fileDescriptors(),
        ...lag(),
        await familyOf('histogram', collections),
        gauge('nodejs_version_info', 'The version of Node.js.', [[{ version: process.version }, 1]], 'first'),
      ];
    },
    close() {
      delays.disable();
      observer.disconnect();
    },
  };
}

/** On Linux only. */
function fileDescriptors(): Family[] {
  if (process.platform !== 'linux') return [];
  try {
    const [, most = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return [
      gauge('process_open_fds', 'Open file descriptors.', readdirSync('/proc/self/fd').length),
      ...(most === ''
        ? []
        : [gauge('process_max_fds', 'Maximum number of open file descriptors.', Number(most))]),
    ];
  } catch {
    return [];
  }
}
