import { type Family, familyOf, gauge } from './families.ts';
import { DURATIONS, prometheus } from './prometheus.ts';

/** The requests of one method to one route. */
export interface RouteMeter {
  /** @param status null if the client disconnected before the answer began */
  answered(status: number | null, seconds: number): void;
}

export interface RequestMeters {
  /** Requests without a complete answer. */
  inFlight: number;
  /**
   * The meter of a method and a route, which a route can keep.
   * @param route the template, never the path of a request: labels must be few, and paths can contain names of people
   */
  of(method: string, route: string): RouteMeter;
  families(): Promise<Family[]>;
}

/** The status that nginx logs when the client closed the request. */
const CLIENT_CLOSED = 499;
/** Other methods share a label, because a client can send any method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createRequestMeters(): RequestMeters {
  const answered = new prometheus.Counter({
    name: 'keyward_http_requests_total',
    help: 'Answered requests; 499: the client closed the connection before the answer.',
    labelNames: ['method', 'route', 'status'],
    registers: [],
  });
  const durations = new prometheus.Histogram({
    name: 'keyward_http_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers: [],
  });
  const limited = new prometheus.Counter({
    name: 'keyward_http_rate_limited_total',
    help: 'Requests that a limit refused, with the status 429.',
    registers: [],
  });

  return {
    inFlight: 0,

    of(given, route) {
      const method = METHODS.has(given) ? given : 'other';
      return {
        answered(status, seconds) {
          answered.inc({ method, route, status: status ?? CLIENT_CLOSED });
          durations.observe({ method, route }, seconds);
          if (status === 429) limited.inc();
        },
      };
    },

    async families() {
      return [
        await familyOf('counter', answered),
        await familyOf('histogram', durations),
        await familyOf('counter', limited),
        gauge('keyward_http_requests_in_flight', 'Requests without a complete answer.', this.inFlight),
      ];
    },
  };
}
