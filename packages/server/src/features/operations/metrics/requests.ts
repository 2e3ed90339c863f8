import { counter, type Family, gauge } from './families.ts';
import { createHistogram, type Histogram, histogramFamily } from './histogram.ts';

/** The requests of one method to one route. */
export interface RouteMeter {
  /** @param status null if the client hung up before the answer began */
  answered(status: number | null, seconds: number): void;
}

export interface RequestMeters {
  /** Requests without a complete answer. */
  inFlight: number;
  /**
   * The meter of a method and a route. It stays the same, so that a route can keep it.
   * @param route the template, never the path of a request: labels must be few, and paths hold names of people
   */
  of(method: string, route: string): RouteMeter;
  families(): Family[];
}

interface Series {
  labels: { method: string; route: string };
  statuses: Map<number, number>;
  histogram: Histogram;
}

/** As nginx says it: the client closed the request. */
const CLIENT_CLOSED = 499;
/** Others share a label: a client can make up methods. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createRequestMeters(): RequestMeters {
  const all = new Map<string, Series & RouteMeter>();

  function create(labels: Series['labels']): Series & RouteMeter {
    const statuses = new Map<number, number>();
    const histogram = createHistogram();
    return {
      labels,
      statuses,
      histogram,
      answered(status, seconds) {
        const code = status ?? CLIENT_CLOSED;
        statuses.set(code, (statuses.get(code) ?? 0) + 1);
        histogram.observe(seconds);
      },
    };
  }

  return {
    inFlight: 0,

    of(given, route) {
      const method = METHODS.has(given) ? given : 'other';
      const key = `${method} ${route}`;
      const meter = all.get(key) ?? create({ method, route });
      all.set(key, meter);
      return meter;
    },

    families() {
      const used = [...all.values()].filter(({ statuses }) => statuses.size > 0);
      const name = 'keyward_http_request_duration_seconds';
      return [
        counter(
          'keyward_http_requests_total',
          'Answered requests; 499: the client hung up before.',
          used.flatMap(({ labels, statuses }) =>
            [...statuses].map(([status, count]) => [{ ...labels, status }, count] as const),
          ),
        ),
        histogramFamily(
          name,
          'Time from the head of a request to the last byte of its answer.',
          used.flatMap(({ labels, histogram }) => histogram.samples(name, labels)),
        ),
        counter(
          'keyward_http_rate_limited_total',
          'Requests that a limit refused, with the status 429.',
          used.reduce((sum, { statuses }) => sum + (statuses.get(429) ?? 0), 0),
        ),
        gauge('keyward_http_requests_in_flight', 'Requests without a complete answer.', this.inFlight),
      ];
    },
  };
}
