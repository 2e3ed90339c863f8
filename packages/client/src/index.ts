export type * from './api.ts';
export { createClient, type KeywardClient } from './client.ts';
export { KeywardError, type ClientErrorKind, type ErrorKind, type FieldError } from './errors.ts';
export type { Redirect } from './redirects.ts';
export { type Listener, memoryStorage } from './sessions.ts';
export type { LogEvent, StreamOptions } from './stream.ts';
export type {
  CallOptions,
  ClientOptions,
  DocumentItem,
  LogRecord,
  Result,
  Session,
  SessionStorage,
} from './types.ts';
