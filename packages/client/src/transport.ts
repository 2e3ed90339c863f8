import { type ErrorFacts, type ErrorKind, failed, KeywardError, ok } from './errors.ts';
import type { CallOptions, ClientOptions, Result } from './types.ts';

export type Input = Record<string, unknown> | undefined;

export interface Transport {
  /** The address of a path; a path without a leading slash is below the prefix. */
  address(path: string): string;
  /** Sends one request. @throws KeywardError if no answer comes */
  open(spec: string, input: Input, options: OpenOptions, token?: string): Promise<Response>;
  /** Sends one request and reads the answer. @throws TypeError for an input that makes no valid request */
  call<Data>(spec: string, input?: Input, options?: CallOptions, token?: string): Promise<Result<Data>>;
}

export interface OpenOptions extends CallOptions {
  lastEventId?: string | undefined;
}

/** `METHOD path?query,names`, optionally with a leading plus. */
const SPEC = /(\w+) ([^?]+)\??(.*)/;

/** Otherwise `localhost:4000` would be relative to the page's address, or `localhost` would be read as its scheme. */
const ADDRESS = /^(https?:\/\/.|\/|$)/i;

/** Calls with a cookie other than the session cookie. */
const WITH_COOKIES = /oauth\/(link|request)\/|challenge|^(login|signup|send|link|forgot)\b|reauthenticate$/;

/** @throws TypeError for an invalid `url` */
export function createTransport(options: ClientOptions): Transport {
  const {
    url,
    prefix = '/auth',
    logPath = '/log',
    webPath = '',
    timeoutMs = 30_000,
    fetch = globalThis.fetch,
    storage,
  } = options;
  // An untyped program may pass any value.
  if (typeof url !== 'string' || !ADDRESS.test(url))
    throw new TypeError(`url is ${JSON.stringify(url)}, not an address like http://127.0.0.1:4000`);
  // The service calls its address with the default prefix "API".
  const root = url.replace(options.prefix === undefined ? /(\/auth)?\/?$/ : /\/$/, '');

  function address(path: string): string {
    return (
      root +
      (path.startsWith('/')
        ? path.replace(/^(?=\/(mailbox\/|sign))/, webPath).replace(/^\/log\b/, logPath)
        : `${prefix}/${path}`)
    );
  }

  async function open(
    spec: string,
    input: Input,
    { signal, lastEventId, captchaToken }: OpenOptions,
    token?: string,
  ) {
    const [, method = '', path = '', inQuery = ''] = SPEC.exec(spec) ?? [];
    const body = { ...input };
    const pathname = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = textOf(body[name] ?? '');
      delete body[name];
      // These segments would lead to another route.
      if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is missing`);
      return encodeURIComponent(value);
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(body)) {
      if (method !== 'GET' && !inQuery.split(',').includes(name)) continue;
      delete body[name];
      for (const one of [value].flat()) if (one !== undefined) query.append(name, textOf(one));
    }
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token) headers['authorization'] = `Bearer ${token}`;
    if (lastEventId) headers['last-event-id'] = lastEventId;
    if (captchaToken) headers['x-captcha-token'] = captchaToken;
    const init: RequestInit = { method, headers };
    // An object that held only parameters is not sent as a body, except as an empty change.
    if (
      method !== 'GET' &&
      input &&
      (method === 'PATCH' || pathname === path || Object.keys(body).length > 0)
    ) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(body);
    }
    // The provider's callback needs the cookie that linking sets, a challenge needs the cookie of its redirect, and a
    // request of an application, a code or a password needs the cookie that identifies this browser. Some runtimes lack
    // this field.
    if (storage === 'cookies' || WITH_COOKIES.test(path)) init.credentials = 'include';
    if (signal) init.signal = signal;
    const search = String(query);
    const place = address(pathname);
    return received(
      () => fetch(place + (search && `?${search}`), init),
      signal,
      `No answer from ${place}. Does the service run, and allow this page's origin (KEYWARD_ALLOWED_FRONTENDS)?`,
    );
  }

  return {
    address,
    open,
    async call(spec, input, { signal, captchaToken } = {}, token) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const within = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        return await answerOf(await open(spec, input, { signal: within, captchaToken }, token), within);
      } catch (thrown) {
        if (thrown instanceof KeywardError) return failed(thrown);
        throw thrown;
      }
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @throws KeywardError for every failure; `failure` is its message if the network failed */
async function received<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal | undefined,
  failure: string,
): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError')
      throw new KeywardError('TimeoutError', 'The service did not answer in time.', { cause });
    if (signal?.aborted) throw new KeywardError('AbortError', 'The call was cancelled.', { cause });
    throw new KeywardError('NetworkError', failure, { cause });
  }
}

/** The body of every error of the service. */
interface ErrorBody extends Pick<ErrorFacts, 'details'> {
  error: ErrorKind;
  error_code: string;
  message: string;
  request_id: string;
}

/** Reads an answer. @throws KeywardError if it does not arrive completely */
export async function answerOf<Data>(response: Response, signal?: AbortSignal): Promise<Result<Data>> {
  const { status, headers, url } = response;
  const text = await received(() => response.text(), signal, 'The answer broke off.');
  let data = null;
  try {
    // Only the two documents with this extension are text.
    data = text && !url.endsWith('.txt') ? JSON.parse(text) : text || null;
  } catch {}
  if (response.ok && (data !== null || !text)) return ok(data);
  const { error, error_code: code, message, details, request_id: requestId }: Partial<ErrorBody> = data ?? {};
  if (!error || !code || !message || !requestId)
    return failed(
      new KeywardError('UnexpectedResponseError', `The answer (status ${status}) is not from the service.`, {
        status,
      }),
    );
  const facts: ErrorFacts = { code, status, requestId };
  if (details) facts.details = details;
  const wait = headers.get('retry-after');
  if (wait) facts.retryAfter = Number(wait);
  return failed(new KeywardError(error, message, facts));
}
