export type * from './api.ts';
export type { ServiceErrorKind } from './error-kinds.ts';
export type { Confirm } from './arrivals.ts';
export { createClient } from './client.ts';
export type { KeywardClient, PagesOptions, RedirectOptions, StreamLog } from './keyward-client.ts';
export { dateOf } from './date-of.ts';
export {
  KeywardError,
  type CallError,
  type ClientErrorKind,
  type ErrorDetails,
  type ErrorFacts,
  type ErrorKind,
  type FactorMethod,
  type FieldError,
} from './errors.ts';
export type {
  AddedPasskey,
  ChallengeAnswer,
  FactorActs,
  FactorAnswer,
  Reauthentication,
} from './factor-acts.ts';
export type { Redirect } from './redirects.ts';
export { type Listener, memoryStorage, type Session } from './sessions.ts';
export type { LogEvent, StreamOptions } from './stream.ts';
export type { CallOptions, ClientOptions, DocumentItem, LogRecord, Result, SessionStorage } from './types.ts';
