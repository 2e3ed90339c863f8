import type { ServiceErrorKind } from './error-kinds.ts';

/**
 * Errors of the client itself: `UnexpectedSignInError` is a sign-in from a redirect that this browser did not begin,
 * `PasskeyCancelledError` a request for a passkey that the person cancelled or could not answer,
 * `PasskeyUnavailableError` a browser or a page without passkeys, `ClientError` a call that could not be made, or a
 * storage that failed.
 */
export type ClientErrorKind =
  | 'NetworkError'
  | 'TimeoutError'
  | 'AbortError'
  | 'UnexpectedResponseError'
  | 'UnexpectedSignInError'
  | 'PasskeyCancelledError'
  | 'PasskeyUnavailableError'
  | 'ClientError';

export type ErrorKind = ServiceErrorKind | ClientErrorKind;

/** One invalid input: the field's name, with dots between levels, and the remedy. */
export interface FieldError {
  path: string;
  message: string;
}

/** The methods that answer the challenge of a sign-in. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

/** The `details` of the kinds of errors that have more than `fields`. */
export interface ErrorDetails {
  /** For `answerChallenge`. */
  SecondFactorRequiredError: {
    challenge: string;
    /** The methods that are available now. */
    methods: FactorMethod[];
    /** Unix seconds */
    expires_at: number;
  };
  /** Where to sign in instead: `providers.loginUrl` begins that. */
  ConnectionRequiredError: { connection: { id: string; name: string; url: string } };
  /** What the session lacks, by the fields of the organization's `policy`. */
  OrganizationPolicyError: {
    missing: (
      'require_second_factor' | 'methods' | 'session_minutes' | 'idle_minutes' | 'allowed_addresses'
    )[];
  };
  /** For `reauthenticate`. */
  ReauthenticationRequiredError: { methods: (FactorMethod | 'password' | 'otp')[] };
}

/** An error of a call. A comparison of its `kind` narrows its `details`. */
export type CallError =
  | (KeywardError & { readonly kind: Exclude<ErrorKind, keyof ErrorDetails> })
  | {
      [Kind in keyof ErrorDetails]: KeywardError & {
        readonly kind: Kind;
        readonly details: ErrorDetails[Kind];
      };
    }[keyof ErrorDetails];

export interface ErrorFacts {
  code?: string;
  status?: number;
  details?: { fields?: FieldError[]; [name: string]: unknown };
  requestId?: string;
  retryAfter?: number;
  cause?: unknown;
}

export class KeywardError extends Error {
  // Only declared: the constructor sets them, and every page loads this class.
  /** The kind of the error, for comparisons. */
  declare readonly kind: ErrorKind;
  /** The kind in snake case, as in the `error_code` of redirects. */
  declare readonly code: string;
  /** The HTTP status; 0 without an answer. */
  declare readonly status: number;
  /** With a `ValidationError`, `fields` names the invalid fields. */
  declare readonly details: ErrorFacts['details'];
  /** The request's id in the service's logs. */
  declare readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt. */
  declare readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts);
    this.name = kind;
    this.kind = kind;
    this.code =
      facts.code ??
      kind
        .slice(0, -5)
        .replace(/\B[A-Z]/g, '_$&')
        .toLowerCase();
    this.status = facts.status ?? 0;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

/** The kind of a code: `otp_invalid` → `OTPInvalidError`. */
export function kindOf(code: string): ErrorKind {
  const name = code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service derives its codes from these kinds
  return `${name.replace(/^Otp/, 'OTP').replace(/^Oauth/, 'OAuth')}Error` as ErrorKind;
}

export function ok<Data>(data: Data): { data: Data; error: null } {
  return { data, error: null };
}

export function failed(error: KeywardError): { data: null; error: CallError } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service gives these kinds these details
  return { data: null, error: error as CallError };
}

/** Turns anything thrown into an error of the client. */
export function asKeywardError(thrown: unknown): KeywardError {
  return thrown instanceof KeywardError
    ? thrown
    : new KeywardError('ClientError', String(thrown), { cause: thrown });
}
