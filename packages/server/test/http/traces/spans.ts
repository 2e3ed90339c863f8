import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  type SpanContext,
  type SpanOptions,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** A span that has ended. */
export interface Ended {
  name: string;
  kind: number | undefined;
  traceId: string;
  spanId: string;
  /** Null for a root. */
  parent: { traceId: string; spanId: string } | null;
  attributes: Attributes;
  /** The headers that were sent with it. */
  baggage: string[];
  /** Whether its status is an error. */
  failed: boolean;
}

/**
 * A minimal SDK of an operator: keeps spans in memory, and the context across awaits. Registered until
 * disposed.
 */
export function registerTracing(): { ended: Ended[] } & Disposable {
  const ended: Ended[] = [];
  let serial = 0;
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (its, run, self, ...args) => storage.run(its, () => run.call(self, ...args)),
    bind: (_its, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });

  function startSpan(name: string, options: SpanOptions = {}, its = context.active()): Span {
    const parent = options.root === true ? undefined : trace.getSpanContext(its);
    serial += 1;
    const own: SpanContext = {
      traceId: parent?.traceId ?? serial.toString(16).padStart(32, 'a'),
      spanId: serial.toString(16).padStart(16, 'b'),
      traceFlags: 1,
    };
    const facts: Ended = {
      name,
      kind: options.kind,
      traceId: own.traceId,
      spanId: own.spanId,
      parent: parent ? { traceId: parent.traceId, spanId: parent.spanId } : null,
      attributes: { ...options.attributes },
      baggage: (propagation.getBaggage(its)?.getAllEntries() ?? []).map(([, { value }]) => value),
      failed: false,
    };
    const span: Span = {
      spanContext: () => own,
      setAttribute(key, value) {
        facts.attributes[key] = value;
        return span;
      },
      setAttributes(attributes) {
        Object.assign(facts.attributes, attributes);
        return span;
      },
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus({ code }) {
        facts.failed = code === SpanStatusCode.ERROR;
        return span;
      },
      updateName(next) {
        facts.name = next;
        return span;
      },
      end: () => void ended.push(facts),
      isRecording: () => true,
      recordException: () => {},
    };
    return span;
  }

  const startActiveSpan = () => {
    throw new Error('is not used');
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) });
  return {
    ended,
    [Symbol.dispose]() {
      propagation.disable();
      trace.disable();
      context.disable();
    },
  };
}
