import type { Context, SpanOptions, TextMapGetter, Tracer } from '@opentelemetry/api';
import type { Instrument, Work } from '../../../lib/instrument.ts';
import { version } from '../../../package.ts';

/**
 * Spans for OpenTelemetry, of requests and of slow work. The application provides the SDK, which exports them. Loaded
 * only with KEYWARD_TRACES=on. Attributes come from routes, never from the input of a client: no path, query, header,
 * email or token.
 */
export interface Traces {
  /** Begins the span of a request. Its parent is the host application's, otherwise the caller's (W3C Trace Context). */
  begin(request: { method: string; scheme: string; headers: Headers }): RequestSpan;
  instrument: Instrument;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface RequestSpan {
  /** Runs a part of the request, so that spans made in it become children. */
  within(run: () => void): void;
  /**
   * @param route the template; null for a path that no route has @param status null if the client disconnected first
   */
  end(route: string | null, status: number | null): void;
}

/** A version, trace id, parent id and flags. https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

const GETTER: TextMapGetter<Headers> = {
  get: (headers, name) => headers[name],
  keys: (headers) => Object.keys(headers),
};

export async function createTraces(): Promise<Traces> {
  // A version that SDKs of recent years accept: an older SDK silently refuses a newer interface.
  const api = await import('@opentelemetry/api');
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  // Read each time, because the SDK may be registered later.
  const tracer = (): Tracer => trace.getTracer('keyward', version());
  const OPTIONS: Record<Work, SpanOptions> = {
    'password hash': { kind: SpanKind.INTERNAL },
    // Mails and deliveries wait in queues, so they belong to no request.
    'mail send': { kind: SpanKind.CLIENT, root: true },
    'webhook attempt': { kind: SpanKind.CLIENT, root: true },
  };

  function parentOf(headers: Headers): Context {
    const active = context.active();
    if (trace.getSpanContext(active) !== undefined) return active;
    // Only the ids: baggage from strangers would be sent to providers and webhooks, and stored in spans.
    const extracted = trace.getSpanContext(propagation.extract(active, headers, GETTER));
    if (extracted !== undefined) return trace.setSpanContext(active, extracted);
    // The SDK has no propagator.
    const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(String(headers['traceparent'] ?? '')) ?? [];
    return traceId === undefined || spanId === undefined
      ? active
      : trace.setSpanContext(active, {
          traceId,
          spanId,
          traceFlags: Number.parseInt(flags, 16) & api.TraceFlags.SAMPLED,
          isRemote: true,
        });
  }

  return {
    begin({ method, scheme, headers }) {
      const parent = parentOf(headers);
      const attributes = { 'http.request.method': method, 'url.scheme': scheme };
      const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const own = trace.setSpan(parent, span);
      return {
        within: (run) => context.with(own, run),
        end(route, status) {
          if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
          if (status !== null) span.setAttribute('http.response.status_code', status);
          if (status !== null && status >= 500)
            span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    async instrument(work, run) {
      const span = tracer().startSpan(work, OPTIONS[work]);
      try {
        return await context.with(trace.setSpan(context.active(), span), run);
      } catch (error) {
        // Only the name, because messages may quote an address or the answer of a server.
        const type = error instanceof Error ? error.name : 'Error';
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
