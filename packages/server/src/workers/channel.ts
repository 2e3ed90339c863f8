import { KeywardError } from '../errors.ts';
import { DuplicateError } from '../store/engine/duplicate-error.ts';

/*
 * `workers`: one service in several processes of one machine. The supervisor owns all shared state: log files, mails,
 * counters, settings in memory, sweeps. Workers answer requests, and call the supervisor over channels. It provides
 * `supervise` and `runWorker` to the command line, and may use everything below them; nothing else imports it.
 */

/** Carries messages to one other process and from it, in their order. The two sides run the same program. */
export interface Port {
  send(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  /** Calls `listener` once, when the channel has closed. */
  onClose(listener: () => void): void;
}

export type Message =
  | { kind: 'call'; id: number | null; object: string; method: string; args: readonly unknown[] }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: SentError };

interface SentError {
  name: string;
  message: string;
  stack: string | undefined;
  /** The fields by which callers tell errors apart: those of a {@link KeywardError}, and system error codes. */
  facts: Record<string, unknown>;
}

/** An object of the other process. */
export type Remote<T> = {
  [Key in keyof T]: T[Key] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** An object of the other process whose methods return nothing. */
export type Posted<T> = {
  [Key in keyof T]: T[Key] extends (...args: infer Args) => unknown ? (...args: Args) => void : never;
};

/** One end of a connection between two processes, over which each calls objects of the other. */
export interface Channel {
  /** Lets the other side call the methods of `object`, whose arguments and results must be plain data. */
  expose(name: string, object: object): void;
  /**
   * The other side's object. Its calls arrive in their order.
   * @throws (each call) what the method threw, with KeywardErrors intact; ServiceUnavailableError when the other side
   * has ended, or has not answered in time
   */
  remote<T>(name: string): Remote<T>;
  /** The same without answers. It is cheaper, and calls are lost silently when the other side has ended. */
  posted<T>(name: string): Posted<T>;
  /** Calls `listener` when the other side has ended. */
  onClose(listener: () => void): void;
}

type Method = (...args: readonly unknown[]) => unknown;

/** How long a call waits for its answer, and how often this is checked. */
export interface CallTimeout {
  ms: number;
  checkMs: number;
}

/** A process that has not answered for this time hangs. */
export const CALL_TIMEOUT: CallTimeout = { ms: 10_000, checkMs: 1_000 };

interface Call extends PromiseWithResolvers<unknown> {
  /** The previous check. */
  since: number;
}

export function createChannel(port: Port, timeout: CallTimeout = CALL_TIMEOUT): Channel {
  const exposed = new Map<string, object>();
  /** In the order of the calls. */
  const waiting = new Map<number, Call>();
  const closeListeners = new Set<() => void>();
  let calls = 0;
  let closed = false;
  // Counts checks instead of time, because a blocked process receives no answers.
  let checks = 0;
  const timer = setInterval(() => {
    checks += 1;
    for (const [id, { since, reject }] of waiting) {
      if ((checks - since) * timeout.checkMs <= timeout.ms) break;
      waiting.delete(id);
      reject(gone());
    }
  }, timeout.checkMs).unref();

  function methodOf(object: string, method: string): Method {
    const target = exposed.get(object);
    const found: unknown = target && Object.hasOwn(target, method) && Reflect.get(target, method);
    if (typeof found !== 'function') throw new TypeError(`${object}.${method} is not exposed`);
    return (...args) => Reflect.apply(found, target, args);
  }

  async function answer({ id, object, method, args }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const value = await methodOf(object, method)(...args);
      if (id !== null) port.send({ kind: 'value', id, value });
    } catch (error) {
      // A post has no answer, so the called method reports its own failures.
      if (id !== null) port.send({ kind: 'error', id, error: sent(error) });
    }
  }

  port.onMessage((message) => {
    if (message.kind === 'call') return void answer(message);
    const made = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'value') made?.resolve(message.value);
    else made?.reject(received(message.error));
  });
  port.onClose(() => {
    closed = true;
    clearInterval(timer);
    for (const { reject } of waiting.values()) reject(gone());
    waiting.clear();
    for (const listener of closeListeners) listener();
  });

  function call(object: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (closed) return Promise.reject(gone());
    const id = (calls += 1);
    const made = { ...Promise.withResolvers<unknown>(), since: checks };
    waiting.set(id, made);
    port.send({ kind: 'call', id, object, method, args });
    return made.promise;
  }

  function post(object: string, method: string, args: readonly unknown[]): void {
    if (!closed) port.send({ kind: 'call', id: null, object, method, args });
  }

  return {
    expose(name, object) {
      exposed.set(name, object);
    },
    // The other side runs the same program, so it has the same types.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    remote: <T>(name: string) => proxyOf((method, args) => call(name, method, args)) as Remote<T>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    posted: <T>(name: string) => proxyOf((method, args) => post(name, method, args)) as Posted<T>,
    onClose(listener) {
      closeListeners.add(listener);
    },
  };
}

/** An object whose methods are created at their first use. */
function proxyOf(invoke: (method: string, args: readonly unknown[]) => unknown): object {
  const methods = new Map<PropertyKey, Method | undefined>();
  return new Proxy(
    {},
    {
      get(_, name) {
        // When a promise resolves with this object, it checks whether the object is a promise too.
        if (typeof name !== 'string' || name === 'then') return undefined;
        let method = methods.get(name);
        if (method === undefined) {
          method = (...args) => invoke(name, args);
          methods.set(name, method);
        }
        return method;
      },
    },
  );
}

function gone(): KeywardError {
  return new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
}

function sent(error: unknown): SentError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, facts: {} };
  const { name, message, stack } = error;
  if (error instanceof KeywardError) {
    const { kind, details, retryAfter, reason } = error;
    return { name, message, stack, facts: { kind, details, retryAfter, reason } };
  }
  // The facts of errors of SQLite, PostgreSQL and the system.
  const facts = Object.fromEntries(
    Object.entries(error).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );
  return { name, message, stack, facts };
}

function received({ name, message, stack, facts }: SentError): Error {
  if (name === 'DuplicateError') return new DuplicateError(String(facts['column']), undefined);
  const isOurs = 'kind' in facts;
  // `facts` of a KeywardError are its own options.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { kind, ...options } = facts as { kind: KeywardError['kind'] };
  const error = isOurs
    ? new KeywardError(kind, { message, ...options })
    : Object.assign(new Error(message), facts);
  if (!isOurs) error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
